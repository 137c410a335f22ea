"""The composition root: the only place that builds the mind, with real parts unless others are handed in."""

from collections.abc import Callable
from pathlib import Path

from companion.companions import FIRST
from companion.composition.absent import open_absent
from companion.composition.foundation import OWNER_ID, Foundation
from companion.composition.joining import join_rooms, open_conversation, open_narrative, prepared_states
from companion.composition.rooms import Rooms, open_night, open_rooms
from companion.preferences import Preferences
from companion.rooms.identity import add_directives
from companion.rooms.night import add_night
from engine.clock import Clock, SystemClock
from engine.cognition import SCHEMA as COGNITION_SCHEMA
from engine.cognition.noticing import NOTICING_SCHEMA
from engine.conversation import SCHEMA as CONVERSATION_SCHEMA
from engine.conversation import ConversationRoom, NarrativeThread, Persona, Registry, load_wording
from engine.embedding import (
    CentredEmbedder,
    Embedder,
    EmbeddingError,
    OnnxEmbedder,
    SentenceTransformerEmbedder,
    TwoSpaces,
)
from engine.events import EventBus
from engine.identity import SCHEMA as IDENTITY_SCHEMA
from engine.identity import Identity
from engine.intent import SCHEMA as INTENT_SCHEMA
from engine.language import support_budget
from engine.library import SCHEMA as LIBRARY_SCHEMA
from engine.memory import SCHEMA as MEMORY_SCHEMA
from engine.memory import Profile
from engine.mind import Mind
from engine.models import ModelError, ModelRole, ModelStore, UnknownModelError, standard_store
from engine.mood import SCHEMA as MOOD_SCHEMA
from engine.night import SCHEMA as NIGHT_SCHEMA
from engine.night import Night
from engine.person import SCHEMA as PERSON_SCHEMA
from engine.person import Effort
from engine.process import Worker
from engine.senses.feeds import SCHEMA as FEEDS_SCHEMA
from engine.settings import NightSettings, PromptSettings, Settings
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
    IDENTITY_SCHEMA,
    COGNITION_SCHEMA,
    NOTICING_SCHEMA,
    NIGHT_SCHEMA,
    FEEDS_SCHEMA,
)
SENTENCE_MODEL = "minilm-l6-onnx"
"""Of the starter pack; what the trained heads read, whichever one remembers."""


def open_vault(path: Path | None, key: DataKey | None, clock: Clock | None = None) -> Vault:
    """The vault at `path`; in memory, thrown away at the end, where path or key is None."""
    if path is None or key is None:
        return Vault.throwaway(SCHEMAS, clock=clock)
    return Vault.open(path, key, SCHEMAS, clock=clock)


def open_embedder(models: ModelStore, name: str = SENTENCE_MODEL) -> tuple[Embedder | None, str]:
    """The sentence model `name`, the starter's beside it; and, where it cannot be opened, the reason in words.

    The starter's takes its place then; without that one too it is None, and search goes by words alone.
    """
    try:
        starter, fault = open_sentences(models, SENTENCE_MODEL), ""
    except (ModelError, EmbeddingError) as error:
        starter, fault = None, error.message
    if name == SENTENCE_MODEL:
        return starter, fault
    try:
        chosen = open_sentences(models, name)
    except (ModelError, EmbeddingError) as error:
        return starter, error.message
    return (chosen if starter is None else TwoSpaces(chosen, starter)), ""


def open_sentences(models: ModelStore, name: str) -> Embedder:
    """An installed sentence model of the catalogue, on the starter's scale. Raises ModelError, EmbeddingError."""
    row = models.catalogue.get(name)
    if row.role is not ModelRole.SENTENCES:
        raise UnknownModelError(f"{name} does not remember by meaning.")
    folder, traits = models.path(name), row.sentences
    space = traits.space or name
    embedder: Embedder
    if any(file.path == "model.onnx" for file in row.files):
        embedder = OnnxEmbedder(folder, space=space, prefix=traits.prefix)
    else:
        embedder = SentenceTransformerEmbedder(folder, Worker(), space=space, owns_worker=True)
    return CentredEmbedder(embedder) if traits.centred else embedder


