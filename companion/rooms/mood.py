"""What the mood adds to a turn: how it feels, a line of tone where that changed, care, and what a reflection felt."""

from collections.abc import Callable
from typing import Any

from companion.rooms.reflecting import Felt, on_resonance, sources_of
from engine.conversation import PromptSection, ReflectField, Registry, Rendered, TurnFacts
from engine.language import Place
from engine.memory import Resonance
from engine.mood import Mood, Seeming
from engine.vault import UnitOfWork

Absorb = Callable[[UnitOfWork, TurnFacts, Any], None]
TONE_ORDER = 60
TONE_TOKENS = 28
CARE_ORDER = 30
CARE_TOKENS = 32
SEEMS = "they_seem"
# After what the companion felt itself, before what takes many tokens.
SEEMS_ORDER = 35


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
    on_resonance(registry, absorb_shift(mood))
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


def absorb_shift(mood: Mood) -> Felt:
    """What lets a reflection's felt shift move the mood."""

    def absorb(unit: UnitOfWork, facts: TurnFacts, felt: Resonance, shift: Any) -> None:
        episode = facts.loop.episode_id
        mood.absorb_shift(shift, episode_id=episode, felt=felt, sources=sources_of(facts), unit=unit)

    return absorb
