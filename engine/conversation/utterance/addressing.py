"""What the person said of themselves, said to them: "I'm allergic" is told as "You're allergic"."""

import re
import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

_WORD = re.compile(r"[\w']+")
_SENTENCE = re.compile(r"(?:\A|(?<=[.!?])\s+|\n)[\"“(\s]*\Z")


class Turning(BaseModel):
    """How one language turns the first person into the second (`resources/language/second_person.toml`).

    `phrases` are tried in order. A text is this language's where it holds one of `signs` and none of `unlike`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    signs: frozenset[str]
    phrases: tuple[tuple[str, str], ...]
    unlike: frozenset[str] = frozenset()

    def is_of(self, text: str) -> bool:
        """Whether `text` speaks in this language's first person."""
        words = set(_WORD.findall(text.casefold()))
        return bool(words & self.signs) and not words & self.unlike

    def turned(self, text: str) -> str:
        """`text` in the second person; a sentence begins with a capital."""
        told = dict(self.phrases)
        longest_first = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase, _ in self.phrases)

        def replaced(found: re.Match[str]) -> str:
            word = told[" ".join(found[0].casefold().split())]
            return word.capitalize() if _SENTENCE.search(text[: found.start()]) else word

        return re.sub(rf"(?<![\w'])(?:{longest_first})(?![\w'])", replaced, text, flags=re.IGNORECASE)


@cache
def turnings() -> tuple[Turning, ...]:
    """As shipped; read once."""
    source = resources.files("resources") / "language" / "second_person.toml"
    found = tomllib.loads(source.read_text("utf-8"))["language"]
    return tuple(Turning.model_validate(one) for one in found)


def addressed(text: str, language: str = "") -> str:
    """`text` as it is said to who said it; as it was where its language, found out unless given, has no table."""
    plain = text.replace("’", "'")
    turning = next(
        (one for one in turnings() if one.name == language or (not language and one.is_of(plain))), None
    )
    return text if turning is None else turning.turned(plain)
