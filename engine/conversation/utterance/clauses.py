"""An utterance in pieces that can be quoted, so that nothing else can."""

import re

_CLAUSE = re.compile(r"(?<=[.!?;。！？；])\s*|\n+")
MOST_CLAUSES = 8


def clauses(utterance: str) -> list[str]:
    """The utterance in pieces that can be quoted; only these may stand as a quote, so recalled text cannot."""
    parts = [part.strip() for part in _CLAUSE.split(utterance) if part and part.strip()]
    return [part[:200] for part in parts[:MOST_CLAUSES]]
