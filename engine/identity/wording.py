"""The words of this room, and what components are made from (`resources/identity/words.toml` and `components.toml`)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from engine.identity.records import ComponentName, Input, Record


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


class Row(Record):
    """One component.

    `inputs` are where it looks; `asks` are sentences of the kind that it looks for there, by meaning (none: all).
    `task` tells a model what to word, `frame` holds `{text}` and is put around each line.
    """

    inputs: tuple[Input, ...]
    asks: tuple[str, ...] = ()
    task: str
    frame: str = "{text}"


class Words(Record):
    """What asks a model for the words of a component, and what stands above mere quotes."""

    instruction: str
    material: str
    quotes: str
    quote: str


class Table(Record):
    """All ten, with their words."""

    words: Words
    components: Mapping[ComponentName, Row]


@cache
def table() -> Table:
    """As shipped; read once."""
    text = (resources.files("resources") / "identity" / "components.toml").read_text("utf-8")
    return Table.model_validate(tomllib.loads(text))
