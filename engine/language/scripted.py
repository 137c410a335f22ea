"""A language model that says what it is told to: the test double that comes with the room.

It keeps the port's contract (markers, prefix reuse, stops, lengths, cancellation, overflow) without a model
file, so code above the port can be tested against fixed answers. It has none of the optional capabilities, so
their fallbacks are tested too.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from engine.language.chat_format import CHATML
from engine.language.errors import ContextOverflowError, LanguageError, ModelClosedError
from engine.language.port import OnText, ignore_text
from engine.language.records import (
    Cancellation,
    Finish,
    GenerationRequest,
    GenerationResult,
    Lane,
    ModelInfo,
    Role,
    Segment,
)

Reply = str | Exception | Callable[[GenerationRequest], str]
"""A text to say, an error to raise, or a function of the request that gives a text."""

_PIECE = re.compile(r"\s?\w+|\s|[^\w\s]")


class ScriptedModel:
    """Answers request after request from a script. `requests` keeps what was asked.

    Pieces of text (a word with the space before it, or one sign) are its tokens. A single function as
    `replies` answers every request.
    """

    def __init__(
        self, replies: Iterable[Reply] | Callable[[GenerationRequest], str], context_tokens: int = 8192
    ) -> None:
        self._replies: Iterator[Reply] = iter(_forever(replies) if callable(replies) else replies)
        self._ids: dict[str, int] = {}
        self._pieces: list[str] = []
        self._read: dict[Lane, list[int]] = {lane: [] for lane in Lane}
        self._context_tokens = context_tokens
        self._closed = False
        self.requests: list[GenerationRequest] = []

    @property
    def info(self) -> ModelInfo:
        return ModelInfo(
            name="scripted",
            sha256="0" * 64,
            context_tokens=self._context_tokens,
            parameters=0,
            layers=0,
            embedding_size=0,
            load_s=0.0,
        )

    def encode(self, segment: Segment) -> Segment:
        if segment.tokens:
            return segment
        opening = [self._id(CHATML.openings[segment.role])] if segment.opens else []
        closing = [self._id(CHATML.closings[segment.role])] if segment.closes else []
        return replace(segment, tokens=(*opening, *self._tokens(segment.text), *closing))

    def count(self, text: str) -> int:
        return len(self._tokens(text))

    def generate(
        self,
        request: GenerationRequest,
        on_text: OnText = ignore_text,
        cancellation: Cancellation | None = None,
    ) -> GenerationResult:
        if self._closed:
            raise ModelClosedError("The language model is closed.")
        self.requests.append(request)
        return self._answer(request, self._prompt(request), on_text, cancellation or Cancellation())

    def close(self) -> None:
        self._closed = True

    def _prompt(self, request: GenerationRequest) -> list[int]:
        tokens = [token for segment in request.prompt for token in self.encode(segment).tokens]
        speaking = request.prompt[-1].role is Role.ASSISTANT and not request.prompt[-1].closes
        if request.max_tokens and not speaking:
            tokens.append(self._id(CHATML.openings[Role.ASSISTANT]))
        if len(tokens) >= self._context_tokens:
            raise ContextOverflowError(f"{len(tokens)} tokens are more than the context holds.")
        return tokens

    def _answer(
        self, request: GenerationRequest, prompt: list[int], on_text: OnText, cancellation: Cancellation
    ) -> GenerationResult:
        started = time.monotonic()
        reused = self._reuse(request.lane, prompt)
        said: list[str] = []
        finish = Finish.CANCELLED if cancellation.cancelled else Finish.LENGTH
        first_token_s = None
        for finish, piece in self._speech(request, cancellation):  # noqa: B007 - how it ended is told by the last
            if piece:
                first_token_s = first_token_s or time.monotonic() - started
                said.append(piece)
                on_text(piece)
        tokens = tuple(map(self._id, said))
        self._read[request.lane] = [*prompt, *tokens]
        return GenerationResult(
            text="".join(said),
            tokens=tokens,
            finish=finish,
            prompt_tokens=len(prompt),
            reused_tokens=reused,
            first_token_s=first_token_s,
            total_s=time.monotonic() - started,
        )

    def _speech(self, request: GenerationRequest, cancellation: Cancellation) -> Iterator[tuple[Finish, str]]:
        """Pieces of the reply, each with how the answer would have ended by now."""
        if not request.max_tokens or cancellation.cancelled:
            return
        text = self._next_reply(request)
        stops = [at for stop in request.stop if (at := text.find(stop)) >= 0]
        pieces = _PIECE.findall(text[: min(stops, default=len(text))])
        for piece in pieces[: request.max_tokens]:
            yield Finish.CANCELLED, piece
            if cancellation.cancelled:
                return
        yield Finish.STOP if len(pieces) < request.max_tokens else Finish.LENGTH, ""

    def _next_reply(self, request: GenerationRequest) -> str:
        reply = next(self._replies, None)
        if reply is None:
            raise LanguageError("The script has no further reply.")
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, str) else reply(request)

    def _reuse(self, lane: Lane, prompt: list[int]) -> int:
        held = [self._read[lane]]
        if lane is Lane.REFLECT:
            held.append(self._read[Lane.CONVERSATION])
        return min(max(_common(known, prompt) for known in held), len(prompt) - 1)

    def _tokens(self, text: str) -> list[int]:
        return [self._id(piece) for piece in _PIECE.findall(text)]

    def _id(self, piece: str) -> int:
        if piece not in self._ids:
            self._ids[piece] = len(self._pieces)
            self._pieces.append(piece)
        return self._ids[piece]


def _forever(reply: Callable[[GenerationRequest], str]) -> Iterator[Reply]:
    while True:
        yield reply


def _common(held: list[int], wanted: list[int]) -> int:
    length = 0
    for a, b in zip(held, wanted, strict=False):
        if a != b:
            break
        length += 1
    return length
