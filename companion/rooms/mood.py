"""What the mood adds to a turn: how it feels, a line of tone where that changed, and what a reflection felt."""

from dataclasses import dataclass, field
from typing import Any

from engine.conversation import PromptSection, Registry, TurnFacts
from engine.language import Place
from engine.memory import resonance
from engine.mood import Mood
from engine.vault import UnitOfWork

ASSESSED = ("importance", "alignment", "reason")
SHIFT = "shift"
TONE_ORDER = 60
TONE_TOKENS = 28
TEN = 10.0


def add_mood(registry: Registry, mood: Mood) -> None:
    """Let `mood` take part in every turn; the conversation has registered its own fields before."""
    registry.feeling = mood.feeling
    registry.add_section(
        PromptSection("tone", Place.BLOCK, TONE_ORDER, TONE_TOKENS, lambda facts: tone(mood, facts))
    )
    reflected = Reflected(mood)
    for name in ASSESSED:
        registry.listen(name, reflected.assess(name))
    registry.listen(SHIFT, reflected.absorb)


def tone(mood: Mood, facts: TurnFacts | None) -> str:
    """The line of tone for a turn, or for a draft of one."""
    if facts is None:
        return mood.tone()
    return mood.tone(episode=facts.loop.episode_id, turn=facts.loop.id)


@dataclass
class Reflected:
    """Gathers what a reflection assesses of a turn, until its felt shift comes: that is absorbed with all of it."""

    mood: Mood
    turn: str = ""
    assessed: dict[str, Any] = field(default_factory=dict)

    def assess(self, name: str) -> Any:
        """What keeps the value of the field `name`."""

        def keep(_: UnitOfWork, facts: TurnFacts, value: Any) -> None:
            if facts.loop.id != self.turn:
                self.turn, self.assessed = facts.loop.id, {}
            self.assessed[name] = value

        return keep

    def absorb(self, unit: UnitOfWork, facts: TurnFacts, shift: Any) -> None:
        """Move the mood; a strong moment leaves an imprint that cites what was said."""
        known = self.assessed if facts.loop.id == self.turn else {}
        self.turn, self.assessed = "", {}
        felt = resonance(
            _number(known.get("importance")) / TEN,
            _number(known.get("alignment")) / TEN,
            str(known.get("reason", "")),
        )
        steps = (facts.utterance, facts.answer)
        sources = tuple(f"step:{step.id}" for step in steps if step is not None)
        self.mood.absorb_shift(shift, episode_id=facts.loop.episode_id, felt=felt, sources=sources, unit=unit)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
