"""The working memory: what is on the companion's mind, and settling it ([A] §2).

* `memory.working` → {"context": Item or null, "tasks", "references", "unresolved", "resolved": [Item]}; an Item is
  {"id", "text", "at", "sources", "how"}, oldest first, what is resolved latest first
* `memory.settle` (item, how: how a task was done or a question answered) → {"item": Item}
"""

from pydantic import Field

from companion.requests.room import Nothing, Request, RoomRequest, Setting
from companion.service import Json
from engine.memory import WorkingItem


class Settle(Request):
    """Which task or question, by its id, and how."""

    item: str = Field(
        min_length=1,
        max_length=64,
        description="The id of a task or question, as `memory working` prints it.",
    )
    how: str = Field(min_length=1, max_length=500, description="How it was done or answered.")


def working(setting: Setting, _: Nothing) -> Json:
    """All of it as it stands."""
    now = setting.mind.memory.working.read()
    return {
        "context": None if now.context is None else _row(now.context),
        "tasks": [_row(item) for item in now.tasks],
        "references": [_row(item) for item in now.references],
        "unresolved": [_row(item) for item in now.unresolved],
        "resolved": [_row(item) for item in now.resolved],
    }


def settle(setting: Setting, asked: Settle) -> Json:
    """Keep how it was settled. Raises NodeMissingError where nothing open has this id."""
    return {"item": _row(setting.mind.memory.working.resolve(asked.item, asked.how))}


def _row(item: WorkingItem) -> Json:
    return {
        "id": item.id,
        "text": item.text,
        "at": item.at.isoformat(),
        "sources": list(item.sources),
        "how": item.how,
    }


REQUESTS = {
    "memory.working": RoomRequest(
        Nothing,
        working,
        words="What is on its mind: its context, its tasks, what it looked up, its questions, and what it settled.",
    ),
    "memory.settle": RoomRequest(
        Settle, settle, words="Settle a task or a question of its own, and say how.", changes="working"
    ),
}
