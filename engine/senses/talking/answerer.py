"""The answerer: gives words to the companion, and its answer on in clauses; an interruption stops it.

`Companion` is the port of whom is spoken with.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.errors import CompanionError
from engine.senses.speaking.clauses import Clause, ClauseCutter
from engine.senses.talking.frames import (
    AnswerEnded,
    AnswerPiece,
    AudioIn,
    Frame,
    Held,
    Hushed,
    Interruption,
    Partial,
    Sentence,
    TurnBegan,
    TurnSpoken,
    VoiceStarted,
    Words,
)
from engine.settings import SpeakingSettings

SETTLED_S = 0.09
"""After so long without a further piece, what ends like a sentence is one, though nothing follows it."""


@dataclass(frozen=True, slots=True)
class AnswerListener:
    """Who hears an answer, on any thread: each further piece of its text, and its end with the fault, if any."""

    piece: Callable[[str], None]
    ended: Callable[[CompanionError | None], None]


class Saying(Protocol):
    """Something that was said, and its answer."""

    def stop(self) -> None:
        """Stop the answer; `ended` is still told. Returns at once."""

    def heard(self, text: str, *, whole: bool) -> None:
        """Tell how much of the answer was heard; kept where it was not the whole. Returns at once."""


class Companion(Protocol):
    """Who answers. Every call returns at once."""

    def attend(self) -> None:
        """Somebody begins to speak: nothing else is to compute for the moment."""

    def draft(self, text: str) -> None:
        """What is being said, as far as it is understood: what it needs may be read ahead."""

    def say(self, text: str, listener: AnswerListener) -> Saying:
        """Say `text` and have it answered."""


class Answerer:
    """A stage. `clock` is the link's time in seconds; `post` brings what is answered back to this stage."""

    def __init__(self, companion: Companion, settings: SpeakingSettings, clock: Callable[[], float]) -> None:
        self._companion, self._settings, self._clock = companion, settings, clock
        self._cutter = ClauseCutter(settings)
        self.post: Callable[[Frame], None] = lambda _: None
        self._sayings: dict[int, Saying] = {}
        self._under_way: set[int] = set()
        self.turn = -1
        self.said_lately = ""
        self._piece_s = 0.0

    @property
    def busy(self) -> bool:
        """Whether an answer still comes, also one that nobody hears any more."""
        return bool(self._under_way)

    @property
    def answering(self) -> bool:
        """Whether the answer to the latest turn still comes."""
        return self.turn in self._under_way and self.turn in self._sayings

    def take(self, frame: Frame) -> Iterable[Frame]:
        match frame:
            case AudioIn(at_s=at_s):
                yield frame
                if at_s - self._piece_s >= SETTLED_S:
                    yield from _sentences(self.turn, self._cutter.settled())
            case VoiceStarted(addressed=True):
                self._companion.attend()
                yield frame
            case Partial(text=text):
                yield from self._give_way()
                self._companion.draft(text)
                yield frame
            case Words():
                yield from self._give_way()
                yield frame
                yield from self._say(frame)
            case Hushed() | Held(held=True):
                yield from self._give_way()
                yield frame
            case AnswerPiece(turn=turn, text=text):
                self.said_lately += text
                self._piece_s = self._clock()
                yield from _sentences(turn, self._cutter.add(text))
            case AnswerEnded(turn=turn):
                yield from _sentences(turn, self._cutter.end())
                yield frame
            case TurnSpoken():
                self._spoken(frame)
                yield frame
            case _:
                yield frame

    def _spoken(self, frame: TurnSpoken) -> None:
        saying = self._sayings.pop(frame.turn, None)
        if saying is not None:
            saying.heard(frame.heard, whole=frame.whole)

    def _give_way(self) -> Iterable[Frame]:
        """What is being answered or spoken ends: the person has words of their own."""
        if self.turn in self._sayings:
            if self.turn in self._under_way:
                self._sayings[self.turn].stop()
            yield Interruption(self.turn, self._clock())

    def _say(self, words: Words) -> Iterable[Frame]:
        self.turn += 1
        turn = self.turn
        self._cutter = ClauseCutter(self._settings)
        self.said_lately = ""
        self._under_way.add(turn)
        yield TurnBegan(turn, words.text, self._clock(), words.language)
        listener = AnswerListener(
            piece=lambda piece: self.post(AnswerPiece(turn, piece)),
            ended=lambda fault: self._ended(turn, fault),
        )
        self._sayings[turn] = self._companion.say(words.text, listener)

    def _ended(self, turn: int, fault: CompanionError | None) -> None:
        """On any thread."""
        self.post(AnswerEnded(turn, fault))
        self._under_way.discard(turn)


def _sentences(turn: int, clauses: Iterable[Clause]) -> Iterable[Frame]:
    for clause in clauses:
        yield Sentence(turn, clause.text, clause.closed)
