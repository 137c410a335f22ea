"""When insights become a principle ([E] §10.4, §14.8; `one-mind.md`, "Cognition, intent")."""

from collections.abc import Sequence
from itertools import combinations

from engine.cognition.growing.records import Insight


def crystal(new: Insight, similar: Sequence[Insight], needed: int) -> tuple[Insight, ...] | None:
    """`needed` insights in all, `new` included, that together say something: oldest first; None where there are none.

    They come from different runs on different days, and each brings a source that none before it had. `similar` are
    tried in their order.
    """
    for others in combinations(similar, needed - 1):
        together = tuple(sorted((new, *others), key=lambda insight: insight.created_at))
        if independent(together):
            return together
    return None


def independent(insights: Sequence[Insight]) -> bool:
    """Whether insights are of different runs and days, each with evidence of its own."""
    runs, days = {each.run for each in insights}, {each.day for each in insights}
    if len(runs) < len(insights) or len(days) < len(insights):
        return False
    seen: set[str] = set()
    for insight in insights:
        fresh = set(insight.cites) - set(insight.gone) - seen
        if not fresh:
            return False
        seen |= fresh
    return True
