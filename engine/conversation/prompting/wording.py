"""The words of the prompt, read from `resources/prompts/conversation.toml`."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict, Field

from engine.conversation.grounding import content_words
from engine.conversation.reconstruction.records import Verdict


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Opening(_Words):
    """Sentences that open an episode."""

    first: str
    gap: str
    now: str


class Example(_Words):
    """A made-up exchange that shows how memory is used; `memory` is (date, text), best first.

    `aside` is what stands after the message: what was done, or what is true of the program.
    """

    verdict: str = ""
    aside: str = ""
    memory: tuple[tuple[str, str], ...] = ()
    message: str
    answer: str


class News(_Words):
    """How facts that came up within an episode are told; `line` holds `{text}`."""

    heading: str
    line: str


class Address(_Words):
    """How a language calls whom one speaks to: `polite` words as they stand within a sentence, and `familiar` ones.

    `distant` is what a friend is not called, though of others it is said, too ("su madre"). A polite word stands
    `instead` of a familiar one where nothing else of its sentence changes.
    """

    polite: tuple[str, ...]
    familiar: tuple[str, ...]
    distant: tuple[str, ...] = ()
    instead: dict[str, str] = Field(default_factory=dict)

    def politely(self, text: str) -> str:
        """`text` with polite words in the place of familiar ones, as far as those are all that changes."""

        def polite(found: re.Match[str]) -> str:
            word = self.instead.get(found[0].lower(), found[0])
            return word[:1].upper() + word[1:] if found[0][:1].isupper() else word

        return re.sub(r"[^\W\d_]+", polite, text)

    def unfit(self, said: Iterable[str], known: str) -> tuple[str, ...]:
        """What who `said` this, latest first, is not to be called: they are called as they called whom they speak to.

        Of others, of whom `known` tells, what is `distant` may be said.
        """
        is_polite = self.is_polite(said)
        if is_polite is None:
            return ()
        return (
            self.familiar if is_polite else tuple(word for word in self.distant if not _stands(word, known))
        )

    def is_polite(self, said: Iterable[str]) -> bool | None:
        """Whether who `said` this, latest first, speaks as one does to strangers; None where nothing tells."""
        for text in said:
            if any(_stands(word, text) for word in self.polite):
                return True
            if any(_stands(word, text) for word in self.familiar):
                return False
        return None


class ReflectWords(_Words):
    """What asks for the reflection."""

    instruction: str


class SummaryWords(_Words):
    """How old turns are summed up; `quote` holds `{speaker}` and `{text}`."""

    instruction: str
    ask: str
    heading: str
    quote: str


class Recounting(_Words):
    """What stands before all that is known, in the person's own words, and behind it where there is more."""

    known: str
    more: str


class Wording(_Words):
    """Every text of the conversation prompt."""

    directives: str
    help: str
    person_unnamed: str
    companion_speaker: str
    person_speaker: str
    fact_speaker: str
    node_speaker: str
    to_do_speaker: str
    unknown: str
    missing: str
    language: str
    first_person: dict[str, tuple[str, ...]]
    address: dict[str, Address]
    untold: dict[str, tuple[str, ...]]
    since: dict[str, str]
    recount: dict[str, Recounting]
    verdict: dict[Verdict, str]
    opening: Opening
    news: News
    standing: dict[str, str]
    example: tuple[Example, ...]
    speaking: dict[str, tuple[Example, ...]]
    reflect: ReflectWords
    summary: SummaryWords

    def words_shown(self, language: str) -> frozenset[str]:
        """The content words of what examples answer and remember that stand before an answer in `language`."""
        examples = (*self.example, *self.speaking.get(language, ()))
        told = (text for one in examples for text in (one.answer, *(said for _, said in one.memory)))
        return frozenset(content_words(" ".join(told)))


def _stands(word: str, text: str) -> bool:
    """Whether `word` stands in `text`; one with a capital ("Sie") behind another word: any has one at the start."""
    pattern = rf"\b{re.escape(word)}\b"
    if word.islower():
        return re.search(pattern, text, re.IGNORECASE) is not None
    return re.search(rf"[^\W_][,;]?\s+{pattern}", text) is not None


@cache
def load_wording() -> Wording:
    """The wording as shipped; read once."""
    text = resources.files("resources").joinpath("prompts/conversation.toml").read_text(encoding="utf-8")
    return Wording.model_validate(tomllib.loads(text))
