"""Models, predictions and principles ([E] §10)."""

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar, Self

from pydantic import Field

from engine.cognition.keeping.records import Domain, Kept, Origin, Record, Sourced
from engine.ids import Refs


class Direction(StrEnum):
    """What a piece of evidence does to a belief: the first three to a model, the last two to a principle."""

    SUPPORTS = "supports"
    WEAKENS = "weakens"
    INVALIDATES = "invalidates"
    CONFIRMS = "confirms"
    CHALLENGES = "challenges"


class Evidence(Sourced):
    """Something that spoke for a belief or against it; `run` names the run of thinking that noticed it."""

    at: datetime
    direction: Direction
    text: str = ""
    origin: Origin = Origin.HAND
    run: str = ""


class Belief(Kept):
    """Base of what evidence makes more or less sure.

    `start` is the confidence it began with. `confidence` is as of when it was read: it follows from the start, the
    evidence that stands and the time since, and is never written down as if it were known.
    """

    statement: str
    domain: Domain = Domain.GENERAL
    start: float = Field(ge=0, le=0.95)
    confidence: float = Field(ge=0, le=0.95)
    evidence: tuple[Evidence, ...] = ()
    rejected_at: datetime | None = None

    @property
    def is_over(self) -> bool:
        return self.rejected_at is not None

    def parts(self) -> tuple[Sourced, ...]:
        return self.evidence

    def without(self, refs: Refs) -> Self:
        left = tuple(each for each in self.evidence if not each.rests_on(refs))
        return self.model_copy(update={"evidence": left})

    @property
    def standing(self) -> list[Evidence]:
        """The evidence whose sources were not withdrawn, oldest first."""
        return [each for each in self.evidence if self.stands(each)]

    @property
    def is_own(self) -> bool:
        """Whether it was thought here, or something that was said or done here spoke for it since."""
        return self.origin is not Origin.IMPORT or any(
            each.origin is not Origin.IMPORT for each in self.standing
        )

    def count(self, *directions: Direction) -> int:
        """How often evidence went one of these ways."""
        return sum(each.direction in directions for each in self.standing)


class ModelStatus(StrEnum):
    """How a model stands ([E] §10.2)."""

    ACTIVE = "active"
    WEAKENED = "weakened"
    INVALIDATED = "invalidated"
    SUPERSEDED = "superseded"


class Model(Belief):
    """An understanding of how something is, held more or less firmly ([E] §10.2).

    `successor` cites the model that took its place.
    """

    kind: ClassVar[str] = "model"

    status: ModelStatus = ModelStatus.ACTIVE
    successor: Sourced | None = None

    def parts(self) -> tuple[Sourced, ...]:
        return self.evidence if self.successor is None else (*self.evidence, self.successor)

    def without(self, refs: Refs) -> Self:
        left = super().without(refs)
        if self.successor is None or not self.successor.rests_on(refs):
            return left
        return left.model_copy(update={"successor": None})

    @property
    def is_superseded(self) -> bool:
        """Whether the model that took its place still stands."""
        return self.successor is not None and self.stands(self.successor)

    @property
    def is_live(self) -> bool:
        """Whether it is still believed, if weakly."""
        return self.status in {ModelStatus.ACTIVE, ModelStatus.WEAKENED}


class PrincipleStatus(StrEnum):
    """How a principle stands; a rejected one never comes back by itself."""

    ACTIVE = "active"
    CHALLENGED = "challenged"
    REJECTED = "rejected"


class Principle(Belief):
    """A rule that repeated insights became, or that the person set ([E] §10.4).

    Its sources are the insights: it stands while `needs` of them do.
    """

    kind: ClassVar[str] = "principle"

    needs: int = 1
    status: PrincipleStatus = PrincipleStatus.ACTIVE

    @property
    def least(self) -> int:
        return self.needs


class PredictionStatus(StrEnum):
    """How a prediction stands ([E] §10.3)."""

    PENDING = "pending"
    CORRECT = "correct"
    PARTLY = "partially_correct"
    WRONG = "wrong"
    EXPIRED = "expired"


class Resolution(Sourced):
    """What became of a prediction; `proposed` until the person agrees, with the sources that show it."""

    at: datetime
    status: PredictionStatus
    actual: str = ""
    lesson: str = ""
    proposed: bool = False


class Prediction(Kept):
    """A forecast that can turn out wrong, with the day on which that is known ([E] §10.3).

    `status` is as of when it was read: a resolution counts while what shows it stands. `surfaced_on` is the day on
    which it was last brought up.
    """

    kind: ClassVar[str] = "prediction"

    statement: str
    domain: Domain = Domain.GENERAL
    confidence: float = Field(ge=0, le=0.95)
    deadline: date
    source_model: str | None = None
    resolution: Resolution | None = None
    status: PredictionStatus = PredictionStatus.PENDING
    surfaced_on: date | None = None

    def parts(self) -> tuple[Sourced, ...]:
        return () if self.resolution is None else (self.resolution,)

    def without(self, refs: Refs) -> Self:
        if self.resolution is None or not self.resolution.rests_on(refs):
            return self
        return self.model_copy(update={"resolution": None})

    @property
    def outcome(self) -> Resolution | None:
        """What became of it, where that still stands."""
        return self.resolution if self.resolution is not None and self.stands(self.resolution) else None

    @property
    def is_settled(self) -> bool:
        """Whether the person said what became of it."""
        return self.outcome is not None and not self.outcome.proposed


class Calibration(Record):
    """How sure the companion was against how often it was right ([E] §10.3).

    `accuracy` (0–1) counts what came partly true as half and leaves out what expired. `calibration_error` (−1 to 1) is
    the mean confidence less the accuracy: above 0 too sure, below 0 not sure enough. `expected_error` (0–1) is how far
    the two lie apart within equal steps of confidence, so that being too sure here and too unsure there is seen.
    """

    checked: int
    correct: int
    partly: int
    wrong: int
    accuracy: float | None = None
    mean_confidence: float | None = None
    calibration_error: float | None = None
    expected_error: float | None = None
