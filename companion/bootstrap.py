"""The composition root: the only place that builds the mind, with real parts unless others are handed in."""

import platform
from dataclasses import replace
from pathlib import Path

from companion.preferences import Preferences
from companion.rooms.anchors import add_anchors
from companion.rooms.governing import add_governor
from companion.rooms.intent import add_intent, handoff_feeling
from companion.rooms.keeping import add_keeper
from companion.rooms.mood import add_mood
from engine.clock import Clock, SystemClock
from engine.conversation import SCHEMA as CONVERSATION_SCHEMA
from engine.conversation import (
    ConversationRoom,
    CutOrder,
    NarrativeThread,
    Persona,
    PromptSection,
    Registry,
    Sources,
    load_narrative_wording,
    load_wording,
)
from engine.embedding import Embedder, EmbeddingError, OnnxEmbedder
from engine.events import EventBus
from engine.intent import SCHEMA as INTENT_SCHEMA
from engine.intent import Intent
from engine.language import Place, support_budget
from engine.library import SCHEMA as LIBRARY_SCHEMA
from engine.library import Library, MemoryMentions
from engine.memory import SCHEMA as MEMORY_SCHEMA
from engine.memory import Memory, Profile
from engine.mind import Mind
from engine.models import ModelError, ModelStore, standard_store
from engine.mood import SCHEMA as MOOD_SCHEMA
from engine.mood import Mood, MoodWithdrawal
from engine.person import SCHEMA as PERSON_SCHEMA
from engine.person import PersonalModel
from engine.settings import PromptSettings, Settings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import Trail
from engine.vault import DataKey, Vault

SCHEMAS = (
    TRAIL_SCHEMA,
    CONVERSATION_SCHEMA,
    INTENT_SCHEMA,
    LIBRARY_SCHEMA,
    MEMORY_SCHEMA,
    PERSON_SCHEMA,
    MOOD_SCHEMA,
)
SENTENCE_MODEL = "minilm-l6-onnx"
COMPANION_ID = "companion"
OWNER_ID = "owner"


def open_vault(path: Path | None, key: DataKey | None, clock: Clock | None = None) -> Vault:
    """The vault at `path`; in memory, thrown away at the end, where path or key is None."""
    if path is None or key is None:
        return Vault.throwaway(SCHEMAS, clock=clock)
    return Vault.open(path, key, SCHEMAS, clock=clock)


def open_embedder(models: ModelStore) -> tuple[Embedder | None, str]:
    """The sentence model, or None and the reason in words: search goes by words alone then."""
    try:
        return OnnxEmbedder(models.path(SENTENCE_MODEL)), ""
    except (ModelError, EmbeddingError) as error:
        return None, f"{error.message} {error.remedy}"


def measured_settings(preferences: Preferences) -> Settings:
    """The settings with the budgets that the speed of the day's model gives, where it was measured."""
    speed = preferences.speeds.get(preferences.day_model)
    if speed is None:
        return Settings()
    return Settings(prompt=PromptSettings(support_tokens=support_budget(speed.read_per_s)))


def open_aside(clock: Clock, settings: Settings, persona: Persona) -> ConversationRoom:
    """A conversation off the record: over a vault in memory, with no other room of the mind behind it."""
    vault = open_vault(None, None, clock)
    trail = Trail(vault, None, clock, EventBus(), companion=COMPANION_ID, person=OWNER_ID)
    return ConversationRoom(
        vault, trail, clock, settings=settings, wording=load_wording(), persona=persona, registry=Registry()
    )


def build_mind(
    vault: Vault,
    *,
    models: ModelStore | None = None,
    embedder: Embedder | None = None,
    clock: Clock | None = None,
    settings: Settings | None = None,
    persona: Persona | None = None,
    registry: Registry | None = None,
    profile: Profile = Profile.FULL,
) -> Mind:
    """A mind over an open vault, its trail loaded. It owns the vault and the embedder from here on.

    The Cognitive `profile` leaves the mood out, and feeling weighs nothing ([E] §2.3).

    Without `embedder` the installed sentence model is opened; where that cannot be, the mind says why in
    `embedder_fault` and finds by words alone.
    """
    clock = clock or SystemClock()
    events = EventBus()
    fault = ""
    if embedder is None:
        embedder, fault = open_embedder(models or standard_store())
    trail = Trail(vault, embedder, clock, events, companion=COMPANION_ID, person=OWNER_ID)
    trail.load()
    chosen = settings or Settings()
    memory = Memory(vault, embedder, clock, events, chosen.memory, companion=COMPANION_ID, person=OWNER_ID)
    memory.load()
    library = Library(vault, embedder, clock, events, chosen.library, mentions=MemoryMentions(memory))
    library.load()
    person = PersonalModel(vault, trail, embedder, clock, events, settings=chosen.person, person=OWNER_ID)
    person.load()
    mood = None
    if profile is Profile.FULL:
        mood = Mood(vault, clock, events, chosen.mood, companion=COMPANION_ID, person=OWNER_ID)
    sources = Sources(trail, person, memory, library, place=platform.node(), profile=profile)
    conversation = ConversationRoom(
        vault,
        trail,
        clock,
        settings=chosen,
        wording=load_wording(),
        persona=persona or Persona(),
        registry=registry or Registry(),
        events=events,
        sources=sources if mood is None else replace(sources, feeling=mood.feeling),
    )
    if mood is not None:
        add_mood(conversation.registry, mood)
    add_anchors(conversation.registry, memory)
    # What was felt before is taken back in every profile.
    felt = MoodWithdrawal(vault, clock, companion=COMPANION_ID, person=OWNER_ID)
    for room in (person, memory, library, felt):
        conversation.registry.add_derived(room)
    person.coordinate(conversation)
    add_governor(conversation, person, embedder)
    add_keeper(conversation, person, memory)
    intent = Intent(
        vault, trail, embedder, clock, events, settings=chosen.intent, companion=COMPANION_ID, person=OWNER_ID
    )
    intent.load()
    add_intent(intent, conversation, chosen.intent)
    if mood is not None:
        intent.feel(handoff_feeling(mood))
    narrative = NarrativeThread(
        trail, memory.working, embedder, clock, settings=chosen.narrative, wording=load_narrative_wording()
    )
    conversation.registry.add_section(_last_time(narrative, chosen))
    return Mind(
        vault,
        trail,
        conversation,
        events,
        clock,
        embedder,
        fault,
        intent=intent,
        library=library,
        memory=memory,
        mood=mood,
        narrative=narrative,
        person=person,
        others=(felt,),
        open_aside=lambda: open_aside(clock, chosen, conversation.persona),
    )


def _last_time(narrative: NarrativeThread, settings: Settings) -> PromptSection:
    """Where the talk stood, told where an episode opens."""
    room = settings.narrative.tokens
    return PromptSection("narrative", Place.OPENING, 90, room, lambda _: narrative.text(), CutOrder.NARRATIVE)
