"""The brief as it is read: what it comes down to first, then its lines; and the documents of a night ([E] §9.8)."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from engine.events import Event
from engine.night.phases.morning.fitting import (
    LEARNT,
    SECTIONS,
    SUMMED_WORDS,
    TO_DO,
    TOLD,
    fitted,
    is_late,
)
from engine.night.phases.morning.noted import TODAY
from engine.night.records import Brief, Job, JobKind, Line, ended_once
from engine.night.telling import quoted
from engine.night.wording import NightWords, words
from engine.settings import NightSettings

SUMMED_SECTIONS = 3
RETOLD = frozenset({TOLD, LEARNT})
SUMMED_LINES = 3
SUMMED_QUOTE, SUMMED_QUOTES = 60, 40
"""Letters of a quote in what it comes down to, and of each where there are several; the line below has more."""


@dataclass(frozen=True, slots=True)
class BriefWritten(Event):
    """A morning brief is ready; `ref` names its run."""

    ref: str


def brief_of(job: Job, day: date, lines: Sequence[Line], settings: NightSettings) -> Brief:
    """What stands of a run of the brief and has room, and what that comes down to: its first sections with their first
    lines.

    What they told, and what is new of them, is read below, once.
    """
    ordered, more = fitted(lines, day, settings)
    held = [section for section in SECTIONS if any(line.section == section for line in ordered)]
    summary: list[Line] = []
    left = SUMMED_WORDS
    for section in [section for section in held if section not in RETOLD][:SUMMED_SECTIONS]:
        for line in [one for one in ordered if one.section == section][: _most_of(section)]:
            left -= len(_briefly(line, SUMMED_QUOTE).split())
            if summary and left < 0:
                break
            summary.append(line)
    at = job.ended_at or job.created_at
    return Brief(
        run=job.ref,
        day=day,
        at=at,
        language=job.language,
        summary=tuple(summary),
        lines=ordered,
        more=dict(more),
    )


def _most_of(section: str) -> int:
    """What is to be done is told in full, of all else the best."""
    return SUMMED_LINES if section in TO_DO else 1


def summary_text(brief: Brief) -> str:
    """Two or three sentences; of what is to be done they say how much more there is."""
    told = words(brief.language)
    if not brief.summary:
        return told.quiet
    parts = [] if any(line.section == TODAY for line in brief.summary) else [told.free]
    for section in SECTIONS:
        lines = [line for line in brief.summary if line.section == section]
        most = SUMMED_QUOTE if len(lines) == 1 else SUMMED_QUOTES
        texts = "; ".join(dict.fromkeys(_briefly(line, most) for line in lines))
        if texts:
            parts.append(told.summary[section].format(texts=texts + _unsaid(brief, section, len(lines))))
    return ended_once(" ".join(parts))


def _unsaid(brief: Brief, section: str, said: int) -> str:
    """How much more of what is to be done stands below, or has no room there either."""
    own = [line for line in brief.lines if line.section == section]
    count = len(own) + brief.more.get(section, 0) - said
    if section not in TO_DO or not count:
        return ""
    late = brief.more.get(section, 0) + sum(is_late(line, brief.day) for line in own[said:])
    told = words(brief.language)
    return " " + (told.more_late if section == TODAY and late == count else told.more).format(count=count)


def more_words(brief: Brief, section: str) -> str:
    """How much more of a section there is than is told; empty where that is all."""
    count = brief.more.get(section, 0)
    told = words(brief.language)
    return (told.more_late if section == TODAY else told.more).format(count=count) if count else ""


def _briefly(line: Line, most: int) -> str:
    """A line with its quote cut to `most` letters."""
    short = quoted(line.quote, most)
    return (line.text.replace(line.quote, short) if line.quote else line.text).rstrip(".")


def markdown(brief: Brief) -> str:
    """`morning-brief.md` ([E] §9.8): every line with its refs."""
    told = words(brief.language)
    parts = [f"# {told.full_day(brief.day)}", summary_text(brief)]
    for section in SECTIONS:
        lines = [line for line in brief.lines if line.section == section]
        more = more_words(brief, section)
        listed = [f"- {line.text}  <!-- {' '.join(line.cites)} -->" for line in lines]
        if listed or more:
            rows = "\n".join([*listed, *([f"- {more}"] if more else [])])
            parts.append(f"## {told.section[section]}\n\n{rows}")
    return "\n\n".join(parts) + "\n"


Run = tuple[Job, Sequence[Line]]
"""A run, and what stands of what it wrote."""


def overnight(
    runs: Sequence[Run],
    *,
    findings: Sequence[Line],
    brief: Brief | None,
    history: Sequence[Line],
    next_run: datetime,
    zone: tzinfo | None,
) -> Iterator[tuple[str, str]]:
    """Paths with their text, of `runs` that are done, the newest first, in the person's `zone`.

    Beside them the latest findings, the brief, the history of the companion ([A] §2), and how the last run of the brain
    went, with when the next one is due.
    """
    folders = _folders([job for job, _ in runs], zone)
    for job, lines in runs:
        yield from _run_files(folders[job.id], job, lines)
    if findings:
        yield "overnight/latest-findings.md", _listed(words(), "Latest findings", findings)
    if brief is not None:
        yield "overnight/morning-brief.md", markdown(brief)
    if history:
        yield "core/history.md", _listed(words(), "My history", history)
    last = next((job for job, _ in runs if job.kind is JobKind.BRAIN), None)
    if last is not None:
        yield "overnight/last-run-meta.json", _last(last, folders[last.id], next_run)


def _folders(jobs: Sequence[Job], zone: tzinfo | None) -> dict[str, str]:
    """The folder of each run: no run is written over by another of the same minute."""
    found: dict[str, str] = {}
    for job in reversed(jobs):
        at = (job.started_at or job.created_at).astimezone(zone)
        folder = f"overnight/{at:%Y-%m-%d/%H-%M}-{job.kind.value}"
        found[job.id] = folder if folder not in found.values() else f"{folder}-{job.id[-6:]}"
    return found


def _run_files(folder: str, job: Job, lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    left_out = [line for line in lines if line.reason is not None]
    if left_out:
        yield f"{folder}/left-out.md", _left_out(left_out)
    lines = [line for line in lines if line.reason is None]
    for number, done in enumerate(job.rounds, 1):
        own = [line for line in lines if line.phase == done.phase]
        if own:
            yield f"{folder}/round-{number:02}.md", _listed(words(job.language), done.phase, own)
    is_problem = job.kind is JobKind.PROBLEM
    if lines or is_problem:
        heading = job.given if is_problem else job.kind.value
        yield f"{folder}/findings.md", _listed(words(job.language), heading, lines)
    # What other kinds were given are ids of what may be private by now; a problem is the person's own question.
    left_out_of_it = None if is_problem else {"given"}
    yield f"{folder}/meta.json", job.model_dump_json(indent=1, exclude=left_out_of_it) + "\n"


def _left_out(lines: Sequence[Line]) -> str:
    """What a model wrote that nobody is told, each with why."""
    listed = "".join(f"- {one.text} ({one.reason})  <!-- {' '.join(one.cites)} -->\n" for one in lines)
    return f"# Left out\n\n{listed}"


def _last(job: Job, folder: str, next_run: datetime) -> str:
    ended = job.ended_at or job.created_at
    told = {
        "run": job.ref,
        "folder": folder,
        "ended_at": ended.astimezone(UTC).isoformat(),
        "next_run": next_run.astimezone(UTC).isoformat(),
    }
    return json.dumps(told, indent=1) + "\n"


def _listed(told: NightWords, heading: str, lines: Sequence[Line]) -> str:
    title = told.section.get(heading, heading)
    return f"# {title}\n\n" + "".join(f"- {one.text}  <!-- {' '.join(one.cites)} -->\n" for one in lines)
