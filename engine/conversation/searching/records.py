"""What a search of the model is made of."""

from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from engine.conversation.reconstruction import ContextItem


class Tool(StrEnum):
    """The typed tools that a model is offered while it looks for support ([P] §5.4, [C] §9).

    They only read. `personal_model.update` is none of them: what the person asks to be changed is governed before
    the answer, and by that one path alone.
    """

    CONVERSATION = "conversation.search"
    PERSON = "personal_model.search"
    QUESTIONS = "personal_model.questions"
    MEMORY = "memory.search"
    ANSWER = "answer"


class Call(BaseModel):
    """One call of a tool, as the model writes it."""

    model_config = ConfigDict(frozen=True)

    tool: Tool
    query: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a call brought up: items, best first, open questions in words, and the refs that all of it rests on."""

    items: tuple[ContextItem, ...] = ()
    told: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
