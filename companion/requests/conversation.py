"""What stood before the model in a turn.

The last 20 are kept, in memory only; one that rests on something withdrawn is gone.
"""

from pydantic import Field

from companion.requests.room import Request, Requests, Setting, record
from companion.service import Json
from engine.conversation import Context


class AskContext(Request):
    """Which turn is meant."""

    loop_id: str | None = Field(default=None, description="The id of the turn; the latest one without this.")


REQUESTS = Requests()


@REQUESTS.verb("context", "What stood before the model in a turn.", gives=record(context=Context | None))
def context(setting: Setting, asked: AskContext) -> Json:
    """The context of the turn, None where it is not kept any more."""
    found = setting.mind.conversation.contexts.get(asked.loop_id)
    return {"context": None if found is None else found.model_dump(mode="json")}
