"""What stood before the model in a turn.

* `context` (loop_id: of a turn, or null for the latest) → {"context": Context or null}. The last 20 are kept, in memory
  only; one that rests on something withdrawn is gone.
"""

from pydantic import Field

from companion.requests.room import Request, RoomRequest, Setting
from companion.service import Json


class AskContext(Request):
    """Which turn is meant."""

    loop_id: str | None = Field(default=None, description="The id of the turn; the latest one without this.")


def context(setting: Setting, asked: AskContext) -> Json:
    """The context of the turn, None where it is not kept any more."""
    found = setting.mind.conversation.contexts.get(asked.loop_id)
    return {"context": None if found is None else found.model_dump(mode="json")}


REQUESTS = {"context": RoomRequest(AskContext, context, words="What stood before the model in a turn.")}
