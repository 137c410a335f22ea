"""The words around facts, read from `resources/prompts/person.toml`."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.person.records import Lens, Source
from engine.tongues import ENGLISH, language_of


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Asking(_Words):
    """What is asked in one language (ISO 639-1), a reason or an action each."""

    gap: str
    judged: str
    changes: str
    manner: str
    conflict: str
    stale: str
    correct: str
    forget: str
    dispute: str


class ProfileWords(_Words):
    """Headings of the documents."""

    title: str
    preferences: str
    lens: dict[Lens, str]


class Wording(_Words):
    """Every text of this room."""

    heading: str
    line: str
    since: str
    private_name: str
    hedge: dict[Source, str]
    ask: dict[str, Asking]
    profile: ProfileWords

    def asking_of(self, text: str) -> Asking:
        """How a question is put that is about `text`: in its language where that is one of ours."""
        return self.ask.get(language_of(text) or ENGLISH, self.ask[ENGLISH])


@cache
def wording() -> Wording:
    """The wording as shipped; read once."""
    text = (resources.files("resources") / "prompts" / "person.toml").read_text("utf-8")
    return Wording.model_validate(tomllib.loads(text))
