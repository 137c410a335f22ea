"""The words of this room, read from `resources/identity/words.toml`."""

import tomllib
from functools import cache
from importlib import resources

from engine.identity.records import Record


class IdentityWords(Record):
    """What stands in the prompt."""

    default: str
    directives: str
    directive: str
    changed: str
    components: str
    component: str
    extensions: str
    extension: str
    growth: str
    expression: str
    adjustment: str
    vocabulary: str
    shorthand: str
    macros: str
    said: str
    said_macros: str


class CompassWords(Record):
    """The parts of a compass, and what asks for them."""

    heading: str
    vibe: str
    story: str
    loops: str
    note: str
    topics: str
    opening: str
    person: str
    companion: str
    quoted: str
    answered: str
    calm: str
    instruction: str
    task: str


class AbilityWords(Record):
    """What the parts of the companion can do, and why not."""

    answer: str
    meaning: str
    remember: str
    read: str
    hear: str
    see: str
    no_model: str
    no_sentences: str
    throwaway: str
    absent: str


class Wording(Record):
    """Every text of this room."""

    identity: IdentityWords
    abilities: AbilityWords
    compass: CompassWords


@cache
def wording() -> Wording:
    """As shipped; read once."""
    text = (resources.files("resources") / "identity" / "words.toml").read_text("utf-8")
    return Wording.model_validate(tomllib.loads(text))
