"""What keeps of an exchange what was worth keeping, put together: facts, memories, and what meant much ([A] §5)."""

from typing import Any

from companion.rooms.reflecting import on_resonance
from engine.conversation import ConversationRoom, Registry, TurnFacts, own_words
from engine.conversation.reflection import Keeper, resolved_field
from engine.memory import Memory, NodeKind, Resonance, WorkingSlot
from engine.person import PersonalModel
from engine.trail import EpisodeClosed
from engine.vault import UnitOfWork

LONGEST_EVENT = 400


def add_keeper(room: ConversationRoom, person: PersonalModel, memory: Memory) -> None:
    """Let reflections of `room` write facts and memories."""
    keeper = Keeper(
        room.trail,
        person,
        memory,
        room.settings.reflect,
        lambda: room.companion_speaker,
        room.registry.feeling,
    )
    room.keep_with(keeper)
    room.registry.add_field(resolved_field(memory))

    def put_aside(_: EpisodeClosed) -> None:
        """What was looked up for a talk is of no use to the next one."""
        memory.working.clear(WorkingSlot.REFERENCE)

    room.events.subscribe(EpisodeClosed, put_aside)


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
            sources = (*facts.sources, episode)
            memory.anchor_if_strong(event, felt, sources=sources, feeling=registry.feeling(), unit=unit)

    on_resonance(registry, keep)
