"""What an export holds, whichever program wrote it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class PastTurn:
    """Something that was said then. `at` is UTC; `by_person` False is the other program's answer.

    `speaker` is whose answer it is where that is not the talk's own: several characters in one room.
    """

    id: str
    by_person: bool
    text: str
    at: datetime
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class PastTalk:
    """A conversation, its turns in their order; `id` is the program's own, and the same in every export."""

    id: str
    title: str
    speaker: str
    turns: tuple[PastTurn, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A character as its author described it: a document to be read, and no instruction."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PastMemory:
    """Something that another memory kept. `kind` is that program's own word; `importance` 0–1; `at` UTC or None."""

    kind: str
    text: str
    importance: float
    tags: tuple[str, ...] = ()
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PastCorrection:
    """A mistake that another program was not to make again ([E] §7.1)."""

    mistake: str
    correction: str
    context: str = ""
    technical: bool = False
    fails_when: str = ""
    fine_when: str = ""


@dataclass(frozen=True, slots=True)
class PastGoal:
    """Something that was wanted there over a longer time ([E] §8.1); `status` and `priority` in that program's words."""

    title: str
    status: str
    priority: str
    project: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class PastItem:
    """What was to be carried on: `what` is plan, reminder, promise or unfinished.

    `carried` counts how often it was; `first_seen` is UTC, None where that is not known.
    """

    what: str
    text: str
    carried: int = 0
    first_seen: datetime | None = None


@dataclass(frozen=True, slots=True)
class PastThought:
    """What another companion believed, foresaw, reasoned or gathered ([E] §8, §10), in its own words and fields.

    `what` is the folder that it lay in (`models`, `predictions`, …), `id` its own, `at` UTC, `row` as it was written.
    """

    what: str
    id: str
    text: str
    at: datetime | None
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Skipped:
    """What could not be read, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """All that a file holds; `source` is the program that wrote it."""

    source: str
    talks: tuple[PastTalk, ...] = ()
    cards: tuple[Card, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    memories: tuple[PastMemory, ...] = ()
    corrections: tuple[PastCorrection, ...] = ()
    items: tuple[PastItem, ...] = ()
    goals: tuple[PastGoal, ...] = ()
    thoughts: tuple[PastThought, ...] = ()
