"""The working memory: what is on the companion's mind, and settling it ([A] §2); the latest that was settled first."""

from datetime import datetime

from pydantic import Field

from companion.requests.room import Nothing, Request, Requests, Setting, record, several
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


REQUESTS = Requests()
ITEM = record(id=str, text=str, at=datetime, sources=list[str], how=str | None)
ITEMS = several(ITEM)


@REQUESTS.verb(
    "memory.working",
    "What is on its mind: its context, its tasks, what it looked up, its questions, and what it settled.",
    gives=record(context=ITEM | None, tasks=ITEMS, references=ITEMS, unresolved=ITEMS, resolved=ITEMS),
)
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


@REQUESTS.verb(
    "memory.settle",
    "Settle a task or a question of its own, and say how.",
    gives=record(item=ITEM),
    changes="working",
)
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
