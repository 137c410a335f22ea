"""The reflect segment: what the companion makes of an exchange, in the same generation ([A] §3–5).

The model assesses (importance, alignment, reason, felt shift); formulas compute.
"""

from datetime import datetime
from typing import Any

from engine.conversation.registry import ReflectField, TurnFacts
from engine.conversation.utterance import clauses, own_words
from engine.memory import Memory, WorkingItem
from engine.settings import ReflectSettings
from engine.vault import UnitOfWork

RESOLVED_ORDER, MOST_ASKED = 75, 4
"""After what is left open, before the note; and how many open questions are shown at once."""


def base_fields(settings: ReflectSettings) -> list[ReflectField]:
    """The fields that every profile has, in their order (`one-mind.md`, "Reconstruction and prompt").

    Their values are kept with the reflection; the rooms that act on them register what absorbs them.
    """
    text = {"type": "string", "maxLength": 120}
    action = {
        "type": "object",
        "properties": {
            "action": {"enum": ["remember", "link", "search", "reflect"]},
            "content": {"type": "string", "maxLength": 140},
            "importance": _whole(1, 10),
        },
        "required": ["action", "content", "importance"],
        "additionalProperties": False,
    }
    shift = {
        "type": "object",
        "properties": {axis: _whole(-3, 3) for axis in ("valence", "energy", "openness")},
        "required": ["valence", "energy", "openness"],
        "additionalProperties": False,
    }
    schemas: list[tuple[str, Any]] = [
        ("importance", _whole(1, 10)),
        ("alignment", _whole(-10, 10)),
        ("reason", {"type": "string", "maxLength": 80}),
        ("shift", shift),
        ("actions", {"type": "array", "items": action, "maxItems": settings.actions}),
        ("claims", _claims_schema),
        ("promises", {"type": "array", "items": text, "maxItems": 2}),
        ("unresolved", {"type": "array", "items": text, "maxItems": 1}),
        ("note", {"type": "string", "maxLength": settings.note_words * 6}),
    ]
    return [ReflectField(name, 10 * i, schema, _kept) for i, (name, schema) in enumerate(schemas)]


def resolved_field(memory: Memory) -> ReflectField:
    """Which of the companion's own questions and tasks the exchange settled, and how; asked only where one is open."""

    def schema(_: TurnFacts) -> dict[str, Any]:
        working = memory.working.read()
        waiting = [item.text for item in sorted((*working.tasks, *working.unresolved), key=_since)]
        if not waiting:
            return {}
        settled = {
            "type": "object",
            "properties": {
                "question": {"enum": waiting[-MOST_ASKED:]},
                "how": {"type": "string", "maxLength": 100},
            },
            "required": ["question", "how"],
            "additionalProperties": False,
        }
        return {"type": "array", "items": settled, "maxItems": 1}

    return ReflectField("resolved", RESOLVED_ORDER, schema, _kept)


def _since(item: WorkingItem) -> datetime:
    return item.at


def _whole(low: int, high: int) -> dict[str, Any]:
    """A whole number in bounds. Grammars know choices, not bounds."""
    return {"enum": list(range(low, high + 1))}


def _claims_schema(facts: TurnFacts) -> dict[str, Any]:
    quotes = clauses(own_words(facts.utterance.text)) or [""]
    claim = {
        "type": "object",
        "properties": {
            "quote": {"enum": quotes},
            "lens": {"enum": ["identity", "world", "pulse", "journey"]},
            "topic": {"type": "string", "maxLength": 30},
        },
        "required": ["quote", "lens", "topic"],
        "additionalProperties": False,
    }
    return {"type": "array", "items": claim, "maxItems": 2}


def _kept(_unit: UnitOfWork, _facts: TurnFacts, _value: Any) -> None:
    """The value stands in the reflection's record; nothing else is done with it by this room."""
