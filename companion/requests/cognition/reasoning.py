"""What surfaces ask of how problems were thought through.

* `reasoning.list` (open: only what has no solution) → {"trails": [Trail], what was touched last first}
* `reasoning.show` (trail) → {"trail"}; `reasoning.start` (context, tags, sources) → {"trail"}
* `reasoning.hypothesis` (trail, statement, confidence, sources) → {"trail", "dead_ends": given up before}
* `reasoning.evidence` (trail, text, supports, hypothesis: its number, confidence, sources),
  `reasoning.abandon` (trail, approach, why, hypothesis, sources),
  `reasoning.solve` (trail, solution, breakthrough, sources) → {"trail"}
* `reasoning.search` (query, limit) → {"found": [{"trail", "part", "text", "score"}]}
* `reasoning.search_evidence` (query, limit) → {"found": [{"trail", "evidence", "score"}]}
* `reasoning.dead_ends` (approach) → {"dead_ends": [{"trail", "context", "approach", "why", "score"}]}
"""

from pydantic import Field

from companion.requests.cognition.asking import Id, Many, Search, Sure, Text, answering, cognition_of, shown
from companion.requests.room import Request, RoomRequest, Setting
from companion.service import Json
from engine.cognition import Cognition, ReasoningTrail

LongText = Field(min_length=1, max_length=2000)
LongWords = Field(default="", max_length=2000)
Number = Field(default=None, ge=1, le=10_000)


class ListTrails(Request):
    """With `open` only problems without a solution."""

    open: bool = False


class OneTrail(Request):
    """Which trail."""

    trail: str = Id


class StartTrail(Request):
    """A problem."""

    context: str = LongText
    tags: tuple[str, ...] = Many
    sources: tuple[str, ...] = Many


class AddHypothesis(OneTrail):
    """What may be so."""

    statement: str = Text
    confidence: float | None = Sure
    sources: tuple[str, ...] = Many


class AddEvidence(OneTrail):
    """What was found; with `supports` false it speaks against."""

    text: str = LongText
    supports: bool = True
    hypothesis: int | None = Number
    confidence: float | None = Sure
    sources: tuple[str, ...] = Many


class Abandon(OneTrail):
    """What is given up."""

    approach: str = Text
    why: str = LongWords
    hypothesis: int | None = Number
    sources: tuple[str, ...] = Many


class Solve(OneTrail):
    """What solved it."""

    solution: str = LongText
    breakthrough: str = LongWords
    sources: tuple[str, ...] = Many


class AskDeadEnds(Request):
    """What is about to be tried."""

    approach: str = Text


def list_trails(setting: Setting, asked: ListTrails) -> Json:
    """Whole trails."""
    book = cognition_of(setting).reasoning
    return {"trails": [shown(one) for one in (book.open() if asked.open else book.all())]}


def start(cognition: Cognition, asked: StartTrail) -> ReasoningTrail:
    """Open."""
    return cognition.reasoning.start(asked.context, tags=asked.tags, cites=asked.sources)


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


def search(setting: Setting, asked: Search) -> Json:
    """What did not work included."""
    found = cognition_of(setting).reasoning.search(asked.query, asked.limit)
    return {"found": [one.model_dump(mode="json") for one in found]}


def search_evidence(setting: Setting, asked: Search) -> Json:
    """Evidence alone."""
    found = cognition_of(setting).reasoning.search_evidence(asked.query, asked.limit)
    return {"found": [one.model_dump(mode="json") for one in found]}


def dead_ends(setting: Setting, asked: AskDeadEnds) -> Json:
    """The most alike first."""
    found = cognition_of(setting).reasoning.dead_ends(asked.approach)
    return {"dead_ends": [one.model_dump(mode="json") for one in found]}


def _show(cognition: Cognition, asked: OneTrail) -> ReasoningTrail:
    return cognition.reasoning.trail(asked.trail)


REQUESTS = {
    "reasoning.list": RoomRequest(ListTrails, list_trails),
    "reasoning.show": RoomRequest(OneTrail, answering("trail", _show)),
    "reasoning.start": RoomRequest(StartTrail, answering("trail", start)),
    "reasoning.hypothesis": RoomRequest(AddHypothesis, add_hypothesis),
    "reasoning.evidence": RoomRequest(AddEvidence, answering("trail", add_evidence)),
    "reasoning.abandon": RoomRequest(Abandon, answering("trail", abandon)),
    "reasoning.solve": RoomRequest(Solve, answering("trail", solve)),
    "reasoning.search": RoomRequest(Search, search),
    "reasoning.search_evidence": RoomRequest(Search, search_evidence),
    "reasoning.dead_ends": RoomRequest(AskDeadEnds, dead_ends),
}
