"""What Night asks of the mind, typed: findings, the journal and runs, told in one form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.night.records import Job, JobState, Line, Waits
from ui.doors import Door, Json, OnFailure

FINDING, DRIFT, RUN, STATE, PROBLEM = "finding", "drift", "run", "state", "problem"
WAKING = "state:night"
LONGEST = 100


@dataclass(frozen=True, slots=True)
class Source:
    """What a line stands on: the ref that opens it, its words, and when they were said."""

    ref: str
    text: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Going:
    """How far the run that is being done has come: the phase it is at, and how many of all are done.

    `phase` is empty once all are done.
    """

    run: str
    phase: str
    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Nightly:
    """A finding or a page of the journal (`line`) with its `sources`, a run (`job`), or how it stands: `waits` says
    why nothing is thought of alone now, empty where something may be.

    `at` is when it was written, asked for, or is due by itself; `answers` are the lines that came of a problem.
    """

    kind: str
    key: str
    text: str
    at: datetime
    line: Line | None = None
    job: Job | None = None
    waits: str = ""
    sources: tuple[Source, ...] = ()
    answers: int = 0

    @property
    def paused(self) -> bool:
        """Whether the person let nothing be thought of alone: by the switch, or by a file in the home."""
        return self.waits in {Waits.PAUSED, Waits.PAUSE_FILE}


@dataclass(frozen=True, slots=True)
class Written:
    """What a run wrote, and what was left out; how much that it, or its night, changed can still be undone."""

    lines: Sequence[Nightly] = ()
    left_out: Sequence[Nightly] = ()
    changes: int = 0
    night_changes: int = 0


def lines(
    request: str, kind: str, door: Door, success: Callable[[Sequence[Nightly]], None], failure: OnFailure
) -> None:
    """Findings, or the journal."""

    def read(found: Json) -> None:
        success([nightly(kind, one) for one in found["lines"]])

    door.question(request, {"limit": LONGEST}, success=read, failure=failure)


def nightly(kind: str, told: Json) -> Nightly:
    """One line of what was written, with what it stands on."""
    line = Line.model_validate({name: value for name, value in told.items() if name != "sources"})
    sources = tuple(
        Source(one["ref"], one["text"], None if one["at"] is None else datetime.fromisoformat(one["at"]))
        for one in told["sources"]
    )
    return Nightly(kind, line.ref, line.text, line.at, line=line, sources=sources)


def runs(door: Door, success: Callable[[Sequence[Nightly]], None], failure: OnFailure) -> None:
    """How it stands, then what waits and runs, then what was done, the newest first."""

    def read(found: Json) -> None:
        state = Nightly(STATE, WAKING, "", datetime.fromisoformat(found["next_run"]), waits=found["waits"])
        jobs = [Job.model_validate(one) for one in (*found["open"], *found["recent"])]
        success([state, *(Nightly(RUN, one.ref, one.given, one.created_at, job=one) for one in jobs)])

    door.question("night.status", {"limit": LONGEST}, success=read, failure=failure)


def problems(door: Door, success: Callable[[Sequence[Nightly]], None], failure: OnFailure) -> None:
    """What was handed over, the newest first."""

    def read(found: Json) -> None:
        told = [(Job.model_validate(one["job"]), len(one["lines"])) for one in found["problems"]]
        success(
            [
                Nightly(PROBLEM, job.ref, job.given, job.created_at, job=job, answers=count)
                for job, count in told
            ]
        )

    door.question("night.problems", {"limit": LONGEST}, success=read, failure=failure)


def written(run: str, door: Door, success: Callable[[Written], None], failure: OnFailure) -> None:
    """What a run (its ref) wrote down, in its order, and what it changed."""

    def read(found: Json) -> None:
        success(
            Written(
                [nightly(FINDING, one) for one in found["lines"]],
                [nightly(FINDING, one) for one in found["left_out"]],
                len(found["changes"]),
                len(found["night_changes"]),
            )
        )

    door.question("night.run_of", {"run": run}, success=read, failure=failure)


def all_done(answer: object) -> bool:
    """Whether all that was asked for is done: nothing failed, and nothing was put off."""
    jobs = answer.get("jobs", []) if isinstance(answer, dict) else []
    return all(Job.model_validate(one).state is JobState.DONE for one in jobs)


def kept_by(answer: object) -> str:
    """What kept some of what was asked for from being done (`Waits`); empty where nothing did, or it failed."""
    return str(answer.get("waits", "")) if isinstance(answer, dict) else ""


def still_paused(answer: object) -> bool:
    """Whether it is paused after all: the switch is not the only thing that pauses."""
    return isinstance(answer, dict) and bool(answer.get("paused"))


def watch(door: Door, went_on: Callable[[Going], None], ended: Callable[[], None]) -> Callable[[], None]:
    """Hear how runs go on, and that one ended; returns the unsubscription."""

    def hear(event: Json) -> None:
        match event:
            case {"event": "night", "stage": "ended"}:
                ended()
            case {"event": "night", "run": str(run), "phase": str(phase), "done": int(done), "of": int(of)}:
                went_on(Going(run, phase, done, of))
            case _:
                pass

    return door.listen(hear)


def change(
    door: Door, request: str, given: Json, success: Callable[[object], None], failure: OnFailure
) -> None:
    """One of those that `ui.night.model` names."""
    door.change(request, given, success=success, failure=failure)


def is_open(job: Job) -> bool:
    """Whether it may still be cancelled."""
    return job.state in {JobState.WAITING, JobState.RUNNING}
