"""Topics: the names of one thing in several languages, which hold a single value, which concern safety.

The tables are `resources/person/single_valued.toml` and `safety.toml`.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engine.person.folding import folded, phrase_pattern
from engine.person.records import Lens, Volatility


@dataclass(frozen=True)
class Topic:
    """A known topic. A `single` one holds one value; a `fixed` one hardly ever changes."""

    key: str
    lens: Lens
    volatility: Volatility
    single: bool
    safety: bool
    fixed: bool
    names: tuple[str, ...]
    says: re.Pattern[str]


def known_topic(name: str) -> Topic | None:
    """The topic that goes by this name in any of the languages."""
    return _by_name().get(folded(name))


def topic_of_statement(text: str) -> Topic | None:
    """The topic that a plain first-person statement begins to speak of, such as "I live in …"."""
    plain = folded(text)
    return next((topic for topic in _topics() if topic.says.match(plain)), None)


def topic_key(name: str) -> str:
    """What topics are compared by: the known key, else the folded name."""
    known = known_topic(name)
    return known.key if known is not None else folded(name)


@cache
def _topics() -> tuple[Topic, ...]:
    return tuple(_read("single_valued", single=True, safety=False)) + tuple(
        _read("safety", single=False, safety=True)
    )


@cache
def _by_name() -> dict[str, Topic]:
    return {folded(name): topic for topic in _topics() for name in (topic.key, *topic.names)}


def _read(name: str, *, single: bool, safety: bool) -> Iterator[Topic]:
    text = (resources.files("resources") / "person" / f"{name}.toml").read_text("utf-8")
    table: dict[str, dict[str, Any]] = tomllib.loads(text)
    for key, entry in table.items():
        yield Topic(
            key=key,
            lens=Lens(entry["lens"]),
            volatility=Volatility(entry["volatility"]),
            single=single,
            safety=safety,
            fixed=entry.get("fixed", False),
            names=tuple(entry["topics"]),
            says=re.compile("|".join(phrase_pattern(phrase) for phrase in entry["says"])),
        )
