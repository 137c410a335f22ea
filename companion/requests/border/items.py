"""What was to be carried on elsewhere, offered to the person as one thing to say yes or no to."""

from collections.abc import Mapping
from typing import Any

from companion.requests.handoff import Began
from engine.intent import ItemKind
from engine.mind import Mind

MOST_ITEMS = 50
LISTS = {
    ItemKind.PLAN: "plans",
    ItemKind.REMINDER: "reminders",
    ItemKind.PROMISE: "promises",
    ItemKind.UNFINISHED: "unfinished",
}
"""The names of a handoff's lists."""


def offered_items(mind: Mind) -> set[tuple[ItemKind, str]]:
    """What was offered to be carried, also what the person refused."""
    asked = [one.given for one in mind.intent.offers.all() if one.verb == "handoff.save"]
    return {(what, text) for one in asked for what, name in LISTS.items() for text in one.get(name, ())}


def offer_items(
    mind: Mind,
    by: str,
    texts: Mapping[ItemKind, tuple[str, ...]],
    *,
    most: int | None = None,
    began: Mapping[str, Began] | None = None,
) -> None:
    """Offer what of these items is not here yet, so many at once as one handoff may hold.

    `began` says by their texts since when some are open.
    """
    known = {(one.what, one.text) for one in mind.intent.items.all()} | offered_items(mind)
    new = {
        LISTS[what]: [text for text in dict.fromkeys(given) if (what, text) not in known]
        for what, given in texts.items()
    }
    for start in range(0, max(map(len, new.values()), default=0), MOST_ITEMS):
        rows: dict[str, list[Any]] = {
            name: row[start : start + MOST_ITEMS] for name, row in new.items() if row[start:]
        }
        known_since = [(began or {}).get(text) for row in list(rows.values()) for text in row]
        if since := [one.model_dump(mode="json") for one in known_since if one is not None]:
            rows["began"] = since
        mind.intent.offers.make(by, "handoff.save", rows, most=most)
