"""The words that tell an answer what was done before it, from `resources/prompts/governing.toml`."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Lines(_Words):
    """A line before the person's message for each outcome."""

    remembered: str
    known: str
    replaced: str
    corrected: str
    forgotten: str
    doubted: str
    conflict: str
    which: str
    confirm: str
    unknown: str
    declined: str


class Task(_Words):
    """A small task for the model: its instruction, examples of what is asked and answered, and how it is asked."""

    instruction: str
    ask: str
    before: str = ""
    example: tuple[tuple[str, str], ...] = ()


class GoverningWords(_Words):
    """Every text of this part of a turn."""

    lines: Lines
    target: Task


@cache
def governing_words() -> GoverningWords:
    """The words as shipped; read once."""
    text = resources.files("resources").joinpath("prompts/governing.toml").read_text(encoding="utf-8")
    return GoverningWords.model_validate(tomllib.loads(text))
