"""What the Continuity place asks of the mind, typed."""

from collections.abc import Callable

from engine.conversation.reconstruction.records import Context
from ui.doors import Door, Json, OnFailure


def context(
    door: Door, loop_id: str | None, success: Callable[[Context | None], None], failure: OnFailure
) -> None:
    """All that stood before the model in that turn (None: the latest); None where it is not kept any more."""

    def told(result: Json) -> None:
        found = result["context"]
        success(None if found is None else Context.model_validate(found))

    door.question("context", {"loop_id": loop_id}, success=told, failure=failure)
