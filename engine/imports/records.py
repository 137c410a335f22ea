"""What an export holds, whichever program wrote it, and what can go wrong.

* ImportsError
  x UnknownFormatError   a file that is no export that can be read
  x ArchiveError         an archive that is damaged, or made to do harm
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.errors import CompanionError

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
MILLISECONDS_FROM = 10_000_000_000
"""Seconds since 1970 of a year that no export has; a larger number counts milliseconds."""
STAMPS = ("%Y-%m-%d@%Hh%Mm%Ss", "%B %d, %Y %I:%M%p", "%Y-%m-%d %H:%M:%S")


class ImportsError(CompanionError):
    """Base of this room's errors."""


class UnknownFormatError(ImportsError):
    """A file that is no export that can be read."""

    remedy = "Give an export of ChatGPT, Claude, SillyTavern, Continuity or Day One, dated Markdown, or Elara's folder."


class ArchiveError(ImportsError):
    """An archive that is damaged, too large, or made to do harm. Nothing of it was taken."""

    remedy = "Export it again; nothing was changed."


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
    """Something that was wanted there over a longer time ([E] §8.1); `status` and `priority` in the words of both."""

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


def moment(given: Any, latest: datetime, earliest: datetime = EARLIEST) -> datetime | None:
    """The time that a number or text says, in UTC; None for none, or one before `earliest` or to come."""
    try:
        found = _read(given)
    except (ValueError, OverflowError, OSError):
        return None
    possible = found is not None and earliest <= found <= latest + timedelta(days=1)
    return found if possible else None


def _read(given: Any) -> datetime | None:
    if isinstance(given, bool) or given is None:
        return None
    if isinstance(given, int | float):
        return datetime.fromtimestamp(given / 1000 if given > MILLISECONDS_FROM else given, UTC)
    text = re.sub(r"\s+", " ", str(given)).strip()
    if text.isdigit():
        return _read(int(text))
    if "@" in text:
        # `2024-01-05@12h30m05s123ms`, or `2023-6-19 @16h 13m 05s 123ms`: more than is needed.
        text = re.sub(r"(\d+s)\d+ms$", r"\1", text.replace(" ", ""))
    for stamp in STAMPS:
        try:
            return datetime.strptime(text, stamp).astimezone(UTC)
        except ValueError:
            continue
    return datetime.fromisoformat(text).astimezone(UTC)
