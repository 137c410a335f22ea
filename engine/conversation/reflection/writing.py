"""A reflection is written down: its record, its note as Markdown, and what is made of it, in one transaction.

Whatever comes back is kept: a reply that cannot be parsed stays as text and is counted.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.conversation.reflection.keeping import Keeper
from engine.conversation.reflection.reflecting import Thought
from engine.conversation.registry import ReflectField, Registry, TurnFacts
from engine.conversation.store import put_reflection, settle_outstanding
from engine.language import parse_structured
from engine.memory import Here, note_path, nowhere, resonance
from engine.vault import UnitOfWork, Vault

log = logging.getLogger(__name__)


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


def _is_plain(value: object) -> bool:
    """Whether a record can hold it as it stands; what rooms decided for themselves they keep themselves."""
    return isinstance(value, str | int | float | list | dict | None)


@dataclass(frozen=True, slots=True)
class ReflectionWriter:
    """Absorbs a reflection: record, note as Markdown, and whatever rooms registered, in one transaction.

    A room that fails costs its own part: all is written once more without it. `place` says where this is.
    """

    vault: Vault
    registry: Registry
    local: Callable[[datetime], datetime]
    keeper: Keeper | None = None
    place: Here = nowhere

    def absorb(self, facts: TurnFacts, thought: Thought, at: datetime) -> str:
        """Store what came of an exchange, once; returns the outcome: `absorbed`, `text_only` or `cut_short`.

        Only a whole and parsed text reaches the rooms' actions; what was decided needs none. In the same transaction it
        is no longer outstanding.
        """
        failing: set[str] = set()
        while True:
            try:
                outcome = self._absorb(facts, thought, at, without=failing)
            except _RoomFailedError as error:
                failing.add(error.name)
            else:
                if self.keeper is not None:
                    self.keeper.announce()
                return outcome

    def _absorb(self, facts: TurnFacts, thought: Thought, at: datetime, *, without: Collection[str]) -> str:
        raw = thought.text.strip()
        parsed = parse_structured(raw) if raw else None
        written = parsed.value if parsed is not None and isinstance(parsed.value, dict) else {}
        decided = thought.is_whole and (written or not raw)
        outcome = "absorbed" if decided else "text_only" if thought.is_whole else "cut_short"
        values = {**thought.values, **(written if outcome == "absorbed" else {})}
        with self.vault.unit() as unit:
            note_path = self._write_note(unit, facts, values, at)
            for known in self.registry.fields:
                if known.name in values and known.name not in without:
                    _give(known, unit, facts, values[known.name])
            if self.keeper is not None:
                self.keeper.keep(unit, facts, values, thought.claims)
            put_reflection(
                unit,
                loop_id=facts.loop.id,
                at=at,
                outcome=outcome,
                strategy=parsed.strategy if parsed is not None else None,
                body={name: value for name, value in values.items() if _is_plain(value)},
                raw="" if outcome == "absorbed" else raw,
                note_path=note_path,
            )
            settle_outstanding(unit, facts.loop.id)
            unit.commit()
        return outcome

    def _write_note(
        self, unit: UnitOfWork, facts: TurnFacts, body: dict[str, Any], at: datetime
    ) -> str | None:
        note = str(body.get("note", "")).strip()
        if not note:
            return None
        local = self.local(at)
        path = note_path(local, f"{facts.utterance.text[:32]} {facts.loop.id[-6:]}")
        self.vault.documents.put(unit, path, note + "\n", self._frontmatter(facts, body, local))
        return path

    def _frontmatter(self, facts: TurnFacts, body: dict[str, Any], local: datetime) -> dict[str, Any]:
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
            "place": self.place(),
            "sources": list(facts.sources),
        }
