"""The brief as it is read: what it comes down to first, then its lines, and the same as Markdown."""

from collections.abc import Sequence
from datetime import date

from engine.night.phases.briefing import AHEAD, LEARNT, OPEN, SECTIONS, TODAY, TOLD
from engine.night.records import Brief, Job, Line, ended_once
from engine.night.telling import quoted
from engine.night.wording import NightWords, words

SUMMED_SECTIONS = 3
RETOLD = frozenset({TOLD, LEARNT})
SUMMED_LINES = 3
SUMMED_QUOTE = 60
"""Letters of a quote in what it comes down to; the line below has more."""


def brief_of(job: Job, day: date, lines: Sequence[Line]) -> Brief:
    """What stands of a run of the brief, and what that comes down to: its first sections with their first lines.

    What they told, and what is new of them, is read below, once.
    """
    ordered = tuple(line for section in SECTIONS for line in lines if line.section == section)
    held = [section for section in SECTIONS if any(line.section == section for line in ordered)]
    summed = [section for section in held if section not in RETOLD][:SUMMED_SECTIONS]
    summary = [
        line
        for section in summed
        for line in [one for one in ordered if one.section == section][: _most_of(section)]
    ]
    at = job.ended_at or job.created_at
    return Brief(run=job.ref, day=day, at=at, language=job.language, summary=tuple(summary), lines=ordered)


def _most_of(section: str) -> int:
    """What is to be done is told in full, of all else the best."""
    return SUMMED_LINES if section in {TODAY, OPEN, AHEAD} else 1


def summary_text(brief: Brief) -> str:
    """Two or three sentences."""
    told = words(brief.language)
    if not brief.summary:
        return told.quiet
    parts = [] if any(line.section == TODAY for line in brief.summary) else [told.free]
    for section in SECTIONS:
        lines = [line for line in brief.summary if line.section == section]
        alone = len(lines) == 1
        texts = dict.fromkeys(_briefly(line, brief.day, told, alone=alone) for line in lines)
        if texts:
            parts.append(told.summary[section].format(texts="; ".join(texts)))
    return ended_once(" ".join(parts))


def _briefly(line: Line, today: date, told: NightWords, *, alone: bool) -> str:
    """A line with its quote cut short; of what they said of several days to come only the days."""
    if line.section == AHEAD and line.quote and line.due is not None and not alone:
        return told.weekday_of(line.due, today)
    short = quoted(line.quote, SUMMED_QUOTE)
    return (line.text.replace(line.quote, short) if line.quote else line.text).rstrip(".")


def markdown(brief: Brief) -> str:
    """`morning-brief.md` ([E] §9.8): every line with its refs."""
    told = words(brief.language)
    parts = [f"# {told.full_day(brief.day)}", summary_text(brief)]
    for section in SECTIONS:
        lines = [line for line in brief.lines if line.section == section]
        if lines:
            listed = "\n".join(f"- {line.text}  <!-- {' '.join(line.cites)} -->" for line in lines)
            parts.append(f"## {told.section[section]}\n\n{listed}")
    return "\n\n".join(parts) + "\n"
