"""What Reminders asks of the mind, typed."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.intent.records import HandoffItem, ItemKind, When
from ui.doors import Door, Json, OnFailure

SETTLED = ("open", "proposed", "settled")
OnDone = Callable[[object], None]


class Item(HandoffItem):
    """Something carried, and whether that went on for too long."""

    overdue: bool = False


def items(door: Door, success: Callable[[Sequence[Item]], None], failure: OnFailure) -> None:
    """What is open, what is thought to be done, and the latest of what is settled."""

    def read(found: Json) -> None:
        success([Item.model_validate(one) for name in SETTLED for one in found[name]])

    door.question("handoff.read", {"limit": 0}, success=read, failure=failure)


def add(door: Door, given: dict[str, Any], success: OnDone, failure: OnFailure) -> None:
    """`given` are what (an `ItemKind`), text, due, at and every."""
    door.change("handoff.add", given, success=success, failure=failure)


def settle(door: Door, verb: str, item_id: str, success: OnDone, failure: OnFailure) -> None:
    """`verb` is fulfil, keep, drop or undo."""
    door.change(f"handoff.{verb}", {"item": item_id}, success=success, failure=failure)


def keep_no_more(door: Door, item: Item, success: OnDone, failure: OnFailure) -> None:
    """Take back that it is kept: it counts as carried as often as before."""
    given = {"item": item.id, "carried": item.carried}
    door.change("handoff.keep", given, success=success, failure=failure)


def change(
    door: Door, item: Item, to: tuple[str | None, When | None], success: OnDone, failure: OnFailure
) -> None:
    """`to` are other words, None to leave them, and the day and hour that it is for."""
    text, when = to
    wanted: dict[str, Any] = {"item": item.id, "text": text, "due": None}
    if when is not None:
        wanted["due"] = when.day.isoformat()
    if when is not None and when.at is not None:
        wanted |= {"at": f"{when.at:%H:%M}", "lead_minutes": when.lead_minutes}
    if when is not None and when.every is not None:
        anchor = None if when.anchor is None else when.anchor.model_dump(mode="json")
        wanted |= when.recurrence.model_dump(mode="json") | {"anchor": anchor}
    elif item.every is not None:
        wanted["every"] = "never"
    door.change("handoff.change", wanted, success=success, failure=failure)


KINDS = (ItemKind.REMINDER, ItemKind.PLAN, ItemKind.PROMISE, ItemKind.UNFINISHED)
