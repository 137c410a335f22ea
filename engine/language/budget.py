"""Budgets in tokens: how much support a turn has room for, and what is left out when there is more."""

from collections.abc import Callable, Sequence

Count = Callable[[str], int]

LEAST_SUPPORT, MOST_SUPPORT = 80, 400
AT_DEPTH = 2 / 3
"""Speed at a depth of 2,000 tokens against an empty context, where it is measured (docs/decisions/0010-budgets.md)."""


def support_budget(read_per_second: float) -> int:
    """Tokens of a turn's support: what the model reads in a second of a long conversation, within bounds.

    `read_per_second` is measured in an empty context.
    """
    return int(min(max(AT_DEPTH * read_per_second, LEAST_SUPPORT), MOST_SUPPORT))


def fit(texts: Sequence[str], budget: int, count: Count) -> list[str]:
    """As many whole texts as `budget` tokens hold, most important first; one too long is passed over.

    `texts` come in order of importance and leave in the same order.
    """
    kept, left = [], budget
    for text in texts:
        size = count(text)
        if size <= left:
            kept.append(text)
            left -= size
    return kept
