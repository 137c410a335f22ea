"""Whether two texts mean the same open thing: by words, so that it needs no model and no time."""

import re

from engine.search import stems

_WORD = re.compile(r"\w+")


def same(first: str, second: str, share: float) -> bool:
    """Whether `share` of all their words are in both, and every number in one is in the other."""
    if first.casefold() == second.casefold():
        return True
    a, b = set(stems(first)), set(stems(second))
    if not a or not b or _numbers(a) != _numbers(b):
        return False
    return len(a & b) >= share * len(a | b)


def grounded(claim: str, source: str) -> float:
    """The share of the words of `claim` that stand in `source`, 0-1; 0 where it has no words of its own."""
    wanted = set(stems(claim))
    return len(wanted & set(stems(source))) / len(wanted) if wanted else 0.0


def _numbers(words: set[str]) -> set[str]:
    return {word for word in words if any(sign.isdigit() for sign in word)}


def repeats(text: str, said: str) -> bool:
    """Whether the words of `text` stand in a row in what was `said`, in any case."""
    ours, theirs = (" ".join(_WORD.findall(one.casefold())) for one in (text, said))
    return bool(ours) and f" {ours} " in f" {theirs} "
