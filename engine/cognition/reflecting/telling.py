"""A reflection in words, as the companion would say it."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.cognition.reflecting.formulas import DAY, peak_hour
from engine.cognition.reflecting.records import Direction, Level, Report

NAMED = 3
"""Things that one sentence names at most."""


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ReflectionWords(_Words):
    """Who it has been lately, sentence by sentence."""

    days: str
    unfelt: str
    few: str
    rising: str
    falling: str
    steady: str
    high: str
    medium: str
    low: str
    energy: str
    carried: str
    lost: str
    corrected: str


class BlindSpotWords(_Words):
    """What it did not see."""

    stale_goal: str
    repeating_correction: str
    abandoned_project: str
    dormant_correction: str
    approaching_deadline: str
    untested_belief: str
    checks_none: str
    checks_one: str
    checks_few: str


class ObservationWords(_Words):
    """What is worth a word now."""

    unusual_absence: str
    late_night: str
    long_session: str
    volatile_mood: str
    near_deadline: str
    stale_correction: str


class OpeningWords(_Words):
    """What stands in the opening of a time together."""

    line: str


class WhenWords(_Words):
    """A day, and how often something happens, as they are said."""

    past: str
    today: str
    tomorrow: str
    later: str
    days: str
    one_day: str
    less_than_a_day: str


class Wording(_Words):
    """Every text of what is noticed."""

    reflection: ReflectionWords
    blind_spot: BlindSpotWords
    observation: ObservationWords
    opening: OpeningWords
    when: WhenWords


@cache
def wording() -> Wording:
    """The wording as shipped; read once."""
    text = (resources.files("resources") / "noticing" / "words.toml").read_text("utf-8")
    return Wording.model_validate(tomllib.loads(text))


def told(report: Report) -> str:
    """`report` in a few sentences; what there is nothing of is left out."""
    words = wording().reflection
    days = round((report.at - report.since) / DAY)
    sentences = [words.days.format(days=days) + _mood(report)]
    peak = peak_hour(report.by_hour)
    if peak is not None:
        sentences.append(words.energy.format(hour=f"{peak}:00"))
    sentences += [
        template.format(things=things)
        for template, things in (
            (words.carried, _listed([one.text for one in report.carried])),
            (words.lost, _listed([one.text for one in report.lost])),
            (words.corrected, _listed([one.mistake for one in report.corrected])),
        )
        if things
    ]
    return " ".join(sentences)


def _mood(report: Report) -> str:
    words = wording().reflection
    if not report.felt:
        return words.unfelt
    if report.trend.direction is Direction.UNKNOWN or report.volatility.level is Level.UNKNOWN:
        return words.few
    trend: str = getattr(words, report.trend.direction.value)
    swings: str = getattr(words, report.volatility.level.value)
    return f"{trend}, {swings}."


def _listed(things: Sequence[str]) -> str:
    return "; ".join(f"“{one.strip().rstrip('.')}”" for one in things[:NAMED])
