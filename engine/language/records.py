"""What the language room speaks of: segments of a prompt, requests, results, models."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Event
from typing import Any


class Role(StrEnum):
    """Who speaks in a chat message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Place(StrEnum):
    """Where a segment stands in the prompt layout (`docs/architecture.md`)."""

    STABLE = "stable"
    OPENING = "opening"
    SUMMARY = "summary"
    BLOCK = "block"
    UTTERANCE = "utterance"
    ASIDE = "aside"
    ANSWER = "answer"
    REFLECT = "reflect"


class Lane(StrEnum):
    """Which of the model's sequences a request runs on.

    `REFLECT` forks `CONVERSATION` and leaves it untouched; `BACKGROUND` has a context of its own and gives
    way. `QUESTION` keeps the stable segments of a small task read, as `Scoring` does; `REWRITE` does so with what a
    model was taught of such tasks.
    """

    CONVERSATION = "conversation"
    REFLECT = "reflect"
    BACKGROUND = "background"
    QUESTION = "question"
    REWRITE = "rewrite"


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text as the model reads it, citing where it came from.

    A chat message is one or more segments of one role: the first `opens` it, the last `closes` it. `tokens`
    are the exact ids (chat markers included) once a model has encoded the segment; they, not the text, are
    the truth.
    """

    role: Role
    text: str
    place: Place
    opens: bool = True
    closes: bool = True
    cites: tuple[str, ...] = ()
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sampling:
    """How tokens are drawn. Temperature 0 is greedy.

    `avoided` are token ids that are only drawn where hardly anything else fits; adapters that know no ids leave it out.
    """

    temperature: float = 0.7
    top_p: float = 0.9
    top_k: int = 40
    min_p: float = 0.05
    repeat_penalty: float = 1.05
    seed: int | None = None
    avoided: tuple[int, ...] = ()


class Cancellation:
    """A flag that stops a generation at its next token, or within a batch while a prompt is being read.

    A gentle one lets a small piece that is being read ahead come to its end, so that it is not read again.
    Thread-safe. Callbacks registered after `cancel` run at once.
    """

    def __init__(self) -> None:
        self._flag = Event()
        self._gentle = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def gentle(self) -> bool:
        return self._gentle

    def cancel(self, *, gently: bool = False) -> None:
        self._gentle = gently
        self._flag.set()
        for callback in tuple(self._callbacks):
            callback()

    @property
    def cancelled(self) -> bool:
        return self._flag.is_set()

    def on_cancel(self, callback: Callable[[], None]) -> None:
        self._callbacks.append(callback)
        if self.cancelled:
            callback()


class Finish(StrEnum):
    """Why a generation ended."""

    STOP = "stop"
    LENGTH = "length"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """One generation.

    `prompt` holds encoded segments in order; if its last message is not closed by a segment of another role,
    the model is asked to speak as the assistant (the adapter adds the opening marker). `schema` is a JSON
    schema; with it the reply is held to a grammar. `stop` are texts that end the answer and are not part of
    it. With a `score_place`, the text of that place's last segment is scored while it is read, without
    `score_unread` only as far as it was read ahead: scoring costs time that somebody may be waiting for. With
    `max_tokens` 0 the prompt is only read, as it stands. `hurried`: an answer waits for it, whatever the lane.
    """

    prompt: tuple[Segment, ...]
    max_tokens: int
    lane: Lane = Lane.CONVERSATION
    sampling: Sampling = field(default_factory=Sampling)
    schema: dict[str, Any] | None = None
    stop: tuple[str, ...] = ()
    score_place: Place | None = None
    score_unread: bool = True
    hurried: bool = False


@dataclass(frozen=True, slots=True)
class GenerationResult:
    """What came of a request. Times in seconds from the call; tokens as counted by the model.

    `surprise` is the mean negative log-likelihood (nats a token) of what `score_place` asked for, as far as
    it was scored when it was read; None where nothing was.
    """

    text: str
    tokens: tuple[int, ...]
    finish: Finish
    prompt_tokens: int
    reused_tokens: int
    first_token_s: float | None
    total_s: float
    surprise: float | None = None


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A loaded model. `rewrites` says that it was taught to rewrite small texts, and needs no examples of it."""

    name: str
    sha256: str
    context_tokens: int
    parameters: int
    layers: int
    embedding_size: int
    load_s: float
    rewrites: bool = False
