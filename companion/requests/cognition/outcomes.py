"""What was decided, and how it turned out ([E] §8.3)."""

from pydantic import Field

from companion.requests.cognition.asking import (
    Id,
    Many,
    Search,
    Sure,
    Text,
    Words,
    answering,
    calibrated,
    cognition_of,
    found,
    shown,
)
from companion.requests.room import Nothing, Request, RoomRequest, Setting
from companion.service import Json
from engine.cognition import Assessment, Cognition, Decided, Pitch


class ListOutcomes(Request):
    """Only what is open, or only pitches."""

    open: bool = False
    pitches: bool = False


class RecordOutcome(Request):
    """A decision and what is expected of it."""

    decision: str = Text
    predicted: str = Words
    context: str = Words
    confidence: float | None = Sure
    trail: str | None = Field(default=None, max_length=64)
    idea: str | None = Field(default=None, max_length=64)
    pitch: Pitch | None = None
    sources: tuple[str, ...] = Many
    tags: tuple[str, ...] = Many


class NamedOutcome(Request):
    """Which decision."""

    outcome: str = Id


class CheckOutcome(NamedOutcome):
    """How it turned out."""

    assessment: Assessment
    actual: str = Words
    lesson: str = Words


class AskStats(Request):
    """Of one tag, or of all."""

    tag: str | None = Field(default=None, max_length=50)


def list_outcomes(setting: Setting, asked: ListOutcomes) -> Json:
    """Newest first."""
    decided = cognition_of(setting).outcomes.all(pitches=asked.pitches)
    wanted = [each for each in decided if not asked.open or each.turned_out is None]
    return {"outcomes": [shown(each) for each in wanted]}


def record(cognition: Cognition, asked: RecordOutcome) -> Decided:
    """Open until it is checked."""
    given = asked.model_dump(exclude={"decision", "predicted", "pitch", "sources"})
    return cognition.outcomes.record(
        asked.decision, asked.predicted, pitch=asked.pitch, cites=asked.sources, **given
    )


def check(cognition: Cognition, asked: CheckOutcome) -> Decided:
    """As the person says."""
    return cognition.outcomes.check(asked.outcome, asked.assessment, asked.actual, asked.lesson)


def stats(setting: Setting, asked: AskStats) -> Json:
    """How often it turned out as expected."""
    book = cognition_of(setting).outcomes
    return {"stats": book.stats(asked.tag), "calibration": calibrated(book.calibration())}


def pitches(setting: Setting, _asked: Nothing) -> Json:
    """What worked with whom, and what was learnt."""
    book = cognition_of(setting).outcomes
    return {"stats": book.pitch_stats(), "lessons": [shown(each) for each in book.pitch_lessons()]}


REQUESTS = {
    "outcomes.list": RoomRequest(ListOutcomes, list_outcomes),
    "outcomes.search": RoomRequest(
        Search,
        lambda at, asked: found("outcomes", cognition_of(at).outcomes.search(asked.query, asked.limit)),
    ),
    "outcomes.record": RoomRequest(RecordOutcome, answering("outcome", record)),
    "outcomes.check": RoomRequest(CheckOutcome, answering("outcome", check)),
    "outcomes.undo": RoomRequest(
        NamedOutcome, answering("outcome", lambda at, asked: at.outcomes.undo(asked.outcome))
    ),
    "outcomes.stats": RoomRequest(AskStats, stats),
    "outcomes.pitches": RoomRequest(Nothing, pitches),
}
