"""What was decided, and how it turned out ([E] §8.3)."""

from pydantic import Field

from companion.requests.cognition.asking import (
    Id,
    Kind,
    Search,
    Sources,
    Sure,
    Tags,
    Text,
    Words,
    calibrated,
    cognition_of,
    found,
    likely,
    shown,
)
from companion.requests.room import Nothing, Request, Requests, RoomRequest, Setting, by_name
from companion.requests.room import record as of_type
from companion.service import Json
from engine.cognition import Assessment, Calibration, Cognition, Decided, Pitch


class ListOutcomes(Request):
    """Only what is open, or only pitches."""

    open: bool = Field(default=False, description="Only what was not checked yet.")
    pitches: bool = Field(default=False, description="Only pitches.")


class RecordOutcome(Request):
    """A decision and what is expected of it."""

    decision: Text = Field(description="What was decided.")
    predicted: Words = Field(default="", description="What is expected of it.")
    context: Words = Field(default="", description="What it was decided for.")
    confidence: Sure = None
    trail: str | None = Field(default=None, max_length=64, description="The reasoning that it came of.")
    idea: str | None = Field(default=None, max_length=64, description="The business idea that it serves.")
    pitch: Pitch | None = Field(
        default=None, description="Where it was told to somebody: to whom, where and how."
    )
    sources: Sources = ()
    tags: Tags = ()


class NamedOutcome(Request):
    """Which decision."""

    outcome: Id


class CheckOutcome(NamedOutcome):
    """How it turned out."""

    assessment: Assessment = Field(description="win, partial or loss.")
    actual: Words = Field(default="", description="What happened.")
    lesson: Words = Field(default="", description="What is learnt from it.")


class AskStats(Request):
    """Of one tag, or of all."""

    tag: str | None = Field(default=None, max_length=50, description="Of one tag only.")


REQUESTS = Requests()
TALLIED = {"checked": int, "win": int, "partial": int, "loss": int, "rate": float | None}


@REQUESTS.verb(
    "outcomes.list", "Decisions, newest first.", gives=of_type(outcomes=list[Decided]), outside="read"
)
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


@REQUESTS.verb(
    "outcomes.stats",
    "How often it turned out as expected.",
    gives=of_type(stats=of_type(**TALLIED, open=int), calibration=Calibration),
    outside="read",
)
def stats(setting: Setting, asked: AskStats) -> Json:
    """How often it turned out as expected."""
    book = cognition_of(setting).outcomes
    return {"stats": book.stats(asked.tag), "calibration": calibrated(book.calibration())}


@REQUESTS.verb(
    "outcomes.pitches",
    "What worked where, with whom and how, and what was learnt.",
    gives=of_type(stats=by_name(by_name(of_type(**TALLIED))), lessons=list[Decided]),
    outside="read",
)
def pitches(setting: Setting, _asked: Nothing) -> Json:
    """What worked with whom, and what was learnt."""
    book = cognition_of(setting).outcomes
    return {"stats": book.pitch_stats(), "lessons": [shown(each) for each in book.pitch_lessons()]}


REQUESTS |= {
    "outcomes.search": RoomRequest(
        Search,
        lambda at, asked: found("outcomes", cognition_of(at).outcomes.search(asked.query, asked.limit)),
        words="Decisions about something.",
        outside="read",
        gives=of_type(outcomes=likely(Decided)),
    ),
}

OUTCOMES = Kind(REQUESTS, "outcome", Decided, "outcomes")
OUTCOMES.verb("outcomes.record", "Note a decision, to see later how it turned out.", RecordOutcome, record)
OUTCOMES.verb("outcomes.check", "Say how it turned out.", CheckOutcome, check)
OUTCOMES.verb(
    "outcomes.undo", "It is open again.", NamedOutcome, lambda at, asked: at.outcomes.undo(asked.outcome)
)
