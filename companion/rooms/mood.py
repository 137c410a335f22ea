"""What the mood adds to a turn: how it feels, a line of tone where that changed, care, and what a reflection felt."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.conversation import PromptSection, ReflectField, Registry, Rendered, TurnFacts
from engine.language import Place
from engine.memory import resonance
from engine.mood import Mood, Seeming
from engine.vault import UnitOfWork

ASSESSED = ("importance", "alignment", "reason")
SHIFT = "shift"
Absorb = Callable[[UnitOfWork, TurnFacts, Any], None]
TONE_ORDER = 60
TONE_TOKENS = 28
CARE_ORDER = 30
CARE_TOKENS = 32
SEEMS = "they_seem"
# After what the companion felt itself, before what takes many tokens.
SEEMS_ORDER = 35
TEN = 10.0


def add_mood(registry: Registry, mood: Mood) -> None:
    """Let `mood` take part in every turn; the conversation has registered its own fields before."""
    registry.feeling = mood.feeling
    registry.add_section(
        PromptSection("tone", Place.BLOCK, TONE_ORDER, TONE_TOKENS, lambda facts: tone(mood, facts))
    )
    registry.add_section(
        PromptSection("care", Place.OPENING, CARE_ORDER, CARE_TOKENS, lambda _: check_in(mood))
    )
    registry.add_field(ReflectField(SEEMS, SEEMS_ORDER, {"enum": list(Seeming)}, notice(mood)))
    reflected = Reflected(mood)
    for name in ASSESSED:
        registry.listen(name, reflected.assess(name))
    registry.listen(SHIFT, reflected.absorb)
    registry.telling.append(mood.announce)


def tone(mood: Mood, facts: TurnFacts | None) -> str:
    """The line of tone for a turn, or for a draft of one."""
    if facts is None:
        return mood.tone()
    return mood.tone(episode=facts.loop.episode_id, turn=facts.loop.id)


def check_in(mood: Mood) -> Rendered:
    """The line of an opening that asks someone who had it hard how they are."""
    line, *cites = mood.check_in() or ("",)
    return Rendered(line, tuple(cites))


def notice(mood: Mood) -> Absorb:
    """What keeps how the person seemed."""

    def absorb(_: UnitOfWork, facts: TurnFacts, value: Any) -> None:
        mood.notice(value, episode_id=facts.loop.episode_id, source=f"step:{facts.utterance.id}")

    return absorb


@dataclass
class Reflected:
    """Gathers what a reflection assesses of a turn, until its felt shift comes: that is absorbed with all of it."""

    mood: Mood
    turn: str = ""
    assessed: dict[str, Any] = field(default_factory=dict)

    def assess(self, name: str) -> Absorb:
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
