"""How an item grows older: carried, overdue, and of fading urgency ([E] §5.2; `one-mind.md`, "Cognition, intent")."""

from datetime import date, datetime, timedelta

from engine.intent.records import HandoffItem, ItemKind, ItemStatus
from engine.settings import IntentSettings


def carry(item: HandoffItem, day: date) -> HandoffItem:
    """The item as a handoff of the person's day `day` lists it.

    The first listing carries nothing; later ones raise `carried` at most once a day, and never on a day that lies
    before the last. `first_seen` stays, and so does what is not open.
    """
    if item.status is not ItemStatus.OPEN:
        return item
    if item.listed_on is None:
        return item.model_copy(update={"listed_on": day})
    if day <= item.listed_on:
        return item
    if item.every is not None:
        # What comes again is meant to be open for long.
        return item.model_copy(update={"listed_on": day})
    return item.model_copy(update={"listed_on": day, "carried": item.carried + 1})


def is_overdue(item: HandoffItem, settings: IntentSettings) -> bool:
    """Whether it was carried so often that it is brought up by itself ([E] §5.2)."""
    return item.carried >= settings.overdue_carried


def is_late(item: HandoffItem, local: datetime) -> bool:
    """Whether the hour that it is for is over, at the person's `local` time; what has none is never late by it."""
    return item.due_at is not None and item.due_at < local.replace(tzinfo=None)


def is_waiting(item: HandoffItem, local: datetime) -> bool:
    """Whether it is for a later day than that of the person's `local` time, or for a later hour."""
    if item.remind_at is not None:
        return item.remind_at > local.replace(tzinfo=None)
    return item.due is not None and item.due > local.date()


def urgency(item: HandoffItem, now: datetime, settings: IntentSettings) -> float:
    """How much an open item wants to be brought up, 0-1.

    Its kind gives the base; being overdue or on its day adds to it; after `fading_after_days` it halves every
    `urgency_half_life_days`. A clock that was set back makes nothing older.
    """
    base = _base(item.what, settings)
    if is_overdue(item, settings) or item.due is not None:
        base = min(1.0, base + settings.overdue_urgency)
    return base * fading(now - _since(item), settings)


def fading(age: timedelta, settings: IntentSettings) -> float:
    """What is left of the urgency of something as old as `age`: 1 at first, then halving, never 0."""
    days = age / timedelta(days=1) - settings.fading_after_days
    if days <= 0:
        return 1.0
    return float(0.5 ** min(days / settings.urgency_half_life_days, 1000.0))


def _base(what: ItemKind, settings: IntentSettings) -> float:
    return {
        ItemKind.PROMISE: settings.promise_urgency,
        ItemKind.REMINDER: settings.reminder_urgency,
        ItemKind.UNFINISHED: settings.unfinished_urgency,
        ItemKind.PLAN: settings.plan_urgency,
    }[what]


def _since(item: HandoffItem) -> datetime:
    """An item for a day is not old before that day."""
    if item.due is None:
        return item.first_seen
    due = datetime(item.due.year, item.due.month, item.due.day, tzinfo=item.first_seen.tzinfo)
    return max(item.first_seen, due)
