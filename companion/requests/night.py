"""What surfaces ask of what it does alone. A run is named by its ref, `run:…`, or its bare id.

`waits` says why nothing is begun now (`engine.night.Waits`), empty where something may be; a pause file goes on
pausing. Progress of `night.run`, the service's own (`companion/host/nights.py`): night {kind, phase, words, done, of}.
"""

from datetime import UTC, datetime
from typing import Literal

from pydantic import Field, model_validator

from companion.requests.memory.nodes import SOURCE, source_row
from companion.requests.room import Declared, Nothing, Request, Requests, Setting, record, several
from companion.service import Json
from engine.mind import Mind
from engine.night import (
    Brief,
    Change,
    Feature,
    Job,
    JobKind,
    JobState,
    Line,
    Sleep,
    Span,
    Trigger,
    Waits,
    asked_for,
    markdown,
    more_words,
    summary_text,
    words,
)

MOST_HEADLINES = 500
"""Of those that a line may stand on."""


class Page(Request):
    """How many are wanted."""

    limit: int = Field(default=20, ge=1, le=500, description="How many.")


class Run(Request):
    """Which run."""

    run: str = Field(
        min_length=1, max_length=64, description="The run, as `companion brain status` names it."
    )


class Undo(Run):
    """Which run, or with `night` which night it was of; `dry_run` only says what would be taken back."""

    night: bool = Field(default=False, description="Take back all that was done in the same night.")

    dry_run: bool = Field(default=False, description="Change nothing, and say what would be changed.")


class Wait(Request):
    """Whether what is outstanding is done, or only named."""

    dry_run: bool = Field(default=False, description="Do nothing, and say what would be done.")


class Dismiss(Request):
    """What is to be seen no more."""

    ref: str = Field(
        min_length=5,
        max_length=64,
        description="The line of a finding or of the journal, or the run of a problem, as they are listed.",
    )


class RunNight(Request):
    """Which kinds of jobs are to be done now, in this order; none for what waits in the queue.

    `whole` asks for a night as it is done by itself, with what is due. `dry_run` changes nothing, and says what it
    would change: each run as things stand now, though those of a night build on each other.
    """

    kinds: tuple[JobKind, ...] = Field(
        default=(),
        max_length=len(JobKind),
        description="What is to be done, in this order; what waits without this.",
    )
    span: Span | None = Field(
        default=None, description="What to look back on: of a dream weekly, monthly or emotional."
    )
    sleep: Sleep = Field(default=Sleep(), description="Which memories are slept on.")
    features: tuple[Feature, ...] = Field(
        default=(),
        max_length=len(Feature),
        description="What a reflection looks at; the usual ones where none is named.",
    )
    phase1_only: bool = Field(
        default=False, description="Only decide on what is new: absorb, merge, link or keep."
    )
    phase2_only: bool = Field(default=False, description="Only find what belongs together and what recurs.")
    whole: bool = Field(
        default=False, description="The whole night: sleep, diary, brain, drift, dreams, brief."
    )
    dry_run: bool = Field(default=False, description="Change nothing, and say what would be changed.")

    @model_validator(mode="after")
    def _leaves_something(self) -> "RunNight":
        if self.phase1_only and self.phase2_only:
            raise ValueError("only one phase can be the only one")
        return self

    @property
    def jobs(self) -> list[tuple[JobKind, str]]:
        """What is asked for: the kinds, each with what it is given.

        Where only one phase of sleep is wanted, or only some memories, nothing else is put in order ([C] §8).
        """
        kinds = [kind for kind in self.kinds if kind not in self._left_out]
        return [(kind, self._given(kind)) for kind in kinds]

    @property
    def _left_out(self) -> set[JobKind]:
        left_out = {JobKind.DISCOVERY} if self.phase1_only else set()
        left_out |= {JobKind.INTEGRATION} if self.phase2_only else set()
        in_part = bool(left_out or self.sleep.memories)
        return left_out | ({JobKind.CONSOLIDATION} if in_part else set())

    def _given(self, kind: JobKind) -> str:
        if kind in {JobKind.INTEGRATION, JobKind.DISCOVERY}:
            return self.sleep.given
        if kind is JobKind.REFLECT:
            return asked_for(Trigger.MANUAL, ",".join(self.features))
        return (self.span or "") if kind in {JobKind.DREAM, JobKind.EMERGENCE} else ""


class Problem(Request):
    """What is to be thought about, in the person's words."""

    text: str = Field(min_length=3, max_length=500, description="The problem, in your words.")


class Want(Request):
    """What is to be done; `given` says what of it, such as the span of a dream."""

    kind: JobKind = Field(description="What is to be done.")
    given: str = Field(default="", max_length=40, description="Of a dream: weekly, monthly or emotional.")


class Reflect(Request):
    """What is to be looked at ([P] §6.5)."""

    features: tuple[Feature, ...] = Field(
        default=(),
        max_length=len(Feature),
        description="What to look at; the usual ones where none is named.",
    )


