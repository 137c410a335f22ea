"""Six blind spots ([E] §6.2): what has been out of sight, found by rules and without a model."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from engine.cognition.noticing.records import Believed, BlindSpot, BlindSpotKind, Foreseen, Spoken
from engine.cognition.reflecting.telling import wording
from engine.intent import Correction, Goal
from engine.settings import NoticingSettings

DAY = timedelta(days=1)


def stale_goals(goals: Sequence[Goal], now: datetime) -> Iterator[BlindSpot]:
    """Goals that nothing was done about for long, the longest first."""
    for goal in sorted(goals, key=lambda one: one.updated_at):
        days = max(0, (now - goal.updated_at) // DAY)
        yield _spot(BlindSpotKind.STALE_GOAL, goal.ref, title=goal.title, days=days)


def repeating_corrections(
    corrections: Sequence[Correction], settings: NoticingSettings
) -> Iterator[BlindSpot]:
    """Mistakes that were corrected three times and more, the most often first."""
    for one in sorted(corrections, key=lambda one: -one.times):
        if one.times >= settings.repeats_from:
            kind, mistake = BlindSpotKind.REPEATING_CORRECTION, one.mistake.rstrip(".")
            yield _spot(kind, one.ref, times=one.times, mistake=mistake)


def abandoned_projects(
    spoken: Sequence[Spoken], goals: Sequence[Goal], now: datetime, settings: NoticingSettings
) -> Iterator[BlindSpot]:
    """Projects that were worked on and then neither spoken of nor the matter of a goal that is open or was touched."""
    silent = timedelta(days=settings.project_silent_days)
    alive = {
        (goal.project or "").casefold() for goal in goals if goal.is_open or now - goal.updated_at < silent
    }
    for one in sorted(spoken, key=lambda one: one.at, reverse=True):
        if one.project.casefold() not in alive and now - one.at >= silent:
            kind, ref = BlindSpotKind.ABANDONED_PROJECT, f"episode:{one.episode_id}"
            yield _spot(kind, ref, project=one.project, day=one.at.date().isoformat())


def dormant_corrections(dormant: Sequence[Correction]) -> Iterator[BlindSpot]:
    """Corrections that were never needed since they were given: they may be wrong."""
    for one in dormant:
        if not one.activations:
            mistake = one.mistake.rstrip(".")
            yield _spot(BlindSpotKind.DORMANT_CORRECTION, one.ref, mistake=mistake)


def approaching_deadlines(
    predictions: Sequence[Foreseen], day: date, settings: NoticingSettings
) -> Iterator[BlindSpot]:
    """Predictions whose day has come or comes within three, the nearest first."""
    last = day + timedelta(days=settings.prediction_days)
    for one in sorted(predictions, key=lambda one: one.due):
        if one.due <= last:
            kind, statement = BlindSpotKind.APPROACHING_DEADLINE, one.statement.rstrip(".")
            yield _spot(kind, one.ref, day=one.due.isoformat(), statement=statement)


def untested_beliefs(beliefs: Sequence[Believed], settings: NoticingSettings) -> Iterator[BlindSpot]:
    """Models that met too little evidence, the least first."""
    words = wording().blind_spot
    for one in sorted(beliefs, key=lambda one: one.checks):
        if one.checks < settings.tested_from:
            few = {0: words.checks_none, 1: words.checks_one}.get(one.checks, words.checks_few)
            said = {"statement": one.statement.rstrip("."), "checks": few.format(checks=one.checks)}
            yield _spot(BlindSpotKind.UNTESTED_BELIEF, one.ref, **said)


def _spot(kind: BlindSpotKind, ref: str, **said: object) -> BlindSpot:
    template: str = getattr(wording().blind_spot, kind.value)
    return BlindSpot(kind=kind, words=template.format(**said), evidence=(ref,))
