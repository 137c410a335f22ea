"""What surfaces ask of how problems were thought through; `dead_ends` are what like it was given up before."""

from typing import Annotated

from pydantic import AwareDatetime, Field

from companion.requests.cognition.asking import (
    Id,
    Kind,
    Search,
    Sources,
    Sure,
    Tags,
    Text,
    answering,
    cognition_of,
    shown,
)
from companion.requests.room import Request, Requests, RoomRequest, Setting, record
from companion.service import Json
from engine.cognition import Cognition, DeadEnd, FoundEvidence, FoundTrail, ReasoningTrail

LongText = Annotated[str, Field(min_length=1, max_length=2000)]
LongWords = Annotated[str, Field(max_length=2000)]
Number = Annotated[
    int | None, Field(ge=1, le=10_000, description="The hypothesis that it is about, by number.")
]


class ListTrails(Request):
    """With `open` only problems without a solution."""

    open: bool = Field(default=False, description="Only problems without a solution.")


class OneTrail(Request):
    """Which trail."""

    trail: Id


class StartTrail(Request):
    """A problem."""

    context: LongText = Field(description="What is the matter.")
    tags: Tags = ()
    sources: Sources = ()


class AddHypothesis(OneTrail):
    """What may be so."""

    statement: Text = Field(description="What may be so.")
    confidence: Sure = None
    sources: Sources = ()


class AddEvidence(OneTrail):
    """What was found; with `supports` false it speaks against."""

    text: LongText = Field(description="What was found.")
    supports: bool = Field(default=True, description="Whether it speaks for the hypothesis.")
    hypothesis: Number = None
    confidence: Sure = None
    sources: Sources = ()


class Abandon(OneTrail):
    """What is given up."""

    approach: Text = Field(description="What is given up.")
    why: LongWords = Field(default="", description="Why it does not work.")
    hypothesis: Number = None
    sources: Sources = ()


class TakeBack(OneTrail):
    """What was written down of a problem, by when that was."""

    at: AwareDatetime = Field(description="When it was written down, as the trail tells.")


class Solve(OneTrail):
    """What solved it."""

    solution: LongText = Field(description="What solved it.")
    breakthrough: LongWords = Field(default="", description="The step that opened it.")
    sources: Sources = ()


REQUESTS = Requests()


@REQUESTS.verb(
    "reasoning.list",
    "Problems, what was thought about last first.",
    gives=record(trails=list[ReasoningTrail]),
    outside="read",
)
def list_trails(setting: Setting, asked: ListTrails) -> Json:
    """Whole trails."""
    book = cognition_of(setting).reasoning
    return {"trails": [shown(one) for one in (book.open() if asked.open else book.all())]}


def start(cognition: Cognition, asked: StartTrail) -> ReasoningTrail:
    """Open."""
    return cognition.reasoning.start(asked.context, tags=asked.tags, cites=asked.sources)


@REQUESTS.verb(
    "reasoning.hypothesis",
    "Say what may be the cause or the way; it tells you where that was given up before.",
    gives=record(trail=ReasoningTrail, dead_ends=list[DeadEnd]),
    changes="reasoning",
    outside="offered",
)
def add_hypothesis(setting: Setting, asked: AddHypothesis) -> Json:
    """Says too whether that way was given up before."""
    book = cognition_of(setting).reasoning
    dead_ends = book.dead_ends(asked.statement)
    trail = book.add_hypothesis(
        asked.trail, asked.statement, confidence=asked.confidence, cites=asked.sources
    )
    return {"trail": shown(trail), "dead_ends": [one.model_dump(mode="json") for one in dead_ends]}


def add_evidence(cognition: Cognition, asked: AddEvidence) -> ReasoningTrail:
    """For or against."""
    return cognition.reasoning.add_evidence(
        asked.trail,
        asked.text,
        supports=asked.supports,
        hypothesis=asked.hypothesis,
        confidence=asked.confidence,
        cites=asked.sources,
    )


def abandon(cognition: Cognition, asked: Abandon) -> ReasoningTrail:
    """With its reason."""
    return cognition.reasoning.abandon(
        asked.trail, asked.approach, asked.why, hypothesis=asked.hypothesis, cites=asked.sources
    )


def solve(cognition: Cognition, asked: Solve) -> ReasoningTrail:
    """Closed from then on."""
    return cognition.reasoning.solve(asked.trail, asked.solution, asked.breakthrough, cites=asked.sources)


@REQUESTS.verb(
    "reasoning.search",
    "How something was solved before, with what did not work.",
    gives=record(found=list[FoundTrail]),
    outside="read",
)
def search(setting: Setting, asked: Search) -> Json:
    """What did not work included."""
    found = cognition_of(setting).reasoning.search(asked.query, asked.limit)
    return {"found": [one.model_dump(mode="json") for one in found]}


@REQUESTS.verb(
    "reasoning.search_evidence", "What was found about something.", gives=record(found=list[FoundEvidence])
)
def search_evidence(setting: Setting, asked: Search) -> Json:
    """Evidence alone."""
    found = cognition_of(setting).reasoning.search_evidence(asked.query, asked.limit)
    return {"found": [one.model_dump(mode="json") for one in found]}


def _show(cognition: Cognition, asked: OneTrail) -> ReasoningTrail:
    return cognition.reasoning.trail(asked.trail)


REQUESTS |= {
    "reasoning.show": RoomRequest(
        OneTrail,
        answering("trail", _show),
        words="One problem with all that was thought, found, given up and solved.",
        outside="read",
        gives=record(trail=ReasoningTrail),
    ),
}

TRAILS = Kind(REQUESTS, "trail", ReasoningTrail, "reasoning")
TRAILS.verb("reasoning.start", "Begin to think about a problem.", StartTrail, start)
TRAILS.verb("reasoning.evidence", "Say what was found, for or against.", AddEvidence, add_evidence)
TRAILS.verb("reasoning.abandon", "Give an approach up, so that it is not tried again.", Abandon, abandon)
TRAILS.verb("reasoning.solve", "Say what solved it.", Solve, solve)
TRAILS.verb(
    "reasoning.take_back",
    "Take back what was written down of it.",
    TakeBack,
    lambda at, asked: at.reasoning.take_back(asked.trail, asked.at),
)