REQUESTS = Requests()
LINE = record(Line, sources=several(SOURCE))
LINES = several(LINE)
JOB = record(job=Job)
WHY = Waits | Literal[""]
PAUSE = {"paused": bool, "waits": WHY}
NAMED = record(ref=str)
CONSOLIDATED = record(run=str, at=datetime, changes=dict[str, int], standing=list[int])


@REQUESTS.verb(
    "night.status",
    "Whether it is paused, what waits, and what was done.",
    gives=record(**PAUSE, open=list[Job], recent=list[Job], next_run=datetime),
    outside="read",
)
def status(setting: Setting, asked: Page) -> Json:
    """How it stands now."""
    night = setting.mind.night
    done = night.queue.recent(asked.limit)
    return {
        **_pause(setting),
        "open": [job.model_dump(mode="json") for job in night.queue.open()],
        "recent": [job.model_dump(mode="json") for job in done if job.state.is_over],
        "next_run": night.schedule.begins_at().astimezone(UTC).isoformat(),
    }


@REQUESTS.verb(
    "night.pause",
    "Let it think of nothing alone; what runs stops at once and is taken up later.",
    gives=record(**PAUSE),
    changes="night",
)
def pause(setting: Setting, _: Nothing) -> Json:
    """At once."""
    setting.mind.night.pause()
    return _pause(setting)


@REQUESTS.verb("night.resume", "Let it think again.", gives=record(**PAUSE), changes="night")
def resume(setting: Setting, _: Nothing) -> Json:
    """From the next look on, unless a pause file lies in the home."""
    setting.mind.night.resume()
    return _pause(setting)


def _pause(setting: Setting) -> Json:
    waits = setting.waits()
    return {"paused": setting.mind.night.paused or waits in {Waits.PAUSED, Waits.PAUSE_FILE}, "waits": waits}


@REQUESTS.verb(
    "night.brief",
    "The morning brief: what the day holds, in under a minute.",
    gives=record(
        brief=Brief | None,
        heading=str,
        is_old=bool,
        summary=str,
        sections=dict[str, str],
        more=dict[str, str],
        markdown=str,
    ),
    outside="read",
)
def brief(setting: Setting, _: Nothing) -> Json:
    """The latest one, without what was taken back since; it may be of a day that is over."""
    night = setting.mind.night
    found = night.results.brief()
    if found is None:
        nothing: Json = {"brief": None, "heading": "", "is_old": False, "summary": "", "markdown": ""}
        return {**nothing, "sections": words().section, "more": {}}
    told = words(found.language)
    return {
        "brief": found.model_dump(mode="json"),
        "heading": told.full_day(found.day),
        "is_old": found.day < night.clock.local().date(),
        "summary": summary_text(found),
        "sections": told.section,
        "more": {section: more_words(found, section) for section in found.more},
        "markdown": markdown(found),
    }


@REQUESTS.verb(
    "night.findings",
    "What it found that is worth showing, with what each stands on.",
    gives=record(lines=LINES),
)
def findings(setting: Setting, asked: Page) -> Json:
    """Those that are worth showing."""
    return {
        "lines": [_sourced(setting.mind, one) for one in setting.mind.night.results.findings(asked.limit)]
    }


@REQUESTS.verb(
    "night.journal", "What drifted by, the newest first.", gives=record(lines=LINES), outside="read"
)
def journal(setting: Setting, asked: Page) -> Json:
    """The newest first."""
    return {"lines": [_sourced(setting.mind, one) for one in setting.mind.night.results.journal(asked.limit)]}


@REQUESTS.verb(
    "night.history",
    "The months, told when each was over, with what each line stands on.",
    gives=record(lines=LINES),
)
def history(setting: Setting, _: Nothing) -> Json:
    """Every month that is over, oldest first; the lines of one have its run in common."""
    return {"lines": [_sourced(setting.mind, one) for one in setting.mind.night.results.history()]}


@REQUESTS.verb(
    "night.run_of",
    "One run: its phases, what it wrote, what was left out and why, and what it changed.",
    gives=record(job=Job, lines=LINES, left_out=LINES, changes=list[Change], night_changes=list[Change]),
)
def run_of(setting: Setting, asked: Run) -> Json:
    """The document of a run, what it wrote, what was left out and why, and what it changed."""
    mind, night = setting.mind, setting.mind.night
    return {
        "job": night.queue.job(asked.run).model_dump(mode="json"),
        "lines": [_sourced(mind, one) for one in night.results.lines(asked.run)],
        "left_out": [_sourced(mind, one) for one in night.results.left_out(asked.run)],
        "changes": [one.model_dump(mode="json") for one in night.undoing.changes(asked.run)],
        "night_changes": [
            one.model_dump(mode="json") for one in night.undoing.changes(asked.run, night=True)
        ],
    }


@REQUESTS.verb(
    "night.problems",
    "The problems handed over, and what came of each.",
    gives=record(problems=several(record(job=Job, lines=LINES))),
)
def problems(setting: Setting, asked: Page) -> Json:
    """What was handed over, and what came of it; not what was cancelled or dismissed."""
    mind = setting.mind
    return {
        "problems": [
            {
                "job": job.model_dump(mode="json"),
                "lines": [_sourced(mind, one) for one in mind.night.results.lines(job.id)],
            }
            for job in mind.night.results.problems()[: asked.limit]
        ]
    }


