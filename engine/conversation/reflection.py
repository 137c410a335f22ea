"""The reflect segment: what the companion makes of an exchange, in the same generation ([A] §3–5).

The model assesses (importance, alignment, reason, felt shift); formulas compute. Whatever comes back is kept: a
reply that cannot be parsed stays as text and is counted.
"""

import logging
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.conversation.clauses import clauses
from engine.conversation.registry import ReflectField, Registry, TurnFacts
from engine.conversation.store import put_reflection
from engine.language import parse_structured
from engine.memory import resonance
from engine.settings import ReflectSettings
from engine.vault import UnitOfWork, Vault

log = logging.getLogger(__name__)
_UNSAFE = re.compile(r"[^a-z0-9]+")


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


def _whole(low: int, high: int) -> dict[str, Any]:
    """A whole number in bounds. Grammars know choices, not bounds."""
    return {"enum": list(range(low, high + 1))}


def _claims_schema(facts: TurnFacts) -> dict[str, Any]:
    quotes = clauses(facts.utterance.text)
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


class _RoomFailedError(Exception):
    """What a room does with the field `name` failed; the transaction it was part of is rolled back."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _give(known: ReflectField, unit: UnitOfWork, facts: TurnFacts, value: Any) -> None:
    try:
        known.absorb(unit, facts, value)
    except Exception as error:  # noqa: BLE001 - a room fails alone, and is seen to fail
        log.error("a reflection goes on without %s: %s", known.name, type(error).__name__)  # noqa: TRY400 - no locals
        raise _RoomFailedError(known.name) from None


@dataclass(frozen=True, slots=True)
class ReflectionWriter:
    """Absorbs a reflection: record, note as Markdown, and whatever rooms registered, in one transaction.

    A room that fails costs its own part: all is written once more without it.
    """

    vault: Vault
    registry: Registry
    local: Callable[[datetime], datetime]

    def absorb(self, facts: TurnFacts, raw: str, at: datetime, *, complete: bool) -> str:
        """Store what came back; returns the outcome: `absorbed`, `text_only` or `cut_short`.

        Only a complete and parsed reflection reaches the rooms' actions.
        """
        failing: set[str] = set()
        while True:
            try:
                return self._absorb(facts, raw, at, complete=complete, without=failing)
            except _RoomFailedError as error:
                failing.add(error.name)

    def _absorb(
        self, facts: TurnFacts, raw: str, at: datetime, *, complete: bool, without: Collection[str]
    ) -> str:
        parsed = parse_structured(raw) if raw.strip() else None
        body = parsed.value if parsed is not None and isinstance(parsed.value, dict) else {}
        outcome = "cut_short" if not complete else "absorbed" if body else "text_only"
        with self.vault.unit() as unit:
            note_path = self._write_note(unit, facts, body, at)
            if outcome == "absorbed":
                for known in self.registry.fields:
                    if known.name in body and known.name not in without:
                        _give(known, unit, facts, body[known.name])
            put_reflection(
                unit,
                loop_id=facts.loop.id,
                at=at,
                outcome=outcome,
                strategy=parsed.strategy if parsed is not None else None,
                body=body,
                raw="" if outcome == "absorbed" else raw,
                note_path=note_path,
            )
            unit.commit()
        return outcome

    def _write_note(
        self, unit: UnitOfWork, facts: TurnFacts, body: dict[str, Any], at: datetime
    ) -> str | None:
        note = str(body.get("note", "")).strip()
        if not note:
            return None
        local = self.local(at)
        topic = _UNSAFE.sub("_", facts.utterance.text.casefold()[:32]).strip("_") or "moment"
        path = f"notes/{local:%Y/%m/%d/%H_%M_%S}_{topic}_{facts.loop.id[-6:]}.md"
        self.vault.documents.put(unit, path, note + "\n", self._frontmatter(facts, body, local))
        return path

    @staticmethod
    def _frontmatter(facts: TurnFacts, body: dict[str, Any], local: datetime) -> dict[str, Any]:
        felt = resonance(
            body.get("importance", 0) / 10, body.get("alignment", 0) / 10, str(body.get("reason", ""))
        )
        return {
            "at": local.isoformat(timespec="seconds"),
            "person": facts.utterance.person,
            "companion": facts.utterance.companion,
            "loop": facts.loop.id,
            "importance": round(felt.importance, 3),
            "alignment": round(felt.alignment, 3),
            "intensity": round(felt.intensity, 3),
            "valence": felt.valence,
            "reason": felt.reason,
        }