def chosen_settings(preferences: Preferences) -> Settings:
    """The settings with the chosen hours, and with budgets by the speed of the day's model where it was measured."""
    night = NightSettings(
        chain_from=preferences.night_from,
        interval_hours=preferences.night_every_hours,
        quiet_from=preferences.night_quiet_from,
        quiet_until=preferences.night_quiet_until,
        most_hours=preferences.night_most_hours,
    )
    speed = preferences.speeds.get(preferences.day_model)
    if speed is None:
        return Settings(night=night)
    return Settings(prompt=PromptSettings(support_tokens=support_budget(speed.read_per_s)), night=night)


def open_aside(
    clock: Clock, settings: Settings, persona: Persona, identity: Identity | None = None
) -> ConversationRoom:
    """A conversation off the record: over a vault in memory, with no room of the mind behind it but the directives."""
    vault = open_vault(None, None, clock)
    trail = Trail(vault, None, clock, EventBus(), companion=FIRST, person=OWNER_ID)
    room = ConversationRoom(
        vault,
        trail,
        clock,
        settings=settings,
        wording=load_wording(),
        persona=persona,
        registry=Registry(),
        prepared=prepared_states(),
    )
    if identity is not None:
        add_directives(identity, room)
    return room


def build_mind(
    vault: Vault,
    *,
    models: ModelStore | None = None,
    embedder: Embedder | None = None,
    clock: Clock | None = None,
    settings: Settings | None = None,
    persona: Persona | None = None,
    registry: Registry | None = None,
    profile: Profile | None = None,
    effort: Callable[[], Effort] | None = None,
    feed_hours: Callable[[], int] | None = None,
    companion: str = FIRST,
    sentences: str = SENTENCE_MODEL,
) -> Mind:
    """A mind over an open vault, its rooms loaded. It owns the vault and the embedder from here on.

    The Cognitive `profile` leaves the mood out, and feeling weighs nothing ([E] §2.3); None is the one that a home
    without choices starts with. Either is built over any vault: nothing is lost by a change.

    `effort` is how much may be asked, and `feed_hours` how often feeds are read by themselves, both read each time;
    without them the settings say.

    `companion` is the id of the one that it is of; the others of the vault are there as far as they have to be
    (`Mind.absent`).

    Without `embedder` the installed sentence model `sentences` is opened; where that cannot be, the mind says why in
    `embedder_fault`, and the starter's takes its place, or it finds by words alone.
    """
    fault = ""
    if embedder is None:
        embedder, fault = open_embedder(models or standard_store(), sentences)
    chosen = profile or Profile(Preferences().profile_now())
    base = Foundation(
        vault,
        clock or SystemClock(),
        EventBus(),
        embedder,
        settings or Settings(),
        profile=chosen,
        effort=effort,
        feed_hours=feed_hours,
        companion=companion,
    )
    rooms = open_rooms(base)
    conversation = open_conversation(base, rooms, persona or Persona(), registry or Registry())
    narrative = open_narrative(base, rooms)
    join_rooms(base, rooms, conversation, narrative)
    night = open_night(base, rooms, conversation)
    conversation.registry.add_derived(night)
    add_night(conversation, night)
    mind = _mind(base, rooms, conversation, narrative, night=night, fault=fault)
    mind.open_absent = lambda other: open_absent(base, rooms, mind, other)
    for one in dict.fromkeys([*rooms.trail.companions(), *rooms.memory.companions()]):
        mind.of(one)
    return mind


def _mind(
    base: Foundation,
    rooms: Rooms,
    conversation: ConversationRoom,
    narrative: NarrativeThread,
    *,
    night: Night,
    fault: str,
) -> Mind:
    return Mind(
        base.vault,
        rooms.trail,
        conversation,
        base.events,
        base.clock,
        base.embedder,
        fault,
        cognition=rooms.cognition,
        feeds=rooms.feeds,
        identity=rooms.identity,
        intent=rooms.intent,
        library=rooms.library,
        memory=rooms.memory,
        mood=rooms.mood,
        narrative=narrative,
        night=night,
        person=rooms.person,
        others=(*rooms.personal, night),
        own=(*rooms.own, night),
        open_aside=lambda: open_aside(base.clock, base.settings, conversation.persona, rooms.identity),
    )
