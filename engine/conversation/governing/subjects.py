"""Whole subjects that one asks about: the family, the health, or everything."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.person import Fact, PersonalModel
from engine.search import holds_phrase


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
    return holds_phrase(clause, subjects().everything)


def facts_on(person: PersonalModel, clause: str) -> list[Fact]:
    """What is known of the subject that a question names, the newest first; nothing that is private."""
    words = [word for one in subjects().subject if holds_phrase(clause, one.asked) for word in one.words]
    return [fact for fact in reversed(person.facts()) if not fact.private and holds_phrase(fact.text, words)]
