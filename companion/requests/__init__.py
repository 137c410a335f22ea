"""What surfaces may ask of the rooms beyond a turn: a module a room, each with its table `REQUESTS`.

A verb of the mind is written once, as a function of its room's module:

    class AddGoal(Request):
        title: Text = Field(description="What is wanted.")

    GOAL = record(Goal, stale=bool)

    @REQUESTS.verb("goals.add", "Take up a goal.", gives=record(goal=GOAL), changes="goals", outside="offered")
    def add_goal(setting: Setting, asked: AddGoal) -> Json: ...

Its parameters are the typed request, `gives` the typed answer, the sentence is its line of help. The wire checks by it,
`companion goals add` follows from it (`companion/cli/verbs.py`; how a record is printed stands in the room's table in
`companion/cli/rooms/`), and tools ask for it by its name, as far as `outside` lets them.
"""

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
from companion.requests.room import Declared, Nothing, Place, Request, RoomRequest, Setting, read, record
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
        Nothing,
        "What is outstanding, in the order in which it is done. It goes on when it is quiet.",
        gives=night.OUTSTANDING,
    ),
    "jobs.wait": Declared(
        night.Wait,
        "Think back now on all that was said, and end when it is done.",
        changes="trail",
        gives=record(done=int) | night.OUTSTANDING,
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
