"""What the shell asks of the mind, typed: how it is, what each place has, and whether it thinks alone."""

from collections.abc import Callable

from engine.conversation.records import MindState
from engine.night.records import JobState
from ui.doors import Door, Json, OnFailure


def state(door: Door, success: Callable[[MindState], None], failure: OnFailure) -> None:
    """How the mind is right now."""
    door.question(
        "state", {}, success=lambda result: success(MindState.model_validate(result)), failure=failure
    )


def watch_state(door: Door, listener: Callable[[MindState], None]) -> Callable[[], None]:
    """Hear every change of state; returns the unsubscription."""

    def hear(event: Json) -> None:
        if event.get("event") == "state":
            listener(MindState.model_validate(event["state"]))

    return door.listen(hear)


def dreaming(door: Door, success: Callable[[bool], None], failure: OnFailure) -> None:
    """Whether something is thought of alone right now."""

    def answered(found: Json) -> None:
        success(any(one["state"] == JobState.RUNNING for one in found["open"]))

    door.question("night.status", {}, success=answered, failure=failure)


def watch_dreaming(door: Door, listener: Callable[[bool], None]) -> Callable[[], None]:
    """Hear when it begins to think alone, and when all of that is over; returns the unsubscription."""

    def hear(event: Json) -> None:
        if event.get("event") == "night":
            listener(event["stage"] != "over")

    return door.listen(hear)


def watch_rest(door: Door, listener: Callable[[], None]) -> Callable[[], None]:
    """Hear after every turn, and whenever the mind has come to rest; returns the unsubscription."""
    busy = True

    def hear(event: Json) -> None:
        nonlocal busy
        if event.get("event") == "state":
            was, busy = busy, bool(event["state"].get("busy"))
            if was and not busy:
                listener()

    return door.listen(hear)


def thinking(door: Door, success: Callable[[bool], None], failure: OnFailure) -> None:
    """Whether thinking alone is paused."""
    door.question("night.status", {}, success=lambda found: success(found["paused"]), failure=failure)


def let_think(door: Door, success: Callable[[bool], None], failure: OnFailure, *, on: bool) -> None:
    """Pause thinking alone, or let it go on; `success` is told whether it is paused."""
    request = "night.resume" if on else "night.pause"
    door.change(request, {}, success=lambda found: success(found["paused"]), failure=failure)


Stands = tuple[dict[str, int], frozenset[str], frozenset[str]]
"""How many things wait in each place, which places have anything to show, and which this companion does not have."""


def standing(door: Door, success: Callable[[Stands], None], failure: OnFailure) -> None:
    """What each place has."""

    def answered(found: Json) -> None:
        waiting, filled, absent = (found.get(name, ()) for name in ("waiting", "filled", "absent"))
        success((dict(waiting), frozenset(filled), frozenset(absent)))

    door.question("standing", {}, success=answered, failure=failure)
