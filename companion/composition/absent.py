"""The companions of a vault that are not spoken with now: what they keep, and nothing that they would do.

What is taken back or kept private reaches them at once, and an export holds them. Nobody tells them of anything: a
turn, a day and a night belong to whoever is there. What belongs to the person (what was said, facts, what is
open, documents, feeds) is the same for all.
"""

from dataclasses import replace

from companion.composition.foundation import Foundation
from companion.composition.rooms import (
    Rooms,
    open_cognition,
    open_identity,
    open_memory,
    open_mood,
    open_night,
)
from companion.rooms.noticing import sight_of
from engine.events import EventBus
from engine.mind import Mind
from engine.trail import Trail


def open_absent(base: Foundation, rooms: Rooms, mind: Mind, companion: str) -> Mind:
    """The mind of `companion` as far as it can be read, beside `mind`, whose `rooms` stand on `base`."""
    theirs = replace(base, companion=companion, events=EventBus())
    # Not loaded: what was said is found by the trail of whoever is there.
    trail = Trail(
        base.vault, base.embedder, base.clock, theirs.events, companion=companion, person=base.person
    )
    memory, mood = open_memory(theirs), open_mood(theirs)
    own = replace(
        rooms,
        trail=trail,
        memory=memory,
        mood=mood,
        identity=open_identity(theirs, trail, memory),
        cognition=open_cognition(theirs, trail, sight_of(rooms.intent, mood, base.clock)),
    )
    for each in (own.identity, own.cognition):
        # The other rooms take back whoever's it is.
        mind.conversation.registry.add_derived(each)
    return replace(
        mind,
        trail=trail,
        events=theirs.events,
        memory=memory,
        mood=mood,
        identity=own.identity,
        cognition=own.cognition,
        night=open_night(theirs, own, mind.conversation),
    )
