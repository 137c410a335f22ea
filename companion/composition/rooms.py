"""The rooms of a mind, opened in their order; each is built from the foundation and the rooms before it."""

from dataclasses import dataclass

from companion.companions import FIRST
from companion.composition.foundation import Foundation
from companion.rooms.noticing import sight_of
from engine.cognition import Cognition, Sight
from engine.conversation import ConversationRoom
from engine.identity import Identity
from engine.intent import Intent
from engine.library import Library, MemoryMentions
from engine.memory import Memory, Profile
from engine.mood import Mood, MoodWithdrawal
from engine.night import Night
from engine.night import Rooms as NightRooms
from engine.person import PersonalModel
from engine.senses.feeds import Feeds
from engine.trail import Trail
from engine.withdrawal import Derived, Own, Personal


@dataclass(frozen=True)
class Rooms:
    """All rooms but the conversation. One that the profile leaves out is None.

    `felt` takes back what was felt before, in every profile.
    """

    trail: Trail
    memory: Memory
    library: Library
    person: PersonalModel
    mood: Mood | None
    felt: MoodWithdrawal
    intent: Intent
    identity: Identity
    cognition: Cognition
    feeds: Feeds

    @property
    def derived(self) -> tuple[Derived, ...]:
        """Who is asked when a claim is withdrawn."""
        return (
            self.person,
            self.memory,
            self.library,
            self.felt,
            self.intent,
            self.identity,
            self.cognition,
        )

    @property
    def personal(self) -> tuple[Personal, ...]:
        """Who keeps things of persons, beside memory, person and library."""
        return (self.intent, self.felt, self.identity, self.cognition, self.feeds)

    @property
    def own(self) -> tuple[Own, ...]:
        """Who keeps things of each companion, beside what was said."""
        return (self.memory, self.felt, self.intent, self.identity, self.cognition)


def open_rooms(base: Foundation) -> Rooms:
    """Every room of the profile over the vault of `base`, loaded."""
    trail = open_trail(base)
    memory = open_memory(base)
    mood, intent = open_mood(base), open_intent(base, trail)
    return Rooms(
        trail=trail,
        memory=memory,
        library=open_library(base, memory),
        person=open_person(base, trail),
        mood=mood,
        felt=MoodWithdrawal(base.vault, base.clock, person=base.person),
        intent=intent,
        identity=open_identity(base, trail, memory),
        cognition=open_cognition(base, trail, sight_of(intent, mood, base.clock)),
        feeds=open_feeds(base),
    )


def open_trail(base: Foundation) -> Trail:
    """What happened."""
    trail = Trail(
        base.vault, base.embedder, base.clock, base.events, companion=base.companion, person=base.person
    )
    trail.load()
    return trail


def open_memory(base: Foundation) -> Memory:
    """What it meant."""
    memory = Memory(
        base.vault,
        base.embedder,
        base.clock,
        base.events,
        base.settings.memory,
        companion=base.companion,
        person=base.person,
        machine=base.machine,
    )
    memory.load()
    return memory


def open_library(base: Foundation, memory: Memory) -> Library:
    """What was read."""
    library = Library(
        base.vault,
        base.embedder,
        base.clock,
        base.events,
        base.settings.library,
        mentions=MemoryMentions(memory),
    )
    library.load()
    return library


def open_person(base: Foundation, trail: Trail) -> PersonalModel:
    """What is understood about the person."""
    person = PersonalModel(
        base.vault,
        trail,
        base.embedder,
        base.clock,
        base.events,
        settings=base.settings.person,
        person=base.person,
    )
    person.load()
    return person


def open_mood(base: Foundation) -> Mood | None:
    """How it feels; nothing in the Cognitive profile ([E] §2.3)."""
    if base.profile is not Profile.FULL:
        return None
    return Mood(
        base.vault,
        base.clock,
        base.events,
        base.settings.mood,
        companion=base.companion,
        person=base.person,
    )


def open_intent(base: Foundation, trail: Trail) -> Intent:
    """What is open: the person's, whichever companion was asked to remind of it, and so kept under one of them."""
    intent = Intent(
        base.vault,
        trail,
        base.embedder,
        base.clock,
        base.events,
        settings=base.settings.intent,
        companion=FIRST,
        person=base.person,
    )
    intent.load()
    return intent


def open_identity(base: Foundation, trail: Trail, memory: Memory) -> Identity:
    """Who the companion is."""
    return Identity(
        base.vault,
        trail,
        memory,
        base.embedder,
        base.clock,
        events=base.events,
        settings=base.settings.identity,
        companion=base.companion,
        person=base.person,
    )


def open_cognition(base: Foundation, trail: Trail, sight: Sight) -> Cognition:
    """What it believes, and what it notices by `sight`."""
    return Cognition(
        base.vault,
        trail,
        base.embedder,
        base.clock,
        base.events,
        settings=base.settings.cognition,
        companion=base.companion,
        person=base.person,
        noticed_by=base.settings.noticing,
        sight=sight,
    )


def open_feeds(base: Foundation) -> Feeds:
    """What others publish and the person wants to read."""
    return Feeds(
        base.vault,
        base.embedder,
        base.clock,
        base.settings.senses.feeds,
        person=base.person,
        every_hours=base.feed_hours,
    )


def open_night(base: Foundation, rooms: Rooms, conversation: ConversationRoom) -> Night:
    """What it does alone, over all the others."""

    def outstanding() -> frozenset[str]:
        return frozenset(one.loop_id for one in conversation.outstanding.list())

    drawn = NightRooms(
        trail=rooms.trail,
        memory=rooms.memory,
        person=rooms.person,
        intent=rooms.intent,
        cognition=rooms.cognition,
        identity=rooms.identity,
        mood=rooms.mood,
        embedder=base.embedder,
        decisions=conversation.decisions,
        aged_by=base.settings.memory,
        claims=base.settings.reflect,
        outstanding=outstanding,
        summary=conversation.summary,
        headlines=lambda: rooms.feeds.items(days=base.settings.senses.feeds.night_days),
    )
    return Night(
        base.vault,
        drawn,
        base.clock,
        base.events,
        settings=base.settings.night,
        companion=base.companion,
        person=base.person,
    )
