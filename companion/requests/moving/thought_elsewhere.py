"""What another companion believed, foresaw, reasoned and gathered ([E] §8, §10), as records of this one's.

They are kept to be read: they stand before no answer until something here speaks for them. What such a program wrote
of them in a way that is none is left out and named.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from math import isnan
from typing import Any, Final

from pydantic import ValidationError

from engine.cognition import (
    Abandoned,
    Assessment,
    BusinessIdea,
    BusinessStatus,
    Cognition,
    Competitor,
    Decided,
    Direction,
    Domain,
    Evidence,
    Hypothesis,
    Idea,
    IdeaStatus,
    Kept,
    Model,
    Origin,
    Prediction,
    PredictionStatus,
    Principle,
    ReasoningTrail,
    Resolution,
    Result,
    Score,
    Seed,
    Solution,
    TrailEvidence,
    TrailStatus,
)
from engine.imports import PastThought, Skipped

LONGEST: Final = 2000
MALFORMED: Final = "is not made as such a record is"
SUREST: Final = 0.95
"""No belief is held more firmly ([E] §10.2)."""
STEPS: Final = {Direction.SUPPORTS: 0.05, Direction.WEAKENS: -0.08, Direction.INVALIDATES: -0.30}
"""By how much evidence had moved the confidence that is written down ([E] §10.2)."""
Row = Mapping[str, Any]


def thoughts(
    cognition: Cognition, source: str, now: datetime, found: Iterable[PastThought], skipped: list[Skipped]
) -> Iterator[Kept]:
    """Those that are not here yet, each once; what cannot be one is added to `skipped`.

    `source` says what they came by; what has no date of its own is of `now`.
    """
    seen: set[str] = set()
    for one in found:
        known = cognition.id_from(source, f"{one.what}\0{one.id}")
        if known in seen or cognition.holds(known) or cognition.holds(one.id):
            continue
        seen.add(known)
        at = one.at or now
        kept = {"id": known, "created_at": at, "updated_at": at, "origin": Origin.IMPORT}
        try:
            yield MADE[one.what](one, {**kept, "tags": (source, *_words(one.row.get("tags")))})
        except (ValidationError, ValueError, OverflowError):
            skipped.append(Skipped(f"{one.what}/{one.id}", MALFORMED))


def _model(one: PastThought, kept: Row) -> Kept:
    evidence = tuple(_evidence(one.row, kept["created_at"]))
    told = _share(one.row.get("confidence"))
    # What is written down is how sure it was in the end; here that follows from the start and what came after.
    start = told - sum(STEPS.get(each.direction, 0.0) for each in evidence)
    ended = _text(one.row, "status") in ("invalidated", "superseded")
    return Model(
        **kept,
        statement=one.text,
        domain=_domain(one.row),
        start=min(SUREST, max(0.0, start)),
        confidence=told,
        evidence=evidence,
        rejected_at=kept["created_at"] if ended else None,
    )


def _evidence(row: Row, at: datetime) -> Iterator[Evidence]:
    for each in _rows(row.get("evidence")):
        named = _text(each, "direction")
        direction = Direction(named) if named in STEPS else Direction.SUPPORTS
        words = _text(each, "text") or _text(each, "evidence")
        yield Evidence(at=_at(each, at), direction=direction, text=words, origin=Origin.IMPORT)


def _prediction(one: PastThought, kept: Row) -> Kept:
    row = one.row
    named = _text(row, "status")
    status = PredictionStatus(named) if named in set(PredictionStatus) else PredictionStatus.PENDING
    settled = status not in (PredictionStatus.PENDING, PredictionStatus.EXPIRED)
    deadline = _text(row, "deadline")[:10]
    return Prediction(
        **kept,
        statement=one.text,
        domain=_domain(row),
        confidence=_share(row.get("confidence")),
        deadline=date.fromisoformat(deadline) if deadline else kept["created_at"].date() + timedelta(days=14),
        status=status,
        resolution=Resolution(
            at=_at(row, kept["created_at"]),
            status=status,
            actual=_text(row, "actual_outcome"),
            lesson=_text(row, "lesson"),
        )
        if settled
        else None,
    )


def _principle(one: PastThought, kept: Row) -> Kept:
    told = _share(one.row.get("confidence"))
    ended = _text(one.row, "status") == "rejected"
    return Principle(
        **kept,
        statement=one.text,
        domain=_domain(one.row),
        start=told,
        confidence=told,
        rejected_at=kept["created_at"] if ended else None,
    )


def _reasoning(one: PastThought, kept: Row) -> Kept:
    row, at = one.row, kept["created_at"]
    hypotheses, evidence = [], []
    for number, each in enumerate(_rows(row.get("hypotheses"), "statement"), 1):
        words = _text(each, "statement") or _text(each, "hypothesis") or _text(each, "h")
        if not words:
            continue
        sure = _share(each.get("confidence"), 1.0)
        hypotheses.append(Hypothesis(number=number, at=at, statement=words, confidence=sure))
        evidence += [
            TrailEvidence(id=f"{kept['id']}_{number}_{place}", at=at, text=text, hypothesis=number)
            for place, text in enumerate(_words(each.get("evidence")))
        ]
    given_up = row.get("abandoned_approaches") or row.get("abandoned")
    solved = next((text for name in ("final_solution", "solution") if (text := _text(row, name))), "")
    opened = _text(row, "breakthrough_trigger") or _text(row, "breakthrough")
    return ReasoningTrail(
        **kept,
        context=one.text[:LONGEST],
        status=TrailStatus.SOLVED if solved else TrailStatus.OPEN,
        hypotheses=tuple(hypotheses),
        evidence=tuple(evidence),
        abandoned=tuple(
            Abandoned(
                at=at, approach=_text(each, "approach"), why=_text(each, "why") or _text(each, "reason")
            )
            for each in _rows(given_up, "approach")
            if _text(each, "approach")
        ),
        solution=Solution(at=at, text=solved, breakthrough=opened) if solved else None,
    )


def _outcome(one: PastThought, kept: Row) -> Kept:
    row = one.row
    named, actual = _text(row, "assessment"), _text(row, "actual")
    judged = Assessment(named) if named in set(Assessment) else None
    result = Result(
        at=_at(row, kept["created_at"]), actual=actual, assessment=judged, lesson=_text(row, "lesson")
    )
    return Decided(
        **kept,
        decision=one.text[:LONGEST],
        predicted=_text(row, "predicted"),
        context=_text(row, "context"),
        result=result if actual else None,
    )


def _idea(one: PastThought, kept: Row) -> Kept:
    named = _text(one.row, "status")
    chosen = IdeaStatus(named) if named in (IdeaStatus.ACTIVE, IdeaStatus.ABANDONED) else None
    seeds = tuple(
        Seed(
            id=f"{kept['id']}_{number}",
            at=_at(each, kept["created_at"]),
            quote=words,
            source=_text(each, "source"),
        )
        for number, each in enumerate(_rows(one.row.get("seeds"), "quote"))
        if (words := _text(each, "quote"))
    )
    return Idea(**kept, concept=one.text, seeds=seeds, chosen=chosen)


def _business(one: PastThought, kept: Row) -> Kept:
    row = one.row
    named = _text(row, "status")
    given = row.get("score") if isinstance(row.get("score"), dict) else row.get("scores")
    parts = (
        {name: given[name] for name in Score.model_fields if name in given} if isinstance(given, dict) else {}
    )
    return BusinessIdea(
        **kept,
        name=one.text[:200],
        description=_text(row, "description"),
        audience=_text(row, "target_audience"),
        angle=_text(row, "your_angle"),
        competitors=tuple(
            Competitor(**{name: _text(each, name) for name in Competitor.model_fields})
            for each in _rows(row.get("competitors"), "name")
            if _text(each, "name")
        ),
        score=Score(**parts) if len(parts) == len(Score.model_fields) else None,
        status=BusinessStatus(named) if named in set(BusinessStatus) else BusinessStatus.EXPLORING,
        notes=tuple(_words(row.get("notes"))),
    )


MADE: Final[Mapping[str, Callable[[PastThought, Row], Kept]]] = {
    "models": _model,
    "predictions": _prediction,
    "principles": _principle,
    "reasoning": _reasoning,
    "outcomes": _outcome,
    "synthesis": _idea,
    "business": _business,
}


def _domain(row: Row) -> Domain:
    named = _text(row, "domain")
    return Domain(named) if named in set(Domain) else Domain.GENERAL


def _share(given: Any, most: float = SUREST) -> float:
    """How sure something was, bounded before it is made a number that may not hold it."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        return 0.5
    if isinstance(given, float) and isnan(given):
        return 0.5
    return min(most, max(0.0, given))


def _text(row: Row, name: str) -> str:
    given = row.get(name)
    return " ".join(given.split())[:LONGEST] if isinstance(given, str) else ""


def _words(given: Any) -> list[str]:
    """Texts, of one or of several; a row says its own in `text` or `evidence`."""
    several = given if isinstance(given, list) else [given]
    texts = (
        (_text(one, "text") or _text(one, "evidence")) if isinstance(one, dict) else one for one in several
    )
    return [" ".join(one.split())[:LONGEST] for one in texts if isinstance(one, str) and one.strip()]


def _rows(given: Any, named: str = "text") -> list[Row]:
    """Rows, where a bare text is one that says it in `named`."""
    several = given if isinstance(given, list) else []
    return [one if isinstance(one, dict) else {named: one} for one in several if isinstance(one, dict | str)]


def _at(row: Row, otherwise: datetime) -> datetime:
    """When a part was noted, never before the whole."""
    for name in ("timestamp", "date", "at", "checked_at", "resolved_at", "added"):
        try:
            found = datetime.fromisoformat(_text(row, name)).astimezone(UTC)
        except (ValueError, OverflowError):
            continue
        return max(otherwise, found)
    return otherwise
