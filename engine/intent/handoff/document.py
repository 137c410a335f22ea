"""A handoff as the document of [E] §5.1."""

from typing import Any

from engine.intent.records import Handoff, ItemKind

FIELDS = {
    "next_plans": ItemKind.PLAN,
    "reminders": ItemKind.REMINDER,
    "promises": ItemKind.PROMISE,
    "unfinished": ItemKind.UNFINISHED,
}


def document(handoff: Handoff) -> dict[str, Any]:
    """Its JSON: times in ISO 8601, items by kind."""
    items = {
        field: [
            {"text": item.text, "carried": item.carried, "first_seen": item.first_seen.isoformat()}
            for item in handoff.of(what)
        ]
        for field, what in FIELDS.items()
    }
    return {
        "timestamp": handoff.at.isoformat(),
        "session_number": handoff.number,
        **items,
        "mood_and_mode": handoff.mood_and_mode,
    }
