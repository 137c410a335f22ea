"""The words in which a model is offered its tools, from `resources/prompts/searching.toml`."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.conversation.searching.records import Tool


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Example(_Words):
    """A made-up choice: a question, what was found for it, and the tool that is called."""

    question: str
    found: tuple[str, ...]
    reply: str


class SearchingWords(_Words):
    """Every text of this part of a turn; `tools` says of each what it is for."""

    instruction: str
    tool: str
    ask: str
    found: str
    nothing: str
    line: str
    searched: str
    search: str
    failed: str
    looked: str
    tools: dict[Tool, str]
    example: tuple[Example, ...]


@cache
def searching_words() -> SearchingWords:
    """The words as shipped; read once."""
    text = resources.files("resources").joinpath("prompts/searching.toml").read_text(encoding="utf-8")
    return SearchingWords.model_validate(tomllib.loads(text))
