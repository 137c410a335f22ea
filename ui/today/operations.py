"""What Today asks of the mind, typed."""

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict

from engine.identity.records import Compass
from engine.intent.records import Greeting
from ui.doors import Door, Json, OnFailure


class LeftOff(BaseModel):
    """What the two have been doing, and the note of the last close."""

    model_config = ConfigDict(frozen=True)

    compass: Compass | None
    note: str = ""


def greeting(door: Door, success: Callable[[Greeting], None], failure: OnFailure) -> None:
    """What a greeting fits."""

    def read(found: Json) -> None:
        success(Greeting.model_validate(found["greeting"]))

    door.question("intent.greeting", {}, success=read, failure=failure)


def left_off(door: Door, success: Callable[[LeftOff], None], failure: OnFailure) -> None:
    """Where the two left off."""
    door.question(
        "compass.read", {}, success=lambda found: success(LeftOff.model_validate(found)), failure=failure
    )
