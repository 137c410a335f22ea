"""Insights: what a run of thinking, or a turn, noticed; repeated often enough they become principles.

[E] §10.4, §14.8; `one-mind.md`, "Cognition, intent".
"""

from collections.abc import Sequence
from itertools import combinations

from engine.cognition.beliefs.principles import PrincipleBook
from engine.cognition.beliefs.records import Direction, Principle, PrincipleStatus
from engine.cognition.growing.records import Insight
from engine.cognition.keeping.keeper import Keep, Keeper
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import (
    ABOUT_PEOPLE,
    Domain,
    Origin,
    PrincipleCrystallised,
    UnsourcedError,
)
from engine.ids import new_id
from engine.settings import CognitionSettings
from engine.written import line


class InsightBook:
    """The insights of one companion with one person."""

    def __init__(
        self, keeper: Keeper, likeness: Likeness, principles: PrincipleBook, settings: CognitionSettings
    ) -> None:
        self._keeper, self._likeness = keeper, likeness
        self._principles, self._settings = principles, settings

    def all(self) -> list[Insight]:
        """Oldest first."""
        return self._keeper.store.all(Insight)

    def absorb(
        self,
        text: str,
        *,
        run: str,
        cites: tuple[str, ...],
        domain: Domain = Domain.GENERAL,
        origin: Origin = Origin.RUN,
    ) -> tuple[Insight, Principle | None]:
        """Keep what `run` noticed, with the principle that it became part of or confirmed, if any.

        What one run says twice is kept once. Raises UnsourcedError where nothing said, done or read stands behind
        it, InvalidInputError.
        """
        said = line(text, "insight")
        sources = self._keeper.sources.require(cites, origin, about_person=domain in ABOUT_PEOPLE)
        if not sources:
            raise UnsourcedError("An insight rests on what it was drawn from.")
        with self._keeper.changing() as keep:
            similar = self._similar(said)
            repeated = next((each for each in similar if each.run == run), None)
            if repeated is not None:
                return repeated, None
            now = self._keeper.clock.now()
            insight = Insight(
                id=new_id("insight"), created_at=now, updated_at=now, origin=origin, text=said, domain=domain,
                run=run, day=self._keeper.today(), cites=sources,
            )  # fmt: skip
            keep(insight)
            return self._drawn(insight, similar, keep)

    def _drawn(
        self, insight: Insight, similar: list[Insight], keep: Keep
    ) -> tuple[Insight, Principle | None]:
        """What the insight means for principles: it confirms one, or completes one, or waits for more like it."""
        known = self._principles.like(insight.text, self._settings.similar_insight)
        if known is None:
            standing = {each.id for each in self._principles.all()}
            return self._crystallised(
                insight, [one for one in similar if one.principle not in standing], keep
            )
        behind = [each for each in self.all() if each.principle == known.id]
        if known.status is PrincipleStatus.REJECTED or not independent([*behind, insight]):
            return insight, None
        evidence = (*insight.cites, insight.ref)
        confirmed = self._principles.evidence(
            known.id, Direction.CONFIRMS, insight.text, cites=evidence, origin=insight.origin, run=insight.run
        )
        return self._joined(insight, confirmed, keep), confirmed

    def _crystallised(
        self, insight: Insight, similar: list[Insight], keep: Keep
    ) -> tuple[Insight, Principle | None]:
        together = crystal(insight, similar, self._settings.crystallises)
        if together is None:
            return insight, None
        refs = tuple(each.ref for each in together)
        principle = self._principles.crystallise(insight.text, insight.domain, refs)
        joined = [self._joined(each, principle, keep) for each in together]
        self._keeper.tell(PrincipleCrystallised(principle.ref))
        return next(each for each in joined if each.id == insight.id), principle

    def _joined(self, insight: Insight, principle: Principle, keep: Keep) -> Insight:
        joined = insight.model_copy(
            update={"principle": principle.id, "updated_at": self._keeper.clock.now()}
        )
        keep(joined)
        return joined

    def _similar(self, text: str) -> list[Insight]:
        """The insights that say much the same, nearest first, so many as are compared."""
        known = {each.id: each for each in self.all()}
        texts = {each.id: each.text for each in known.values()}
        alike = self._likeness.alike(text, texts, self._settings.similar_insight)
        return [known[name] for name in alike][: self._settings.compared]


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
