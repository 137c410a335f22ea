"""The words around the narrative thread, read from `resources/prompts/narrative.toml`."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict


class NarrativeWording(BaseModel):
    """What asks for the thread; `again` holds `{text}` and opens the next episode."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    instruction: str
    ask: str
    person: str
    companion: str
    again: str


@cache
def load_narrative_wording() -> NarrativeWording:
    """The wording as shipped; read once."""
    text = resources.files("resources").joinpath("prompts/narrative.toml").read_text(encoding="utf-8")
    return NarrativeWording.model_validate(tomllib.loads(text))
