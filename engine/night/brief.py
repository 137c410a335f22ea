"""The brief as it is read: what it comes down to first, then its lines, and the same as Markdown."""

import re
from collections.abc import Sequence
from datetime import date

from engine.night.phases.briefing import LEARNT, SECTIONS, TOLD
from engine.night.records import Brief, Job, Line
from engine.night.telling import quoted, words
from engine.telling_time import day_of_week

_ENDED = re.compile(r"([.!?…]”)[.]")
SUMMED_SECTIONS = 3
RETOLD = frozenset({TOLD, LEARNT})
SUMMED_LINES = 2
SUMMED_QUOTE = 90
"""Letters of a quote in what it comes down to; the line below has more."""


def brief_of(job: Job, day: date, lines: Sequence[Line]) -> Brief:
    """What stands of a run of the brief, and what that comes down to: its first sections with their first lines."""
    ordered = tuple(line for section in SECTIONS for line in lines if line.section == section)
    held = [section for section in SECTIONS if any(line.section == section for line in ordered)]
    # What the day holds comes first; what they told is said again only where the day holds nothing.
    summed = [section for section in held if section not in RETOLD][:SUMMED_SECTIONS] or held[
        :SUMMED_SECTIONS
    ]
    summary = [
        line
        for section in summed
        for line in [one for one in ordered if one.section == section][:SUMMED_LINES]
    ]
    at = job.ended_at or job.created_at
    return Brief(run=job.ref, day=day, at=at, summary=tuple(summary), lines=ordered)


def summary_text(brief: Brief) -> str:
    """Two or three sentences."""
    if not brief.summary:
        return words().quiet
    told = []
    for section in SECTIONS:
        texts = [_briefly(line) for line in brief.summary if line.section == section]
        if texts:
            told.append(words().summary[section].format(texts="; ".join(texts)))
    return _ENDED.sub(r"\1", " ".join(told))


def _briefly(line: Line) -> str:
    """A line with its quote cut short; of what they told the quote alone."""
    short = quoted(line.quote, SUMMED_QUOTE)
    if line.section in RETOLD and line.quote:
        return f"“{short}”"
    return (line.text.replace(line.quote, short) if line.quote else line.text).rstrip(".")


def markdown(brief: Brief) -> str:
    """`morning-brief.md` ([E] §9.8): every line with its refs."""
    parts = [f"# {day_of_week(brief.day)}", summary_text(brief)]
    for section in SECTIONS:
        lines = [line for line in brief.lines if line.section == section]
        if lines:
            listed = "\n".join(f"- {line.text}  <!-- {' '.join(line.cites)} -->" for line in lines)
            parts.append(f"## {words().section[section]}\n\n{listed}")
    return "\n\n".join(parts) + "\n"
