"""A place: one entry of the rail and what it shows."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtWidgets import QWidget

from ui.shell.actions import Action


class Part(StrEnum):
    """The parts of the rail, in its order: what is now, the two of us, the companion itself, the program."""

    NOW = "now"
    US = "us"
    IT = "it"
    PROGRAM = "program"


SHOWN_IN = {
    "line": "night",
    "run": "night",
    "handoff": "reminders",
    "goal": "goals",
    "intention": "goals",
    "correction": "corrections",
    "imprint": "imprints",
    "prediction": "mind",
    "model": "mind",
    "principle": "mind",
    "trail": "mind",
    "outcome": "mind",
    "idea": "mind",
    "business": "mind",
    "fact": "you",
    "question": "questions",
    "node": "memories",
    "document": "memories",
    "step": "trail",
    "episode": "trail",
    "headline": "today",
}
"""The place that shows what a ref (`kind:id`) names, by its kind: the one table of it."""


def place_of(ref: str) -> str:
    """The place that shows what `ref` names; of a kind that has none of its own, the memories."""
    return SHOWN_IN.get(ref.partition(":")[0], "memories")


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the window.

    `icon` is a name in `ui.widgets.icons`; the widget takes the focus when it is shown. One that is `folded` stands in
    the rail only while it has something to show, or all are shown.
    """

    key: str
    title: str
    tip: str
    icon: str
    widget: QWidget
    actions: tuple[Action, ...] = ()
    part: Part = Part.NOW
    folded: bool = False