@REQUESTS.verb(
    "night.consolidations",
    "What became of memories, night by night: merged, faded, put away.",
    gives=record(runs=several(CONSOLIDATED)),
)
def consolidations(setting: Setting, asked: Page) -> Json:
    """The newest first."""
    jobs = setting.mind.night.queue.recent(asked.limit, (JobKind.CONSOLIDATION,))
    return {"runs": [_consolidated(job) for job in jobs if job.state is JobState.DONE]}


def _consolidated(job: Job) -> Json:
    changes = {one.phase: one.changes for one in job.rounds}
    standing = [one.figures["standing"] for one in job.rounds if "standing" in one.figures]
    ended = job.ended_at or job.created_at
    return {"run": job.ref, "at": ended.isoformat(), "changes": changes, "standing": standing[-1:]}


@REQUESTS.verb(
    "night.cancel", "Do it no further; what it did stands until it is undone.", gives=JOB, changes="night"
)
def cancel(setting: Setting, asked: Run) -> Json:
    """What it did by then stands."""
    return {"job": setting.mind.night.cancel(asked.run).model_dump(mode="json")}


@REQUESTS.verb(
    "night.retry",
    "Try again what failed or was cancelled, behind the last phase that was done.",
    gives=JOB,
    changes="night",
)
def retry(setting: Setting, asked: Run) -> Json:
    """Behind its last checkpoint."""
    return {"job": setting.mind.night.queue.retry(asked.run).model_dump(mode="json")}


@REQUESTS.verb(
    "night.dismiss",
    "See a finding, a page of the journal, or a problem that was thought about, no more.",
    gives=NAMED,
    changes="night",
)
def dismiss(setting: Setting, asked: Dismiss) -> Json:
    """Shown no more."""
    setting.mind.night.results.dismiss(asked.ref)
    return {"ref": asked.ref}


@REQUESTS.verb("night.show_again", "Take that back.", gives=NAMED, changes="night")
def show_again(setting: Setting, asked: Dismiss) -> Json:
    """As if it had not been dismissed."""
    setting.mind.night.results.show_again(asked.ref)
    return {"ref": asked.ref}


@REQUESTS.verb(
    "night.undo",
    "Take back everything that a run changed, or all of its night.",
    gives=record(changes=list[Change]),
    changes="night",
)
def undo(setting: Setting, asked: Undo) -> Json:
    """All of a run's changes, or of its night's, the latest first."""
    night = setting.mind.night
    take_back = night.undoing.changes if asked.dry_run else night.undoing.take_back
    changes = take_back(asked.run, night=asked.night)
    return {"changes": [one.model_dump(mode="json") for one in changes]}


@REQUESTS.verb("night.problem", "Hand a problem over.", gives=JOB, changes="night")
def problem(setting: Setting, asked: Problem) -> Json:
    """Queued."""
    job = setting.mind.night.agenda.ask(JobKind.PROBLEM, "person", " ".join(asked.text.split()))
    return {"job": job.model_dump(mode="json")}


@REQUESTS.verb(
    "night.reflect", "Think back on what was told, with these features.", gives=JOB, changes="night"
)
def reflect(setting: Setting, asked: Reflect) -> Json:
    """Queued."""
    job = setting.mind.night.agenda.reflect(Trigger.MANUAL, ",".join(asked.features))
    return {"job": job.model_dump(mode="json")}


@REQUESTS.verb(
    "night.want", "Have something done alone, once it is quiet.", gives=JOB, changes="night", outside="direct"
)
def want(setting: Setting, asked: Want) -> Json:
    """Queued."""
    job = setting.mind.night.agenda.ask(asked.kind, "program", asked.given)
    return {"job": job.model_dump(mode="json")}


def _sourced(mind: Mind, line: Line) -> Json:
    """A line with the words of what it stands on; of intentions their own."""
    open_things = {one.ref: one.text for one in mind.intent.items.all()}
    open_things |= {one.ref: one.title for one in mind.intent.goals.all()}
    open_things |= {one.ref: f"{one.feed}: {one.title}" for one in mind.feeds.items(MOST_HEADLINES)}
    rows = [source_row(mind, ref) for ref in line.cites]
    sources = [{**row, "text": row["text"] or open_things.get(row["ref"], "")} for row in rows]
    return {**line.model_dump(mode="json"), "sources": [one for one in sources if one["text"]]}


TO_DO = {"kind": str, "since": datetime, "tries": int}
OUTSTANDING = record(jobs=several(record(**TO_DO, run=str) | record(**TO_DO, loop_id=str)))
"""Runs that wait, and turns that were not thought back on yet."""
CHANGES = record(changes=list[Change])
"""The answer to a trial run: what would be changed."""
OF_THE_SERVICE = {
    "night.run": Declared(
        RunNight,
        "Think now, over what was said in the last while.",
        changes="night",
        outside="direct",
        gives=record(jobs=list[Job], waits=WHY) | CHANGES,
    )
}
