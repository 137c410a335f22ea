"""How much an exchange meant, put together from the fields in which a reflection says so ([A] §5)."""

from collections.abc import Callable
from typing import Any

from engine.conversation import Registry, TurnFacts
from engine.memory import Resonance, resonance
from engine.vault import UnitOfWork

ASSESSED = ("importance", "alignment", "reason")
SHIFT = "shift"
TEN = 10.0
Felt = Callable[[UnitOfWork, TurnFacts, Resonance, Any], None]
HELPED = "helped"
"""The tag of a moment that tells what helped the person."""


def on_resonance(registry: Registry, absorb: Felt) -> None:
    """Call `absorb` with the resonance of each reflection and its felt shift, as it was given."""
    said: dict[str, Any] = {}

    def keep(name: str) -> Callable[[UnitOfWork, TurnFacts, Any], None]:
        def kept(_: UnitOfWork, facts: TurnFacts, value: Any) -> None:
            if said.get(SHIFT) != facts.loop.id:
                said.clear()
                said[SHIFT] = facts.loop.id
            said[name] = value

        return kept

    def whole(unit: UnitOfWork, facts: TurnFacts, shift: Any) -> None:
        known = dict(said) if said.get(SHIFT) == facts.loop.id else {}
        said.clear()
        absorb(unit, facts, _resonance(known), shift)

    for name in ASSESSED:
        registry.listen(name, keep(name))
    registry.listen(SHIFT, whole)


def _resonance(known: dict[str, Any]) -> Resonance:
    importance, alignment = (_number(known.get(name)) / TEN for name in ASSESSED[:2])
    return resonance(importance, alignment, str(known.get("reason", "")))


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
