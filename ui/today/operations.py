"""What Today asks of the mind, typed."""

from collections.abc import Callable

from engine.conversation.records import Exchange
from engine.intent.records import Greeting
from ui.doors import Door, Json, OnFailure


def greeting(door: Door, success: Callable[[Greeting], None], failure: OnFailure) -> None:
    """What a greeting fits."""

    def read(found: Json) -> None:
        success(Greeting.model_validate(found["greeting"]))

    door.question("intent.greeting", {}, success=read, failure=failure)


def last_said(door: Door, success: Callable[[Exchange | None], None], failure: OnFailure) -> None:
    """What was last talked of; None where nothing was."""

    def read(found: Json) -> None:
        said = [Exchange.model_validate(one) for one in found["exchanges"]]
        success(said[-1] if said else None)

    door.question("history", {"limit": 1, "before": None}, success=read, failure=failure)
