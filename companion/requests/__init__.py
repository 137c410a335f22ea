"""What surfaces may ask of the rooms beyond a turn: a module a room, each with its table `REQUESTS`."""

from collections.abc import Mapping

from companion.requests import (
    arriving,
    border,
    cognition,
    conversation,
    forgetting,
    identity,
    inferred,
    intent,
    library,
    markdown,
    memory,
    mood,
    night,
    person,
    place,
    standing,
    trail,
)
from companion.requests.room import Nothing, Place, Request, RoomRequest, Setting, read
from companion.voice import requests as voice

ROOM_REQUESTS: Mapping[str, RoomRequest] = {
    **arriving.REQUESTS,
    **border.REQUESTS,
    **cognition.REQUESTS,
    **conversation.REQUESTS,
    **forgetting.REQUESTS,
    **identity.REQUESTS,
    **inferred.REQUESTS,
    **intent.REQUESTS,
    **library.REQUESTS,
    **markdown.REQUESTS,
    **memory.REQUESTS,
    **mood.REQUESTS,
    **night.REQUESTS,
    **person.REQUESTS,
    **place.REQUESTS,
    **standing.REQUESTS,
    **trail.REQUESTS,
    **voice.REQUESTS,
}
"""Every request by its name, such as `library.add`; the service answers these beside its own."""

__all__ = ["ROOM_REQUESTS", "Nothing", "Place", "Request", "RoomRequest", "Setting", "read"]
