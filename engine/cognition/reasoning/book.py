"""The book of reasoning trails: begun with a problem, added to as it is thought through, ended by a solution."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from engine.cognition.keeping.keeper import Keeper
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import CognitionMissingError, CognitionMoveError, Origin, labels
from engine.cognition.reasoning.records import (
    Abandoned,
    DeadEnd,
    FoundEvidence,
    FoundTrail,
    Hypothesis,
    ReasoningTrail,
    Solution,
    TrailEvidence,
    TrailStatus,
)
from engine.cognition.reasoning.searching import TrailSearch
from engine.errors import InvalidInputError
from engine.ids import new_id
from engine.settings import NoticingSettings
from engine.written import line, optional

LONGEST = 2000
Change = Callable[[ReasoningTrail, datetime], dict[str, Any]]
"""What changes of a trail at that time."""


class ReasoningBook:
    """Trails of one companion with one person. Every change raises CognitionError, InvalidInputError, NotFoundError.

    What is not the person's own word (`origin`) needs something that was said, done or read behind it.
    """

    def __init__(self, keeper: Keeper, likeness: Likeness, settings: NoticingSettings) -> None:
        self._keeper, self._settings = keeper, settings
        self._search = TrailSearch(likeness, settings)

    def all(self) -> list[ReasoningTrail]:
        """What was touched last first."""
        kept = [one.standing for one in self._keeper.store.all(ReasoningTrail)]
        return sorted(kept, key=lambda one: one.updated_at, reverse=True)

    def open(self) -> list[ReasoningTrail]:
        """Problems without a solution yet."""
        return [one for one in self.all() if one.status is TrailStatus.OPEN]

    def trail(self, trail_id: str) -> ReasoningTrail:
        """Raises CognitionMissingError."""
        return self._keeper.one(ReasoningTrail, trail_id).standing

    def start(
        self,
        context: str,
        *,
        tags: tuple[str, ...] = (),
        cites: Sequence[str] = (),
        origin: Origin = Origin.HAND,
    ) -> ReasoningTrail:
        """Begin to think about a problem."""
        now = self._keeper.clock.now()
        begun = ReasoningTrail(
            id=new_id("rt"),
            created_at=now,
            updated_at=now,
            origin=origin,
            tags=labels(tags),
            context=line(context, "context", LONGEST),
            cites=self._keeper.sources.require(cites, origin),
        )
        with self._keeper.changing() as keep:
            keep(begun)
        return begun

    def add_hypothesis(
        self,
        trail_id: str,
        statement: str,
        *,
        confidence: float | None = None,
        cites: Sequence[str] = (),
        origin: Origin = Origin.HAND,
    ) -> ReasoningTrail:
        """Say what may be so; it gets the next number of its trail."""
        sure = _confidence(self._settings.hypothesis if confidence is None else confidence)
        said, named = line(statement, "hypothesis"), self._keeper.sources.require(cites, origin)

        def added(trail: ReasoningTrail, now: datetime) -> dict[str, Any]:
            number = max((one.number for one in trail.hypotheses), default=0) + 1
            made = Hypothesis(number=number, at=now, statement=said, confidence=sure, cites=named)
            return {"hypotheses": (*trail.hypotheses, made)}

        return self._changed(trail_id, added)

    def add_evidence(
        self,
        trail_id: str,
        text: str,
        *,
        supports: bool = True,
        hypothesis: int | None = None,
        confidence: float | None = None,
        cites: Sequence[str] = (),
        origin: Origin = Origin.HAND,
    ) -> ReasoningTrail:
        """Say what was found, for or against a hypothesis by its number; `confidence` is how sure that leaves one."""
        sure = None if confidence is None else _confidence(confidence)
        said, named = line(text, "evidence", LONGEST), self._keeper.sources.require(cites, origin)

        def added(trail: ReasoningTrail, now: datetime) -> dict[str, Any]:
            _require(trail, hypothesis)
            found = TrailEvidence(
                id=new_id("re"), at=now, text=said, supports=supports, hypothesis=hypothesis, cites=named
            )
            changes: dict[str, Any] = {"evidence": (*trail.evidence, found)}
            if sure is not None and hypothesis is not None:
                changes["hypotheses"] = _surer(trail, hypothesis, sure)
            return changes

        return self._changed(trail_id, added)

    def abandon(
        self,
        trail_id: str,
        approach: str,
        why: str = "",
        *,
        hypothesis: int | None = None,
        cites: Sequence[str] = (),
        origin: Origin = Origin.HAND,
    ) -> ReasoningTrail:
        """Give an approach up, and say why, so that it is not tried again."""
        given_up, reason = line(approach, "approach"), optional(why, "why", LONGEST)
        named = self._keeper.sources.require(cites, origin)

        def added(trail: ReasoningTrail, now: datetime) -> dict[str, Any]:
            _require(trail, hypothesis)
            made = Abandoned(at=now, approach=given_up, why=reason, hypothesis=hypothesis, cites=named)
            return {"abandoned": (*trail.abandoned, made)}

        return self._changed(trail_id, added)

    def solve(
        self,
        trail_id: str,
        solution: str,
        breakthrough: str = "",
        *,
        cites: Sequence[str] = (),
        origin: Origin = Origin.HAND,
    ) -> ReasoningTrail:
        """Say what solved it; it can be added to no more."""
        said, opened = line(solution, "solution", LONGEST), optional(breakthrough, "breakthrough", LONGEST)
        named = self._keeper.sources.require(cites, origin)

        def added(_: ReasoningTrail, now: datetime) -> dict[str, Any]:
            made = Solution(at=now, text=said, breakthrough=opened, cites=named)
            return {"solution": made, "status": TrailStatus.SOLVED}

        return self._changed(trail_id, added)

    def take_back(self, trail_id: str, at: datetime) -> ReasoningTrail:
        """Take back what was written down at that time; a solution that goes opens the problem again."""
        with self._keeper.changing() as keep:
            trail = self._keeper.one(ReasoningTrail, trail_id)
            if all(part.at != at for part in trail.standing.parts()):
                raise CognitionMissingError("Nothing was written down of this then.")
            now = self._keeper.clock.now()
            changed = trail.without_noted(at).model_copy(update={"updated_at": now})
            keep(changed)
        return changed.standing

    def search(self, query: str, limit: int = 10) -> list[FoundTrail]:
        """How something was solved before, what did not work included; the nearest trail first."""
        return self._search.trails(line(query, "query"), self.all(), limit)

    def search_evidence(self, query: str, limit: int = 10) -> list[FoundEvidence]:
        """Evidence alone, from whatever trail."""
        return self._search.evidence(line(query, "query"), self.all(), limit)

    def dead_ends(self, approach: str) -> list[DeadEnd]:
        """Whether an approach like this was given up before, and why."""
        return self._search.dead_ends(line(approach, "approach"), self.all())

    def _changed(self, trail_id: str, change: Change) -> ReasoningTrail:
        now = self._keeper.clock.now()
        with self._keeper.changing() as keep:
            trail = self._keeper.one(ReasoningTrail, trail_id)
            if trail.standing.status is TrailStatus.SOLVED:
                raise CognitionMoveError("This is solved.", "Begin anew with what is open.")
            changed = trail.model_copy(update={**change(trail, now), "updated_at": now})
            keep(changed)
        return changed.standing


def _require(trail: ReasoningTrail, number: int | None) -> None:
    if number is not None and all(one.number != number for one in trail.standing.hypotheses):
        raise InvalidInputError(
            "hypothesis", "is none of this trail", "Look at the trail, and name one by number."
        )


def _surer(trail: ReasoningTrail, number: int, confidence: float) -> tuple[Hypothesis, ...]:
    return tuple(
        one.model_copy(update={"confidence": confidence}) if one.number == number else one
        for one in trail.hypotheses
    )


def _confidence(given: float) -> float:
    if not 0.0 <= given <= 1.0:
        raise InvalidInputError("confidence", "must lie between 0 and 1")
    return given
