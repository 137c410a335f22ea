"""Where the companion is, as memories say it: a label that the person set, or the machine's name."""

from pydantic import Field

from companion.requests.room import Nothing, Request, Requests, RoomRequest, Setting, record
from companion.service import Json


class SetPlace(Request):
    """What the person calls this place."""

    label: str = Field(max_length=200, description="A name of yours, such as “Home”.")


REQUESTS = Requests()
PLACE = record(place=str, label=str, machine=str)


def place(setting: Setting, _: Request) -> Json:
    """How it is called now."""
    here = setting.mind.memory.place
    return {"place": here.name(), "label": here.label, "machine": here.machine}


@REQUESTS.verb(
    "place.set",
    "Name where you are, or let it be the machine's name. It is never looked up.",
    gives=PLACE,
    changes="place",
)
def set_place(setting: Setting, asked: SetPlace) -> Json:
    """Call it so from now on. Raises InvalidInputError for what is too long to be a label."""
    setting.mind.memory.place.call(asked.label)
    return place(setting, asked)


REQUESTS |= {"place": RoomRequest(Nothing, place, words="What memories call where you are.", gives=PLACE)}
