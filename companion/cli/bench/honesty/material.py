"""The talk and the questions, read from `resources/benchmarks/honesty.toml`."""

import tomllib
from datetime import datetime
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict, Field

COMPANION_MARK = "<"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TalkEpisode(_Part):
    """One time together; lines that begin with "<" are the companion's."""

    at: datetime
    said: tuple[str, ...]


class QuestionList(_Part):
    """Questions of one list: what was told, each with the words its answer must hold, and what never was."""

    name: str
    known: tuple[tuple[str, ...], ...]
    unknown: tuple[str, ...]


class Material(_Part):
    """Everything that the benchmark is made of."""

    denials: tuple[str, ...]
    episode: tuple[TalkEpisode, ...]
    lists: tuple[QuestionList, ...] = Field(alias="list")

    @property
    def words(self) -> str:
        """All that was said, by both."""
        return "\n".join(line for episode in self.episode for line in episode.said)


@cache
def load_material() -> Material:
    """As shipped; read once."""
    text = resources.files("resources").joinpath("benchmarks/honesty.toml").read_text(encoding="utf-8")
    return Material.model_validate(tomllib.loads(text))
