"""What the night leaves as documents: the tree of [E] §9.8, a folder for each run."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo

from engine.night.brief import markdown
from engine.night.records import Brief, Job, JobKind, Line
from engine.night.wording import NightWords, words

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
    for number, done in enumerate(job.rounds, 1):
        own = [line for line in lines if line.phase == done.phase]
        if own:
            yield f"{folder}/round-{number:02}.md", _listed(words(job.language), done.phase, own)
    if lines:
        yield f"{folder}/findings.md", _listed(words(job.language), job.kind.value, lines)
    yield f"{folder}/meta.json", job.model_dump_json(indent=1, exclude={"given"}) + "\n"


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
