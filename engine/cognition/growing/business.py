"""Business ideas: scored, held against competitors, and against how their pitches went ([E] §2.2)."""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engine.cognition.growing.outcomes import OutcomeBook
from engine.cognition.growing.records import BusinessIdea, BusinessStatus, Competitor, Decided, Score
from engine.cognition.keeping.keeper import Keeper
from engine.cognition.keeping.records import CognitionMissingError, labels
from engine.ids import new_id
from engine.settings import CognitionSettings
from engine.written import line, optional

LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Review:
    """A business idea with what is known of it, and what is missing to judge it."""

    idea: BusinessIdea
    outcomes: tuple[Decided, ...]
    missing: tuple[str, ...]


class BusinessBook:
    """The business ideas of one person, as one companion keeps them."""

    def __init__(self, keeper: Keeper, outcomes: OutcomeBook, settings: CognitionSettings) -> None:
        self._keeper, self._outcomes, self._settings = keeper, outcomes, settings

    def all(self, status: BusinessStatus | None = None, least: int = 0) -> list[BusinessIdea]:
        """The best scored first, the rest last touched first; with `least` only those of that score."""
        found = [each for each in self._keeper.store.all(BusinessIdea) if status in {None, each.status}]
        found = [each for each in found if _total(each) >= least]
        recent = sorted(found, key=lambda idea: idea.updated_at, reverse=True)
        return sorted(recent, key=lambda idea: -_total(idea))

    def idea(self, idea_id: str) -> BusinessIdea:
        """Raises CognitionMissingError."""
        return self._keeper.one(BusinessIdea, idea_id)

    def add(
        self,
        name: str,
        description: str = "",
        *,
        audience: str = "",
        angle: str = "",
        tags: tuple[str, ...] = (),
    ) -> BusinessIdea:
        """A new one; `angle` is what sets it apart. Raises InvalidInputError."""
        now = self._keeper.clock.now()
        idea = BusinessIdea(
            id=new_id("biz"), created_at=now, updated_at=now, name=line(name, "name", 200), tags=labels(tags),
            description=optional(description, "description", LONGEST), angle=optional(angle, "angle"),
            audience=optional(audience, "audience"),
        )  # fmt: skip
        with self._keeper.changing() as keep:
            keep(idea)
        return idea

    def compete(
        self, idea_id: str, name: str, strengths: str = "", weaknesses: str = "", url: str = ""
    ) -> BusinessIdea:
        """Note a competitor; one of that name is written anew. Raises CognitionMissingError, InvalidInputError."""
        rival = Competitor(
            name=line(name, "competitor", 200), strengths=optional(strengths, "strengths"),
            weaknesses=optional(weaknesses, "weaknesses"), url=optional(url, "url"),
        )  # fmt: skip
        with self._keeper.changing():
            known = self.idea(idea_id).competitors
            others = tuple(each for each in known if each.name.casefold() != rival.name.casefold())
            return self._changed(idea_id, competitors=(*others, rival))

    def drop_competitor(self, idea_id: str, name: str) -> BusinessIdea:
        """Take a competitor back. Raises CognitionMissingError."""
        with self._keeper.changing():
            known = self.idea(idea_id).competitors
            others = tuple(each for each in known if each.name.casefold() != name.casefold())
            if len(others) == len(known):
                raise CognitionMissingError("No such competitor was noted.")
            return self._changed(idea_id, competitors=others)

    def drop_note(self, idea_id: str) -> BusinessIdea:
        """Take the last note back. Raises CognitionMissingError."""
        with self._keeper.changing():
            notes = self.idea(idea_id).notes
            if not notes:
                raise CognitionMissingError("Nothing was noted of this idea.")
            return self._changed(idea_id, notes=notes[:-1])

    def score(self, idea_id: str, score: Score) -> BusinessIdea:
        """Say what speaks for it. Raises CognitionMissingError."""
        return self._changed(idea_id, score=score)

    def update(
        self,
        idea_id: str,
        *,
        name: str | None = None,
        description: str | None = None,
        audience: str | None = None,
        angle: str | None = None,
        status: BusinessStatus | None = None,
        note: str | None = None,
        tags: tuple[str, ...] | None = None,
    ) -> BusinessIdea:
        """Change what is given; a note is added. Raises CognitionMissingError, InvalidInputError."""
        given: dict[str, Any] = {
            "name": None if name is None else line(name, "name", 200),
            "description": None if description is None else optional(description, "description", LONGEST),
            "audience": None if audience is None else optional(audience, "audience"),
            "angle": None if angle is None else optional(angle, "angle"),
            "status": status,
            "tags": None if tags is None else labels(tags),
        }
        changes = {field: value for field, value in given.items() if value is not None}
        with self._keeper.changing():
            if note is not None:
                changes["notes"] = (*self.idea(idea_id).notes, line(note, "note", LONGEST))
            return self._changed(idea_id, **changes)

    def link(self, idea_id: str, *, trail: str | None = None, outcome: str | None = None) -> BusinessIdea:
        """Connect it with a reasoning trail, or with a decision. Raises CognitionMissingError."""
        found = None if outcome is None else self._outcomes.outcome(outcome).id
        with self._keeper.changing():
            idea = self.idea(idea_id)
            trails, outcomes = _with(idea.trails, trail), _with(idea.outcomes, found)
            return self._changed(idea_id, trails=trails, outcomes=outcomes)

    def review(self, idea_id: str) -> Review:
        """All that is known of one. Raises CognitionMissingError."""
        idea = self.idea(idea_id)
        tried = [each for each in self._outcomes.all() if each.idea == idea.id or each.id in idea.outcomes]
        missing = {
            "score": idea.score is None,
            "competitors": not idea.competitors,
            "audience": not idea.audience,
            "angle": not idea.angle,
            "outcomes": not tried,
        }
        lacking = tuple(name for name, lacks in missing.items() if lacks)
        return Review(idea, tuple(tried), lacking)

    def wanting(self) -> list[BusinessIdea]:
        """Open ones that were not scored, or not touched for long: what a boot names."""
        stale = self._keeper.clock.now() - timedelta(days=self._settings.business_stale_days)
        return [
            each for each in self.all() if each.is_open and (each.score is None or each.updated_at < stale)
        ]

    def stats(self) -> dict[str, Any]:
        """How many there are by status, and their mean score (5–25)."""
        ideas = self.all()
        scores = [each.score.total for each in ideas if each.score is not None]
        return {
            "total": len(ideas),
            "by_status": dict(Counter(each.status.value for each in ideas)),
            "scored": len(scores),
            "mean_score": sum(scores) / len(scores) if scores else None,
        }

    def _changed(self, idea_id: str, **changes: Any) -> BusinessIdea:
        with self._keeper.changing() as keep:
            changes["updated_at"] = self._keeper.clock.now()
            changed = self.idea(idea_id).model_copy(update=changes)
            keep(changed)
        return changed


def _total(idea: BusinessIdea) -> int:
    return 0 if idea.score is None else idea.score.total


def _with(known: tuple[str, ...], more: str | None) -> tuple[str, ...]:
    return known if more is None or more in known else (*known, more)
