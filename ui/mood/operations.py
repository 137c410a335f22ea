"""What Mood asks of the mind, typed."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import TypeAdapter

from ui.doors import Door, Json, OnFailure
from ui.mood.records import Arc, MoodNow, Moved

_moved, _arcs = TypeAdapter(list[Moved]), TypeAdapter(list[Arc])
OnMood = Callable[[MoodNow], None]


def now(door: Door, success: OnMood, failure: OnFailure) -> None:
    """How it feels."""
    door.question("mood", {}, success=lambda found: success(MoodNow.model_validate(found)), failure=failure)


def watch(door: Door, listener: Callable[[], None]) -> Callable[[], None]:
    """Hear that it feels another way than before; returns the unsubscription."""

    def hear(event: Json) -> None:
        if event.get("event") == "mood":
            listener()

    return door.listen(hear)


def change(door: Door, verb: str, given: Mapping[str, Any], success: OnMood, failure: OnFailure) -> None:
    """`verb` is nudge, mode, reset_temperament or rest_again."""
    door.change(
        f"mood.{verb}",
        dict(given),
        success=lambda found: success(MoodNow.model_validate(found)),
        failure=failure,
    )


def journal(
    door: Door,
    asked: Mapping[str, Any],
    success: Callable[[list[Moved]], None],
    failure: OnFailure,
) -> None:
    """What moved it, newest first. `asked` are since (a time such as `last:3d`), limit, and spread: over all of that
    time where there is more than the limit, and not the newest alone."""
    door.question(
        "mood.journal",
        dict(asked),
        success=lambda found: success(_moved.validate_python(found["entries"])),
        failure=failure,
    )


def arcs(door: Door, limit: int, success: Callable[[list[Arc]], None], failure: OnFailure) -> None:
    """How the last times together went."""
    door.question(
        "mood.arcs",
        {"limit": limit},
        success=lambda found: success(_arcs.validate_python(found["arcs"])),
        failure=failure,
    )
