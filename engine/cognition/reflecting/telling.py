"""A reflection in words, as the companion would say it."""

from collections.abc import Sequence

from engine.cognition.reflecting.formulas import DAY, peak_hour
from engine.cognition.reflecting.records import Direction, Level, Report
from engine.cognition.reflecting.wording import wording

NAMED = 3
"""Things that one sentence names at most."""


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
