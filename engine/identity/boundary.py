"""What may be said of the companion for everyone: nothing that tells of a person (`one-mind.md`, "Nodes")."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from engine.identity.surroundings import Surroundings
from engine.search import stems

LEAST_WORDS = 2
"""A claim of fewer words of its own stands in any sentence."""


@cache
def others() -> frozenset[str]:
    """Words of any language that stand for somebody else than who speaks."""
    text = (resources.files("resources") / "identity" / "others.toml").read_text("utf-8")
    return frozenset(word for words in tomllib.loads(text)["words"].values() for word in words)


@dataclass(frozen=True, slots=True)
class Boundary:
    """Tells what is of a person from what is the companion's own.

    The names of people and what is known of them are asked each time.
    """

    around: Callable[[], Surroundings]

    def holds_person(self, text: str) -> bool:
        """Whether `text` names somebody, speaks of somebody else, or repeats what is known of somebody."""
        words = re.findall(r"[^\W\d_]+", text.casefold())
        if others().intersection(words) or self._names_anyone(text):
            return True
        told = set(stems(text))
        known = (set(stems(claim)) for claim in self.around().claims())
        return any(len(claim) >= LEAST_WORDS and claim <= told for claim in known)

    def _names_anyone(self, text: str) -> bool:
        return any(
            re.search(rf"(?<!\w){re.escape(name.strip())}(?!\w)", text, re.IGNORECASE)
            for name in self.around().names()
            if name.strip()
        )
