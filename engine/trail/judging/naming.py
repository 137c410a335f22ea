"""Who spoke, and whom a query names: what is asked about a person was mostly said by that person."""

import re
from collections.abc import Iterable

from engine.search import stop_words

_WORD = re.compile(r"\w+")


class Speakers:
    """Everyone who has spoken, by a number each. Not thread-safe."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._codes: dict[str, int] = {}
        self._patterns: list[re.Pattern[str] | None] = []
        for name in names:
            self.code(name)

    @property
    def names(self) -> list[str]:
        """In the order of their numbers, case folded."""
        return list(self._codes)

    def code(self, name: str) -> int:
        """The number of a speaker, a new one where the name is new; case does not count."""
        folded = name.casefold()
        if folded not in self._codes:
            self._codes[folded] = len(self._codes)
            self._patterns.append(_pattern(folded))
        return self._codes[folded]

    def known(self, name: str) -> int:
        """The number of a speaker, -1 for one who never spoke."""
        return self._codes.get(name.casefold(), -1)

    def named(self, query: str) -> int | None:
        """The one speaker whom `query` names by full or first name; None where it names none or several."""
        found = [code for code, pattern in enumerate(self._patterns) if pattern and pattern.search(query)]
        return found[0] if len(found) == 1 else None

    def without(self, query: str, code: int) -> str:
        """`query` less the name of that speaker; as it is where nothing else stands in it."""
        pattern = self._patterns[code]
        rest = query if pattern is None else pattern.sub(" ", query)
        return rest if _WORD.search(rest) else query


def _pattern(folded: str) -> re.Pattern[str] | None:
    """The full name or the first one, with an English possessive; None where that is a word like "you"."""
    words = _WORD.findall(folded)
    if not words or words[0] in stop_words():
        return None
    names = "|".join(sorted({re.escape(folded), re.escape(words[0])}, key=len, reverse=True))
    if not folded.isascii():
        # Particles follow names without a blank in several scripts.
        return re.compile(names, re.IGNORECASE)
    return re.compile(rf"(?<!\w)(?:{names})(?:['\u2019]s)?(?!\w)", re.IGNORECASE)
