"""The port of whom is spoken with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.errors import CompanionError


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

    def draft(self, text: str) -> None:
        """What is being said, as far as it is understood: what it needs may be read ahead."""

    def say(self, text: str, listener: AnswerListener) -> Saying:
        """Say `text` and have it answered."""
