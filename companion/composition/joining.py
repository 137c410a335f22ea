"""How the rooms take part in the conversation: what it draws on, and what each of them adds to a turn."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from companion.composition.foundation import Foundation
from companion.composition.rooms import Rooms
from companion.rooms.asking import add_asker
from companion.rooms.cognition import add_cognition
from companion.rooms.episodes import EpisodeDescribing
from companion.rooms.governing import add_governor
from companion.rooms.identity import add_identity
from companion.rooms.intent import add_intent, handoff_feeling, open_items
from companion.rooms.keeping import add_anchors, add_keeper
from companion.rooms.mood import add_mood
from companion.rooms.noticing import add_noticing
from companion.rooms.self_knowledge import SelfKnowledge
from companion.voice.interruption import interrupted
from engine.conversation import (
    ConversationRoom,
    CutOrder,
    NarrativeThread,
    Persona,
    PromptSection,
    Registry,
    Sources,
    load_wording,
)
from engine.language import Place, PreparedStates
from engine.models import standard_folder
from engine.settings import NarrativeSettings

LAST_TIME_ORDER = 90


def open_conversation(
    base: Foundation, rooms: Rooms, persona: Persona, registry: Registry
) -> ConversationRoom:
    """The conversation over `rooms`; `join_rooms` lets them add to it."""
    sources = Sources(
        rooms.trail,
        rooms.person,
        rooms.memory,
        rooms.library,
        place=rooms.memory.place.name,
        profile=base.profile,
        open_items=partial(open_items, rooms.intent),
    )
    return ConversationRoom(
        base.vault,
        rooms.trail,
        base.clock,
        settings=base.settings,
        wording=load_wording(),
        persona=persona,
        registry=registry,
        events=base.events,
        sources=sources if rooms.mood is None else replace(sources, feeling=rooms.mood.feeling),
        prepared=prepared_states(),
    )


def prepared_folder() -> Path:
    """Where models keep what they read for every home."""
    return standard_folder() / "prepared"


def prepared_states() -> PreparedStates:
    """Where what models have read of the program's own words lies: beside them, for every home."""
    return PreparedStates(prepared_folder())


def open_narrative(base: Foundation, rooms: Rooms) -> NarrativeThread:
    """Where the talk stood the last time."""
    return NarrativeThread(
        rooms.trail,
        rooms.memory.working,
        base.embedder,
        base.clock,
        base.settings.narrative,
    )


def join_rooms(
    base: Foundation, rooms: Rooms, conversation: ConversationRoom, narrative: NarrativeThread
) -> None:
    """Let every room take part in a turn and in withdrawal, in this order."""
    registry = conversation.registry
    if rooms.mood is not None:
        add_mood(conversation, rooms.mood, rooms.memory, base.settings.mood, base.embedder)
        rooms.intent.feel(handoff_feeling(rooms.mood))
    add_anchors(registry, rooms.memory)
    for derived in rooms.derived:
        registry.add_derived(derived)
    rooms.person.coordinate(conversation)
    add_governor(conversation, rooms.person, base.embedder)
    add_asker(conversation, rooms.person, rooms.mood, base.clock, base.effort)
    add_keeper(conversation, rooms.person, rooms.memory)
    add_intent(rooms.intent, conversation, base.settings.intent)
    rooms.identity.around = SelfKnowledge(base, rooms, conversation).surroundings()
    add_identity(rooms.identity, conversation)
    add_cognition(rooms.cognition, rooms.memory, conversation, base.settings.cognition)
    add_noticing(rooms.cognition, conversation, base.events, base.settings.noticing)
    EpisodeDescribing(rooms.trail, rooms.intent, rooms.mood, base.events)
    registry.add_section(interrupted(rooms.trail))
    registry.add_section(last_time(narrative, base.settings.narrative))


def last_time(narrative: NarrativeThread, settings: NarrativeSettings) -> PromptSection:
    """Where the talk stood, told where an episode opens."""
    return PromptSection(
        "narrative",
        Place.OPENING,
        LAST_TIME_ORDER,
        settings.tokens,
        lambda _: narrative.text(),
        CutOrder.NARRATIVE,
    )
