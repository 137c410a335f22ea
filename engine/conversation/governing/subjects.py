"""Whole subjects that one asks about: the family, the health, or everything."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.person import Fact, PersonalModel

_FIRST_UNSPACED = "\u2e80"


class Subject(BaseModel):
    """What belongs together for who asks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    asked: tuple[str, ...]
    words: tuple[str, ...]


class Subjects(BaseModel):
    """`resources/governing/subjects.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    everything: tuple[str, ...]
    subject: tuple[Subject, ...]


@cache
def subjects() -> Subjects:
    """As shipped; read once."""
    source = resources.files("resources") / "governing" / "subjects.toml"
    return Subjects.model_validate(tomllib.loads(source.read_text("utf-8")))


def asks_for_all(clause: str) -> bool:
    """Whether a question for what is known asks for everything."""
    return _holds(clause, subjects().everything)


def facts_on(person: PersonalModel, clause: str) -> list[Fact]:
    """What is known of the subject that a question names, the newest first; nothing that is private."""
    words = [word for one in subjects().subject if _holds(clause, one.asked) for word in one.words]
    return [fact for fact in reversed(person.facts()) if not fact.private and _holds(fact.text, words)]


def _holds(text: str, words: Iterable[str]) -> bool:
    plain = text.casefold()
    return any(_stands(word, plain) for word in words)


def _stands(word: str, plain: str) -> bool:
    if max(word) >= _FIRST_UNSPACED:
        return word in plain
    end = "" if word.endswith("-") else r"(?!\w)"
    return re.search(rf"(?<!\w){re.escape(word.removesuffix('-'))}{end}", plain) is not None
