"""How a problem was thought through ([E] §8.2): hypotheses, evidence, what was given up, and the solution."""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Self

from pydantic import Field

from engine.cognition.keeping.records import Kept, Record, Sourced
from engine.ids import Refs


class TrailStatus(StrEnum):
    """Whether the problem is still being thought about."""

    OPEN = "open"
    SOLVED = "solved"


class Noted(Sourced):
    """A part of a trail, by when it was written down."""

    at: datetime


class Hypothesis(Noted):
    """What may be the cause or the way; `number` counts from 1 within its trail, `confidence` 0–1."""

    number: int = Field(ge=1)
    statement: str
    confidence: float = Field(ge=0, le=1)


class TrailEvidence(Noted):
    """What was found for or against a hypothesis, or about the problem as a whole; it is indexed by itself."""

    id: str
    text: str
    supports: bool = True
    hypothesis: int | None = None


class Abandoned(Noted):
    """An approach that was given up, and why: it need not be tried again."""

    approach: str
    why: str = ""
    hypothesis: int | None = None


class Solution(Noted):
    """What solved it, and what the step was that opened it."""

    text: str
    breakthrough: str = ""


class ReasoningTrail(Kept):
    """A problem and how it was thought through, in the order in which it happened."""

    kind: ClassVar[str] = "trail"

    context: str
    status: TrailStatus = TrailStatus.OPEN
    hypotheses: tuple[Hypothesis, ...] = ()
    evidence: tuple[TrailEvidence, ...] = ()
    abandoned: tuple[Abandoned, ...] = ()
    solution: Solution | None = None

    def parts(self) -> tuple[Noted, ...]:
        solved = () if self.solution is None else (self.solution,)
        return (*self.hypotheses, *self.evidence, *self.abandoned, *solved)

    def without(self, refs: Refs) -> Self:
        return self._with_parts(lambda part: not part.rests_on(refs))

    def without_noted(self, at: datetime) -> Self:
        """Without what was written down at that time."""
        return self._with_parts(lambda part: part.at != at)

    @property
    def standing(self) -> Self:
        """As it is told: without what rests on something withdrawn. A solution that went opens it again."""
        return self._with_parts(self.stands)

    def _with_parts(self, keep: Callable[[Noted], bool]) -> Self:
        solution = self.solution if self.solution is not None and keep(self.solution) else None
        return self.model_copy(
            update={
                "hypotheses": tuple(filter(keep, self.hypotheses)),
                "evidence": tuple(filter(keep, self.evidence)),
                "abandoned": tuple(filter(keep, self.abandoned)),
                "solution": solution,
                "status": TrailStatus.OPEN if solution is None else TrailStatus.SOLVED,
            }
        )


class TrailPart(StrEnum):
    """Which words of a trail a search met."""

    CONTEXT = "context"
    HYPOTHESIS = "hypothesis"
    EVIDENCE = "evidence"
    ABANDONED = "abandoned"
    SOLUTION = "solution"


class FoundTrail(Record):
    """A trail that a search met: by which of its words, and how near they are (0–1)."""

    trail: ReasoningTrail
    part: TrailPart
    text: str
    score: float


class FoundEvidence(Record):
    """A piece of evidence that a search met, with the trail that it belongs to."""

    trail: ReasoningTrail
    evidence: TrailEvidence
    score: float


class DeadEnd(Record):
    """An approach like one that was given up before."""

    trail: str
    context: str
    approach: str
    why: str
    score: float
