"""What each of the ten components is made from and asks of a note: `resources/identity/components.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from engine.identity.records import ComponentName, Input, Record


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
