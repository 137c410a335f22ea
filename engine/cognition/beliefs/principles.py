"""Principles: rules that insights became, confirmed and challenged afterwards ([E] §10.4)."""

from collections import Counter
from datetime import datetime
from typing import Any

from engine.cognition.beliefs.confidence import bounded, evidence, principle_as_of, require_fit, without_word
from engine.cognition.beliefs.records import Direction, Principle, PrincipleStatus
from engine.cognition.keeping.keeper import Keep, Keeper
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import ABOUT_PEOPLE, CognitionMoveError, Domain, Origin, labels
from engine.ids import new_id
from engine.settings import CognitionSettings
from engine.written import line


class PrincipleBook:
    """The principles of one companion with one person."""

    def __init__(self, keeper: Keeper, likeness: Likeness, settings: CognitionSettings) -> None:
        self._keeper, self._likeness, self._settings = keeper, likeness, settings

    def all(self) -> list[Principle]:
        """As they stand, the surest first; rejected ones too."""
        found = (principle_as_of(each, self._settings) for each in self._keeper.store.all(Principle))
        return sorted(found, key=lambda principle: -principle.confidence)

    def gathered(self) -> list[Principle]:
        """Those that are sure enough to be thought with."""
        return [each for each in self.live() if each.confidence >= self._settings.gathered]

    def live(self) -> list[Principle]:
        """All that the person did not reject."""
        return [each for each in self.all() if each.status is not PrincipleStatus.REJECTED]

    def principle(self, principle_id: str) -> Principle:
        """As it stands. Raises CognitionMissingError."""
        return principle_as_of(self._keeper.one(Principle, principle_id), self._settings)

    def create(
        self,
        statement: str,
        domain: Domain = Domain.GENERAL,
        *,
        confidence: float | None = None,
        cites: tuple[str, ...] = (),
        origin: Origin = Origin.HAND,
        tags: tuple[str, ...] = (),
    ) -> Principle:
        """Set a principle by hand, or out of what was said or read; one that says the same is returned.

        Raises UnsourcedError, InvalidInputError.
        """
        said = line(statement, "statement")
        sources = self._keeper.sources.require(cites, origin, about_person=domain in ABOUT_PEOPLE)
        with self._keeper.changing() as keep:
            known = self.like(said, self._settings.same_statement)
            if known is not None and known.status is not PrincipleStatus.REJECTED:
                return known
            return self._made(said, domain, sources, origin, keep, confidence=confidence, tags=labels(tags))

    def crystallise(self, statement: str, domain: Domain, insights: tuple[str, ...]) -> Principle:
        """The principle that `insights` (refs) have become; it stands while so many of them do."""
        with self._keeper.changing() as keep:
            return self._made(statement, domain, insights, Origin.RUN, keep, needs=len(insights))

    def evidence(
        self,
        principle_id: str,
        direction: Direction,
        text: str = "",
        *,
        cites: tuple[str, ...] = (),
        origin: Origin = Origin.HAND,
        run: str = "",
    ) -> Principle:
        """Confirm a principle, or challenge it; what is no news is refused ([E] §14.8).

        Raises UnsourcedError, CognitionMissingError, CognitionMoveError for a principle that was rejected.
        """
        shown = evidence(self._keeper, direction, text, cites=cites, origin=origin, run=run)
        with self._keeper.changing() as keep:
            known = self.principle(principle_id)
            if known.status is PrincipleStatus.REJECTED:
                raise CognitionMoveError(
                    "The person does not want this principle.", "Take it up again first."
                )
            require_fit(known, shown)
            changes = {"evidence": (*known.evidence, shown), "updated_at": shown.at}
            weighed = principle_as_of(known.model_copy(update=changes), self._settings)
            keep(weighed)
        return weighed

    def let_go_of(self, principle_id: str, ref: str) -> None:
        """Take back the evidence that rests on `ref`."""
        with self._keeper.changing() as keep:
            known = self.principle(principle_id).without(frozenset({ref}))
            keep(principle_as_of(known, self._settings))

    def take_word_back(self, principle_id: str, at: datetime) -> Principle:
        """Take back what the person said of a principle at that moment. Raises CognitionMissingError."""
        with self._keeper.changing() as keep:
            weighed = principle_as_of(without_word(self.principle(principle_id), at), self._settings)
            keep(weighed)
        return weighed

    def reject(self, principle_id: str) -> Principle:
        """The person does not want it; insights like it do not bring it back."""
        return self._changed(principle_id, rejected_at=self._keeper.clock.now())

    def revive(self, principle_id: str) -> Principle:
        """Undo that."""
        return self._changed(principle_id, rejected_at=None)

    def like(self, statement: str, least: float) -> Principle | None:
        """The principle most like `statement`, from `least` on; rejected ones too."""
        found = {each.id: each for each in self.all()}
        texts = {each.id: each.statement for each in found.values()}
        return next((found[name] for name in self._likeness.alike(statement, texts, least)), None)

    def search(self, query: str, limit: int = 10) -> list[tuple[Principle, float]]:
        """The principles most like `query` with their likeness (0–1), nearest first."""
        return self._likeness.ranked(query, {each.id: (each, each.statement) for each in self.live()}, limit)

    def stats(self) -> dict[str, Any]:
        """How many there are by status and domain, and how often they were tried."""
        found = self.all()
        return {
            "total": len(found),
            "by_status": dict(Counter(each.status.value for each in found)),
            "by_domain": dict(Counter(each.domain.value for each in found)),
            "confirmed": sum(each.count(Direction.CONFIRMS) for each in found),
            "challenged": sum(each.count(Direction.CHALLENGES) for each in found),
        }

    def _made(
        self,
        statement: str,
        domain: Domain,
        cites: tuple[str, ...],
        origin: Origin,
        keep: Keep,
        *,
        confidence: float | None = None,
        tags: tuple[str, ...] = (),
        needs: int = 1,
    ) -> Principle:
        now = self._keeper.clock.now()
        given = self._settings.start if confidence is None else confidence
        start = bounded(given, domain, self._settings)
        principle = Principle(
            id=new_id("prin"), created_at=now, updated_at=now, origin=origin, statement=statement, domain=domain,
            start=start, confidence=start, cites=cites, tags=tags, needs=needs,
        )  # fmt: skip
        keep(principle)
        return principle

    def _changed(self, principle_id: str, **changes: Any) -> Principle:
        with self._keeper.changing() as keep:
            current = self.principle(principle_id)
            changes["updated_at"] = self._keeper.clock.now()
            changed = principle_as_of(current.model_copy(update=changes), self._settings)
            keep(changed)
        return changed
