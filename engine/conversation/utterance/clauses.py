"""An utterance in pieces that can be quoted, so that nothing else can."""

from engine import search

MOST_CLAUSES = 8


def clauses(utterance: str) -> list[str]:
    """The utterance in pieces that can be quoted; only these may stand as a quote, so recalled text cannot."""
    return [part[:200] for part in search.clauses(utterance)[:MOST_CLAUSES]]
