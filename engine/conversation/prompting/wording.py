"""The words of the prompt, read from `resources/prompts/conversation.toml`."""

import re
import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.conversation.reconstruction.records import Verdict

_WORD = re.compile(r"[\w']+")


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Opening(_Words):
    """Sentences that open an episode."""

    first: str
    gap: str
    now: str
    asked_time: str
    asked_last_talk: str


class Example(_Words):
    """A made-up exchange that shows how memory is used; `memory` is (date, text), best first.

    `done` is the line of something that was done just before the answer (`governing.toml`).
    """

    verdict: str
    done: str = ""
    memory: tuple[tuple[str, str], ...]
    message: str
    answer: str


class News(_Words):
    """How facts that came up within an episode are told; `line` holds `{text}`."""

    heading: str
    line: str


class ReflectWords(_Words):
    """What asks for the reflection."""

    instruction: str


class SummaryWords(_Words):
    """How old turns are summed up; `quote` holds `{speaker}` and `{text}`."""

    instruction: str
    ask: str
    heading: str
    quote: str


class Untold(_Words):
    """How an answer begins that was never told, in the language that has one of `words`."""

    words: tuple[str, ...]
    opening: str


class Wording(_Words):
    """Every text of the conversation prompt."""

    directives: str
    about_person: tuple[str, ...]
    asks_help: tuple[str, ...]
    asks_whether: tuple[str, ...]
    asks_time: tuple[str, ...]
    asks_last_talk: tuple[str, ...]
    person_unnamed: str
    companion_speaker: str
    person_speaker: str
    fact_speaker: str
    node_speaker: str
    unknown: str
    verdict: dict[Verdict, str]
    opening: Opening
    untold: tuple[Untold, ...]
    news: News
    standing: dict[str, str]
    example: tuple[Example, ...]
    reflect: ReflectWords
    summary: SummaryWords

    def untold_opening(self, text: str) -> str:
        """How an answer to `text` begins that was never told; "" for a language without such words."""
        plain = set(_WORD.findall(text.casefold().replace("’", "'")))
        return next((one.opening for one in self.untold if plain.intersection(one.words)), "")


@cache
def load_wording() -> Wording:
    """The wording as shipped; read once."""
    text = resources.files("resources").joinpath("prompts/conversation.toml").read_text(encoding="utf-8")
    return Wording.model_validate(tomllib.loads(text))
