"""What the memory adds to a turn: a moment that meant much is kept as a key moment ([A] §5)."""

from typing import Any

from companion.rooms.reflecting import on_resonance, sources_of
from engine.conversation import Registry, TurnFacts, own_words
from engine.memory import Memory, NodeKind, Resonance
from engine.vault import UnitOfWork

LONGEST_EVENT = 400


def add_anchors(registry: Registry, memory: Memory) -> None:
    """Let strong moments become key moments; after the mood is added, so that they carry what was felt.

    A small model finds everything important, a greeting too: a moment must hold something that was worth keeping, and
    mean more than what was kept of its episode.
    """

    def keep(unit: UnitOfWork, facts: TurnFacts, felt: Resonance, _: Any) -> None:
        if not facts.tells:
            return
        episode = f"episode:{facts.loop.episode_id}"
        kept = [one.intensity for one in memory.nodes([NodeKind.KEY_MOMENT]) if episode in one.sources]
        if felt.intensity > max(kept, default=0.0) and own_words(facts.utterance.text):
            # The person's own words; why it meant so much stands in the resonance.
            event = own_words(facts.utterance.text)[:LONGEST_EVENT]
            sources = (*sources_of(facts), episode)
            memory.anchor_if_strong(event, felt, sources=sources, feeling=registry.feeling(), unit=unit)

    on_resonance(registry, keep)
