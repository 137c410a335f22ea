"""What the shell asks of the mind, typed: how it is, to be told when that changes, and what each place has."""

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


def standing(
    door: Door, success: Callable[[dict[str, int], frozenset[str]], None], failure: OnFailure
) -> None:
    """How many things wait in each place, and which places have anything to show."""

    def answered(found: Json) -> None:
        success(dict(found.get("waiting", {})), frozenset(found.get("filled", ())))

    door.question("standing", {}, success=answered, failure=failure)
