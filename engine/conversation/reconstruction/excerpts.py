"""The part of a text that is put before the model: whole sentences, those that share most with the question."""

import re
from collections.abc import Callable

from engine.search import sentences

WORD = re.compile(r"\w+")

CUT = " …"
"""What an excerpt ends with."""


def excerpt(text: str, query: str, budget: int, count: Callable[[str], int]) -> str:
    """`text` cut to `budget` tokens by whole sentences, those sharing most words with `query` first.

    Sentences keep their order; a single sentence over the budget is cut at a word.
    """
    if count(text) <= budget:
        return text
    wanted = set(WORD.findall(query.casefold()))
    parts = sentences(text)
    by_overlap = sorted(
        range(len(parts)), key=lambda i: (-len(wanted & set(WORD.findall(parts[i].casefold()))), i)
    )
    chosen: list[int] = []
    for index in by_overlap:
        trial = " ".join(parts[i] for i in sorted([*chosen, index]))
        if count(trial) <= budget:
            chosen.append(index)
    if chosen:
        return " ".join(parts[i] for i in sorted(chosen))
    return _cut_words(parts[by_overlap[0]], budget, count)


def _cut_words(sentence: str, budget: int, count: Callable[[str], int]) -> str:
    words = sentence.split()
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if count(" ".join(words[:middle]) + CUT) <= budget:
            low = middle
        else:
            high = middle - 1
    return " ".join(words[:low]) + CUT if low else ""
