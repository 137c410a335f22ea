"""What is told unasked. No widgets."""

from dataclasses import dataclass, replace
from enum import StrEnum

DONE, IN_AN_HOUR, TOMORROW = "done", "in an hour", "tomorrow"
"""The keys of what can be done with a due thing where it is told."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What is told: a title, a text, and the place that a click opens, at the thing of that `ref` where it names one.

    `actions` are what can be done with that thing at once: a key and its words each. `plain` are title and text without
    any of the person's words: for a locked screen, which anybody may read.
    """

    title: str
    text: str
    place: str
    plain: tuple[str, str]
    ref: str = ""
    actions: tuple[tuple[str, str], ...] = ()

    def without_words(self) -> "Notice":
        """The same, discreetly."""
        return replace(self, title=self.plain[0], text=self.plain[1])


class Unasked(StrEnum):
    """What may be told besides what is due; each can be wished away.

    The brief of a morning, a question that came up, what the companion noticed, predictions whose day has come, and
    what thinking alone brought up.
    """

    BRIEF = "brief"
    QUESTIONS = "questions"
    OBSERVATIONS = "observations"
    PREDICTIONS = "predictions"
    FINDINGS = "findings"


@dataclass(frozen=True, slots=True)
class Wishes:
    """How willing the companion is to ask (quiet, balanced or active), and what is told besides what is due."""

    effort: str
    kinds: frozenset[Unasked] = frozenset(Unasked)


@dataclass(frozen=True, slots=True)
class Found:
    """A notice that may be given now, with the ids of what it tells of.

    `at_hour` says that it was asked for at an hour that has come, so that no quiet hour holds it back.
    """

    notice: Notice
    ids: frozenset[str]
    at_hour: bool = False
