"""What surfaces may ask of the rooms beyond a turn: a module a room, each with its table `REQUESTS`."""

from collections.abc import Mapping

from companion.requests import (
    cognition,
    conversation,
    errands,
    feeds,
    forgetting,
    handoff,
    identity,
    inferred,
    intent,
    library,
    markdown,
    memory,
    mood,
    moving,
    night,
    person,
    standing,
    trail,
    upkeep,
)
from companion.requests.border import client, offering
from companion.requests.room import Declared, Nothing, Place, Request, RoomRequest, Setting, read
from companion.voice import requests as voice

ROOM_REQUESTS: Mapping[str, RoomRequest] = {
    **client.REQUESTS,
    **cognition.REQUESTS,
    **conversation.REQUESTS,
    **errands.REQUESTS,
    **feeds.REQUESTS,
    **forgetting.REQUESTS,
    **handoff.REQUESTS,
    **identity.REQUESTS,
    **inferred.REQUESTS,
    **intent.REQUESTS,
    **library.REQUESTS,
    **markdown.REQUESTS,
    **memory.REQUESTS,
    **mood.REQUESTS,
    **moving.REQUESTS,
    **night.REQUESTS,
    **offering.REQUESTS,
    **person.REQUESTS,
    **standing.REQUESTS,
    **trail.REQUESTS,
    **upkeep.REQUESTS,
    **voice.REQUESTS,
}
"""Every request by its name, such as `library.add`; the service answers these beside its own."""

DECLARED: Mapping[str, Declared | RoomRequest] = {
    **ROOM_REQUESTS,
    **night.OF_THE_SERVICE,
    "jobs": Declared(
        Nothing, "What is outstanding, in the order in which it is done. It goes on when it is quiet."
    ),
    "jobs.wait": Declared(
        night.Wait, "Think back now on all that was said, and end when it is done.", changes="trail"
    ),
}
"""Those, and what the service answers itself and commands ask for."""

__all__ = [
    "DECLARED",
    "ROOM_REQUESTS",
    "Declared",
    "Nothing",
    "Place",
    "Request",
    "RoomRequest",
    "Setting",
    "read",
]
