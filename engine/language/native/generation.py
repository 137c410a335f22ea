"""One generation: read, draw, write, until it ends or must give way.

From token bytes comes text: whole characters only, and nothing of a stop text.
"""

import codecs
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.language.native.lanes import InterruptedReadError, Lane
from engine.language.native.library import AbortFlag
from engine.language.native.sampling import Sampler
from engine.language.native.vocabulary import Vocabulary

READ_AHEAD = 32
"""Tokens of one piece of what is only read ahead; smaller ones are read more slowly."""


class AnswerText:
    """Collects an answer's bytes and hands out what is certain to belong to it.

    What may be the beginning of a stop text is held back until it is clear; once a stop text stands, the
    answer ends before it.
    """

    def __init__(self, stops: Sequence[str] = ()) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._stops = tuple(stop for stop in stops if stop)
        self._text = ""
        self._given = 0
        self.stopped = False

    def feed(self, piece: bytes) -> str:
        """Take a token's bytes; returns the text that is now certain, perhaps none."""
        if self.stopped:
            return ""
        before = len(self._text)
        self._text += self._decoder.decode(piece)
        self._cut_at_stop(before)
        return self._give(len(self._text) if self.stopped else len(self._text) - self._withheld())

    def finish(self) -> str:
        """The answer is over: what was held back belongs to it after all."""
        return self._give(len(self._text))

    @property
    def text(self) -> str:
        """The whole answer as far as it was handed out."""
        return self._text[: self._given]

    def _cut_at_stop(self, before: int) -> None:
        found = [
            at
            for stop in self._stops
            if (at := self._text.find(stop, max(self._given, before - len(stop) + 1))) >= 0
        ]
        if found:
            self._text = self._text[: min(found)]
            self.stopped = True

    def _withheld(self) -> int:
        longest = max((len(stop) for stop in self._stops), default=1) - 1
        for length in range(min(longest, len(self._text) - self._given), 0, -1):
            if any(stop.startswith(self._text[-length:]) for stop in self._stops):
                return length
        return 0

    def _give(self, end: int) -> str:
        piece = self._text[self._given : end]
        self._given = max(self._given, end)
        return piece


@dataclass(slots=True)
class Generation:
    """A generation with all it needs to go on after a suspension: what it wrote, its random state, its
    grammar.
    """

    tokens: list[int]
    prompt_tokens: int
    max_tokens: int
    sampler: Sampler
    text: AnswerText
    ends: frozenset[int]
    scored: range
    score_unread: bool
    reused: int | None = None
    surprise: float | None = None
    """Mean negative log-likelihood (nats) of the scored positions that are known."""

    @property
    def to_score(self) -> range:
        """The positions to be scored when they are read now."""
        return self.scored if self.score_unread else range(0)

    @property
    def written(self) -> list[int]:
        return self.tokens[self.prompt_tokens :]


class Writer:
    """Runs a generation on a lane; stops within a batch's node or a token when the flag is raised."""

    def __init__(self, vocabulary: Vocabulary, abort: AbortFlag) -> None:
        self._vocabulary = vocabulary
        self._abort = abort

    def run(
        self,
        generation: Generation,
        lane: Lane,
        on_text: Callable[[str], None],
        enough: Callable[[], bool],
    ) -> str | None:
        """Go on with `generation`. Returns how it finished ("stop", "length"), None if interrupted.

        `enough` is asked between the pieces of what is only read ahead.
        """
        try:
            if generation.reused is None:
                generation.reused = self._keep(generation, lane)
            # What is only read ahead is read in pieces, so that whoever interrupts it finds most of it.
            piece = None if generation.max_tokens else READ_AHEAD
            lane.read(generation.tokens, generation.to_score, piece, enough)
            known = [lane.surprises[at] for at in generation.scored if at in lane.surprises]
            generation.surprise = sum(known) / len(known) if known else None
            return self._write(generation, lane, on_text)
        except InterruptedReadError:
            return None

    @staticmethod
    def _keep(generation: Generation, lane: Lane) -> int:
        """Keep what is in the cache, but for the token before a text to be scored: its logits are wanted."""
        reused = lane.keep(generation.tokens)
        if generation.to_score and reused == generation.to_score.start > 0:
            reused -= 1
            lane.truncate(reused)
        return reused

    def _write(self, generation: Generation, lane: Lane, on_text: Callable[[str], None]) -> str | None:
        while len(generation.written) < generation.max_tokens:
            if self._abort.raised:
                return None
            token = generation.sampler.draw(lane.context.logits())
            if self._vocabulary.ends_answer(token) or token in generation.ends:
                return "stop"
            if self._stopped_by(token, generation, on_text):
                return "stop"
            if len(generation.written) < generation.max_tokens:
                lane.extend(token)
        return "length"

    def _stopped_by(self, token: int, generation: Generation, on_text: Callable[[str], None]) -> bool:
        generation.tokens.append(token)
        piece = generation.text.feed(self._vocabulary.piece(token))
        if piece:
            on_text(piece)
        if generation.text.stopped:
            self._drop_stop_text(generation)
        return generation.text.stopped

    def _drop_stop_text(self, generation: Generation) -> None:
        """The answer's tokens end where its text ends; a token that straddles the cut is left out."""
        while generation.written and self._length(generation.written) > len(generation.text.text):
            generation.tokens.pop()

    def _length(self, tokens: list[int]) -> int:
        return len(b"".join(map(self._vocabulary.piece, tokens)).decode("utf-8", "replace"))


def make_generation(
    tokens: list[int], header: dict[str, Any], vocabulary: Vocabulary, room: int
) -> Generation:
    """A generation as a request's `header` asks for it, within `room` tokens of context."""
    return Generation(
        tokens=tokens,
        prompt_tokens=len(tokens),
        max_tokens=min(header["max_tokens"], room - len(tokens)),
        sampler=Sampler(vocabulary, header["sampling"], header["schema"]),
        text=AnswerText(header["stop"]),
        ends=frozenset(header["ends"]),
        scored=range(*header["scored"]),
        score_unread=header["score_unread"],
    )
