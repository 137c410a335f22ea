"""What the shell asks of the mind, typed: how it is, and to be told when that changes."""

from collections.abc import Callable

from engine.conversation.records import MindState
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
