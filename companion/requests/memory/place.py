"""Where the companion is, as memories say it: a label that the person set, or the machine's name.

* `place` → {"place": how it is called now, "label": the person's own, "" for none, "machine"}
* `place.set` (label: empty for the machine's name again) → the same, from now on
"""

from pydantic import Field

from companion.requests.room import Nothing, Request, RoomRequest, Setting
from companion.service import Json


class SetPlace(Request):
    """What the person calls this place."""

    label: str = Field(max_length=200, description="A name of yours, such as “Home”.")


def place(setting: Setting, _: Request) -> Json:
    """How it is called now."""
    here = setting.mind.memory.place
    return {"place": here.name(), "label": here.label, "machine": here.machine}


def set_place(setting: Setting, asked: SetPlace) -> Json:
    """Call it so from now on. Raises InvalidInputError for what is too long to be a label."""
    setting.mind.memory.place.call(asked.label)
    return place(setting, asked)


REQUESTS = {
    "place": RoomRequest(Nothing, place, words="What memories call where you are."),
    "place.set": RoomRequest(
        SetPlace,
        set_place,
        words="Name where you are, or let it be the machine's name. It is never looked up.",
        changes="place",
    ),
}
