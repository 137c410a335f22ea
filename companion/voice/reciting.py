"""A companion that recites: for measuring and testing the voice without a mind."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.senses import AnswerListener, Saying


@dataclass
class Recited:
    """Implements `Saying`; keeps how much was heard."""

    told: list[tuple[str, bool]]
    stopped: bool = False

    def stop(self) -> None:
        self.stopped = True

    def heard(self, text: str, *, whole: bool) -> None:
        self.told.append((text, whole))


@dataclass
class Reciter:
    """Implements `Companion`: gives the same answer at once, or what `answers` makes of what was said."""

    answer: str = ""
    answers: Callable[[str], str] | None = None
    said: list[str] = field(default_factory=list)
    attended: int = 0
    drafts: list[str] = field(default_factory=list)
    heard: list[tuple[str, bool]] = field(default_factory=list)
    sayings: list[Recited] = field(default_factory=list)

    def attend(self) -> None:
        self.attended += 1

    def draft(self, text: str) -> None:
        self.drafts.append(text)

    def say(self, text: str, listener: AnswerListener) -> Saying:
        self.said.append(text)
        saying = Recited(self.heard)
        self.sayings.append(saying)
        for piece in _pieces(self.answers(text) if self.answers else self.answer):
            listener.piece(piece)
        listener.ended(None)
        return saying


def _pieces(text: str) -> Iterator[str]:
    for word in text.split(" "):
        yield f"{word} "
