"""What surfaces ask of what is carried to the next time together: reminders, promises, plans, what is unfinished.

What comes again is open on its next day when it is fulfilled, and only that day of it is put off.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from companion.requests.room import Request, Requests, RoomRequest, Setting, record, several
from companion.service import Json
from engine.errors import InvalidInputError
from engine.intent import (
    Days,
    Every,
    Handoff,
    HandoffItem,
    Intent,
    Interval,
    ItemKind,
    ItemStatus,
    Nth,
    Recurrence,
    When,
    when_of,
)

SHOWN = 20
MOST_SETTLED = 100
DAY_MINUTES = 1440
AT = "An hour (18:00, 5pm), or a while from now (in 20 minutes)."
EVERY = "How soon it comes again: day, week, month or year."
INTERVAL = "Of how many of them one is meant: 2 with week is every other week."
DAYS = "A weekday on which it comes again every week; several may be said. Or the one that --nth is of."
NTH = "With month and one weekday: which of them in the month, 1 to 4, or -1 for the last."
LEAD = "Minutes before its hour at which it is brought up."
At = Annotated[str | None, Field(min_length=1, max_length=40)]
Text = Annotated[str, Field(min_length=1, max_length=500)]


class Again(StrEnum):
    """How soon something is to come again from now on."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    NEVER = "never"


class ReadHandoffs(Request):
    """How many handoffs are wanted."""

    limit: int = Field(default=1, ge=0, le=100, description="Handoffs, newest first.")


class AddItem(Request):
    """Something to be carried to the next time, or to a day."""

    what: ItemKind = Field(description="plan, reminder, promise or unfinished.")
    text: Text = Field(description="What it is about.")
    due: date | None = Field(default=None, description="Not before this day, YYYY-MM-DD.")
    at: At = Field(default=None, description=AT)
    lead_minutes: int = Field(default=0, ge=0, le=DAY_MINUTES, description=LEAD)
    every: Every | None = Field(default=None, description=EVERY)
    interval: Interval = Field(default=1, description=INTERVAL)
    days: Days = Field(default=(), description=DAYS)
    nth: Nth = Field(default=0, description=NTH)


class Item(Request):
    """Which item."""

    item: str = Field(min_length=1, max_length=64, description="Its id.")


class ChangeItem(Item):
    """Other words, None to leave them; and the day and hour that it is for, None for none."""

    text: str | None = Field(default=None, min_length=1, max_length=500, description="In other words.")
    due: date | None = Field(default=None, description="The day that it is for; none where none is said.")
    at: At = Field(default=None, description=AT)
    lead_minutes: int = Field(default=0, ge=0, le=DAY_MINUTES, description=LEAD)
    every: Again | None = Field(
        default=None, description=f"{EVERY[:-1]}, or never; as it was where none is said."
    )
    interval: Interval = Field(default=1, description=INTERVAL)
    days: Days = Field(default=(), description=DAYS)
    nth: Nth = Field(default=0, description=NTH)
    anchor: When | None = Field(
        default=None, description="What others are counted from where this one is put off."
    )


class KeepItem(Item):
    """How often it counts as carried from now on."""

    carried: int = Field(
        default=0, ge=0, le=10_000, description="How often it was carried; to take it back, as before."
    )


class SnoozeItem(Item):
    """Until when; tomorrow where nothing is said, at the hour that it had."""

    due: date | None = Field(default=None, description="The day, YYYY-MM-DD.")
    at: At = Field(default=None, description=AT)


class Began(Request):
    """Since when something is open that began elsewhere, and how often it was carried."""

    text: Text
    first_seen: datetime
    carried: int = Field(default=0, ge=0, le=10_000)


class Listed(Request):
    """Items by kind."""

    plans: tuple[str, ...] = Field(
        default=(), max_length=50, description="What is to be done next; may be repeated."
    )
    reminders: tuple[str, ...] = Field(
        default=(), max_length=50, description="What is to be thought of; may be repeated."
    )
    promises: tuple[str, ...] = Field(
        default=(), max_length=50, description="What was promised; may be repeated."
    )
    unfinished: tuple[str, ...] = Field(
        default=(), max_length=50, description="What was begun; may be repeated."
    )


class SaveHandoff(Listed):
    """Items by kind; `began` says of those that began elsewhere since when."""

    began: tuple[Began, ...] = Field(
        default=(), max_length=200, description="Since when those are open that began elsewhere."
    )


REQUESTS = Requests()
ITEM = record(HandoffItem, overdue=bool)
ITEMS = several(ITEM)


@REQUESTS.verb(
    "handoff.read",
    "What is open, and what the last times together left.",
    gives=record(open=ITEMS, proposed=ITEMS, settled=ITEMS, handoffs=list[Handoff]),
    outside="read",
)
def read_handoffs(setting: Setting, asked: ReadHandoffs) -> Json:
    """What is open now, and what was left at the end of the last times together."""
    intent = setting.mind.intent
    standing = intent.items.all()
    return {
        "open": [_item(intent, one) for one in standing if one.status is ItemStatus.OPEN],
        "proposed": [_item(intent, one) for one in standing if one.status is ItemStatus.PROPOSED],
        "settled": [_item(intent, one) for one in _settled(standing)],
        "handoffs": [one.model_dump(mode="json") for one in intent.handoffs.recent(asked.limit)],
    }


