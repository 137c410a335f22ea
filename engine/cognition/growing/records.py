"""Insights, outcomes, ideas and business ideas ([E] §8.3, §8.4, §10.4)."""

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar, Self

from pydantic import Field

from engine.cognition.keeping.records import Domain, Kept, Record, Sourced
from engine.ids import Refs


class Insight(Kept):
    """Something noticed once; what it came of is `run` on `day`. It feeds crystallisation and nothing else.

    `principle` is the one that it became part of, or confirmed.
    """

    kind: ClassVar[str] = "insight"

    text: str
    domain: Domain = Domain.GENERAL
    run: str
    day: date
    principle: str | None = None


class Assessment(StrEnum):
    """How something turned out against what was expected ([E] §8.3)."""

    WIN = "win"
    PARTIAL = "partial"
    LOSS = "loss"


class Pitch(Record):
    """How something was offered, to whom and where: what is compared of pitches."""

    channel: str = Field(default="", description="Of a pitch: where.")
    audience: str = Field(default="", description="Of a pitch: to whom.")
    framing: str = Field(default="", description="Of a pitch: how.")


class Result(Sourced):
    """How it turned out; without an `assessment` it was only noticed, and the person is to judge."""

    at: datetime
    actual: str
    assessment: Assessment | None
    lesson: str = ""


class Decided(Kept):
    """A decision with what was expected of it, and later how it turned out ([E] §8.3).

    `confidence` (0–1) is how sure the expectation was. `trail` is the reasoning behind it, `idea` the business idea
    that it serves.
    """

    kind: ClassVar[str] = "outcome"

    decision: str
    predicted: str = ""
    context: str = ""
    confidence: float | None = Field(default=None, ge=0, le=0.95)
    trail: str | None = None
    idea: str | None = None
    pitch: Pitch | None = None
    result: Result | None = None

    def parts(self) -> tuple[Sourced, ...]:
        return () if self.result is None else (self.result,)

    def without(self, refs: Refs) -> Self:
        if self.result is None or not self.result.rests_on(refs):
            return self
        return self.model_copy(update={"result": None})

    @property
    def turned_out(self) -> Result | None:
        """How it turned out, where what shows it stands and the person has judged it."""
        return self.seen if self.seen is not None and self.seen.assessment is not None else None

    @property
    def seen(self) -> Result | None:
        """What is known of how it turned out, judged or only noticed."""
        return self.result if self.result is not None and self.stands(self.result) else None


class Seed(Sourced):
    """One time that an idea was touched: the words, where they are from, and in which time together."""

    id: str
    at: datetime
    quote: str
    source: str = ""
    occasion: str = ""


class IdeaStatus(StrEnum):
    """How an idea stands; it is ready once it came up often enough."""

    GATHERING = "gathering"
    READY = "ready"
    ACTIVE = "active"
    ABANDONED = "abandoned"


class Idea(Kept):
    """A half-formed idea that comes up again and again ([E] §8.4); `status` is as of when it was read."""

    kind: ClassVar[str] = "idea"

    concept: str
    seeds: tuple[Seed, ...] = ()
    chosen: IdeaStatus | None = None
    status: IdeaStatus = IdeaStatus.GATHERING

    def parts(self) -> tuple[Sourced, ...]:
        return self.seeds

    def without(self, refs: Refs) -> Self:
        left = tuple(seed for seed in self.seeds if not seed.rests_on(refs))
        return self.model_copy(update={"seeds": left})

    @property
    def standing(self) -> list[Seed]:
        """The seeds whose sources were not withdrawn, oldest first."""
        return [seed for seed in self.seeds if self.stands(seed)]


class Competitor(Record):
    """Someone who offers something like it."""

    name: str
    strengths: str = ""
    weaknesses: str = ""
    url: str = ""


class Score(Record):
    """What speaks for a business idea, 1–5 each; an `effort` of 5 is little effort."""

    problem: int = Field(ge=1, le=5, description="How much the problem hurts.")
    market: int = Field(ge=1, le=5, description="How many have it.")
    effort: int = Field(ge=1, le=5, description="How little work it is.")
    monetization: int = Field(ge=1, le=5, description="How well it can be paid for.")
    fit: int = Field(ge=1, le=5, description="How well it fits you.")

    @property
    def total(self) -> int:
        """5–25, more is better."""
        return self.problem + self.market + self.effort + self.monetization + self.fit


class BusinessStatus(StrEnum):
    """How far a business idea has come."""

    EXPLORING = "exploring"
    VALIDATED = "validated"
    BUILDING = "building"
    LAUNCHED = "launched"
    ABANDONED = "abandoned"


class BusinessIdea(Kept):
    """An idea for a business ([E] §2.2, `elara_business`)."""

    kind: ClassVar[str] = "business"

    name: str
    description: str = ""
    audience: str = ""
    angle: str = ""
    competitors: tuple[Competitor, ...] = ()
    score: Score | None = None
    status: BusinessStatus = BusinessStatus.EXPLORING
    notes: tuple[str, ...] = ()
    trails: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it is still pursued."""
        return self.status is not BusinessStatus.ABANDONED
