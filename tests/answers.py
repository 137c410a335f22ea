"""Every answer of a room, in whichever test, is held against the type that its request gives."""

from typing import Any

from pydantic import TypeAdapter

from companion.requests import ROOM_REQUESTS
from companion.requests.room import RoomRequest, Setting
from companion.service import Json


def hold_to_type() -> None:
    """From now on an answer that is not of its type, whole, fails whoever asked."""
    for request in ROOM_REQUESTS.values():
        _hold(request)


def _hold(request: RoomRequest) -> None:
    answer, kind = request.answer, TypeAdapter(request.gives)

    def held(setting: Setting, asked: Any) -> Json:
        found = answer(setting, asked)
        kind.validate_python(found)
        return found

    object.__setattr__(request, "answer", held)