@REQUESTS.verb(
    "handoff.add",
    "Have something brought up the next time, or on a day at an hour.",
    gives=record(item=ITEM),
    changes="handoff",
    outside="offered",
)
def add_item(setting: Setting, asked: AddItem) -> Json:
    """Or the open one that says the same."""
    intent = setting.mind.intent
    due = _again(setting, _when(setting, asked), _recurrence(asked))
    return {"item": _item(intent, intent.note_item(asked.what, asked.text, due))}


@REQUESTS.verb(
    "handoff.change",
    "Word it anew, or give it another day and hour.",
    gives=record(item=ITEM),
    changes="handoff",
    outside="offered",
)
def change_item(setting: Setting, asked: ChangeItem) -> Json:
    """Words, day and hour; what comes again has a day, and goes on unless that is said."""
    intent = setting.mind.intent
    known, due = intent.items.item(asked.item), _when(setting, asked)
    if asked.every is not None or asked.days:
        due = _again(setting, due, _recurrence(asked))
    elif known.every is not None:
        due = known.when if due is None else due.again(known)
    if due is not None and due.every is not None and asked.anchor is not None:
        anchor = asked.anchor.again(due).model_copy(update={"anchor": None})
        due = due.model_copy(update={"anchor": anchor})
    return {"item": _item(intent, intent.change_item(asked.item, text=asked.text, due=due))}


@REQUESTS.verb(
    "handoff.snooze",
    "Have it brought up later: tomorrow, or when you say.",
    gives=record(item=ITEM),
    changes="handoff",
    outside="offered",
)
def snooze_item(setting: Setting, asked: SnoozeItem) -> Json:
    """It is brought up then, at its hour and not before it."""
    intent, now = setting.mind.intent, setting.mind.clock.local()
    due, known = when_of(now, asked.due, asked.at), intent.items.item(asked.item)
    if due is None:
        tomorrow = now.date() + timedelta(days=1)
        due = When(day=tomorrow, at=known.due_time, lead_minutes=known.lead_minutes)
    put_off = due if known.when is None else known.when.put_off(due)
    return {"item": _item(intent, intent.change_item(asked.item, due=put_off))}


def _when(setting: Setting, asked: AddItem | ChangeItem) -> When | None:
    return when_of(setting.mind.clock.local(), asked.due, asked.at, asked.lead_minutes)


def _recurrence(asked: AddItem | ChangeItem) -> Recurrence:
    """What is asked for; days alone are of every week. Raises InvalidInputError."""
    every = asked.every or (Again.WEEK if asked.days else Again.NEVER)
    if asked.nth and (every != Again.MONTH or len(asked.days) != 1):
        raise InvalidInputError("nth", "is of one weekday of what comes again every month")
    if asked.days and not asked.nth and every != Again.WEEK:
        raise InvalidInputError("days", "are of what comes again every week")
    if every == Again.NEVER:
        return Recurrence()
    return Recurrence(every=Every(every), interval=asked.interval, days=asked.days, nth=asked.nth)


def _again(setting: Setting, due: When | None, recurrence: Recurrence) -> When | None:
    """`due` as what comes again; from today on where no day is said."""
    if recurrence.every is None:
        return due
    return (due or When(day=setting.mind.clock.local().date())).again(recurrence)


@REQUESTS.verb(
    "handoff.keep",
    "Go on with what was open for long, without a day.",
    gives=record(item=ITEM),
    changes="handoff",
    outside="offered",
)
def keep_item(setting: Setting, asked: KeepItem) -> Json:
    """Go on with it."""
    intent = setting.mind.intent
    return {"item": _item(intent, intent.keep_item(asked.item, asked.carried))}


@REQUESTS.verb(
    "handoff.save",
    "Carry what is open to the next time; merged item by item.",
    gives=record(items=ITEMS),
    changes="handoff",
    outside="offered",
)
def save_handoff(setting: Setting, asked: SaveHandoff) -> Json:
    """Merged item by item."""
    intent = setting.mind.intent
    given = (asked.plans, asked.reminders, asked.promises, asked.unfinished)
    texts = dict(zip(ItemKind, map(list, given), strict=True))
    began = {one.text: (one.first_seen, one.carried) for one in asked.began}
    return {"items": [_item(intent, one) for one in intent.save_handoff(texts, began)]}


def _settled(items: list[HandoffItem]) -> list[HandoffItem]:
    """The latest of what was done or dropped."""
    over = [one for one in items if one.status in {ItemStatus.FULFILLED, ItemStatus.DROPPED}]
    return sorted(over, key=lambda one: one.updated_at, reverse=True)[:MOST_SETTLED]


def _settling(move: Callable[[Intent, str], HandoffItem]) -> Callable[[Setting, Item], Json]:
    def answer(setting: Setting, asked: Item) -> Json:
        intent = setting.mind.intent
        return {"item": _item(intent, move(intent, asked.item))}

    return answer


def _item(intent: Intent, item: HandoffItem) -> dict[str, Any]:
    return {**item.model_dump(mode="json"), "overdue": intent.is_overdue(item)}


REQUESTS |= {
    "handoff.fulfil": RoomRequest(
        Item,
        _settling(Intent.fulfil),
        words="It is done, also where the companion only thinks so.",
        changes="handoff",
        outside="offered",
        gives=record(item=ITEM),
    ),
    "handoff.drop": RoomRequest(
        Item,
        _settling(Intent.drop),
        words="Let it be.",
        changes="handoff",
        outside="offered",
        gives=record(item=ITEM),
    ),
    "handoff.undo": RoomRequest(
        Item,
        _settling(Intent.reopen),
        words="It is open again.",
        changes="handoff",
        outside="offered",
        gives=record(item=ITEM),
    ),
}
