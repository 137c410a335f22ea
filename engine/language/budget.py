"""Budgets in tokens: how much of each place a context has room for, and what is left out when it has not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.language.records import Place

Count = Callable[[str], int]

REFERENCE_CONTEXT = 8192
"""The context that the layout table of `docs/architecture.md` is written for."""

STABLE_TOKENS, OPENING_TOKENS, BLOCK_TOKENS = 1200, 80, 80
COMPACTION_SHARE = 0.75


@dataclass(frozen=True, slots=True)
class LayoutBudget:
    """Tokens for each place of the prompt layout; `stream` is where compaction begins."""

    stable: int
    opening: int
    block: int
    stream: int

    @classmethod
    def of_context(cls, context_tokens: int, read_per_second: float | None = None) -> "LayoutBudget":
        """The layout's budgets in a context of `context_tokens`.

        A smaller context shrinks them in proportion. The block is what the model reads in a second, where
        that was measured: never less than half the table's size, never more than a tenth of the context.
        """
        share = min(1.0, context_tokens / REFERENCE_CONTEXT)
        block = BLOCK_TOKENS * share if read_per_second is None else read_per_second
        return cls(
            stable=int(STABLE_TOKENS * share),
            opening=int(OPENING_TOKENS * share),
            block=int(min(max(block, BLOCK_TOKENS * share / 2), context_tokens / 10)),
            stream=int(context_tokens * COMPACTION_SHARE),
        )

    def of(self, place: Place) -> int:
        """The budget of a place; what has none of its own shares the stream's."""
        own = {Place.STABLE: self.stable, Place.OPENING: self.opening, Place.BLOCK: self.block}
        return own.get(place, self.stream)


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


def fit_sections(sections: Sequence[Sequence[str]], budget: int, count: Count) -> list[list[str]]:
    """Fill several sections from one budget: an earlier section's items all go before a later one's.

    Returns as many lists as there are sections, empty where nothing fitted.
    """
    filled, left = [], budget
    for texts in sections:
        kept = fit(texts, left, count)
        left -= sum(count(text) for text in kept)
        filled.append(kept)
    return filled
