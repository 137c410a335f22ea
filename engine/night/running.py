"""One job, phase after phase: each thinks without writing, and is kept whole with its checkpoint or not at all.

So a process may be killed anywhere: the next runner goes on behind the last checkpoint, and comes to the same end.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.calling import EngineCall, at_once
from engine.errors import CompanionError
from engine.ids import new_id
from engine.language import Cancellation, LanguageError, LanguageModel
from engine.night.agenda import checked
from engine.night.night import Night
from engine.night.records import Change, Cost, Job, JobKind, LeaseLostError, Outcome
from engine.night.working import Draft, Phase

log = logging.getLogger(__name__)
OnProgress = Callable[[dict[str, Any]], None]


def ignore_progress(_: dict[str, Any]) -> None:
    """The listener of a caller who only wants the result."""


def run_next(
    night: Night,
    model: LanguageModel | None,
    *,
    owner: str,
    engine: EngineCall = at_once,
    cancellation: Cancellation | None = None,
    progress: OnProgress = ignore_progress,
    early: bool = False,
) -> Job | None:
    """Do the oldest job that may be done, or as much of it as there is time for; None where there is none. With `early`
    only the brief of a day that no night came to.

    A failure, whatever it is, is a state of the job: tried again later. Cancelled, or when the hours are over, it stays
    in the queue behind its last checkpoint. `progress` gets {kind, run, phase, done, of} before each phase and at
    the end. Raises VaultError where nothing can be written.
    """
    runner = Runner(night, model, owner, engine, cancellation or Cancellation(), progress)
    job: Job | None = engine(lambda: night.claim(owner, runner.model_name, early=early))
    if job is None:
        return None
    night.running[job.id] = runner.cancellation
    try:
        return runner.run(job)
    except LeaseLostError:
        return engine(partial(night.queue.job, job.id))
    except Exception as error:
        ours = not isinstance(error, CompanionError)
        log.warning("a run failed: %s", type(error).__name__, exc_info=ours)
        return engine(partial(_fail, night, job.id, owner, type(error).__name__))
    finally:
        del night.running[job.id]


@dataclass(frozen=True, slots=True)
class Runner:
    """Who does a job: for which `night`, with which model, under which name."""

    night: Night
    model: LanguageModel | None
    owner: str
    engine: EngineCall
    cancellation: Cancellation
    progress: OnProgress

    @property
    def model_name(self) -> str:
        return "" if self.model is None else self.model.info.name

    def run(self, job: Job) -> Job:
        """The job as it is after as many phases as there was time for. Raises CompanionError."""
        night, plan = self.night, self.night.plan(job)
        began, left_s = night.clock.monotonic(), self.engine(lambda: night.schedule.left_for(job.kind))
        since = began
        for name, phase in plan[len(job.rounds) :]:
            since = night.clock.monotonic()
            if self.cancellation.cancelled or since - began > left_s:
                break
            self.progress(_report(job, name, len(plan)))
            desk = _Desk(self, job, night.withdrawals)
            try:
                drafted, cost = self._think(phase, desk)
                desk.require_wanted()
            except _NoLongerWantedError:
                job = desk.job
                break
            took_s = night.clock.monotonic() - since
            job = self.engine(partial(night.keep, desk.job, self.owner, name, drafted, cost, took_s=took_s))
        if len(job.rounds) < len(plan):
            took_s = night.clock.monotonic() - since
            self.engine(partial(night.release, job, self.owner, took_s))
            return self.engine(partial(night.queue.job, job.id))
        done = self.engine(partial(night.finish, job, self.owner))
        self.progress(_report(done, "", len(plan)))
        return done

    def _think(self, phase: Phase, desk: "_Desk") -> tuple[Draft, Cost]:
        """What a phase comes to; on the last try without the model that failed, as most of it needs none.

        Raises CompanionError.
        """
        work = self.night.work(desk.job, self.model, self.engine, self.cancellation, desk.keep)
        try:
            drafted = phase(work)
            return replace(drafted, rejected=tuple(work.rejected)), work.cost
        except LanguageError as error:
            if self.model is None or not self.night.queue.is_last_try(desk.job):
                raise
            log.warning("a phase is done without its model: %s", type(error).__name__)
            fault, text = type(error).__name__, error.message
        alone = self.night.work(desk.job, None, self.engine, self.cancellation, desk.keep)
        drafted = phase(alone)
        rejected = tuple(work.rejected)
        failed = replace(drafted, outcome=Outcome.FAILED, fault=fault, text=text, rejected=rejected)
        return failed, work.cost


class _NoLongerWantedError(Exception):
    """What is thought of is let go: it was stopped, or something was taken back meanwhile."""


@dataclass(slots=True)
class _Desk:
    """What of a phase is kept while it goes on: the job as it stands, and whether anything was taken back since."""

    runner: Runner
    job: Job
    withdrawals: int

    def keep(self, drafted: Draft) -> None:
        """Raises LeaseLostError where the job was cancelled."""
        self.require_wanted()
        runner = self.runner
        self.job = runner.engine(partial(runner.night.keep_part, self.job, runner.owner, drafted))

    def require_wanted(self) -> None:
        """What was taken back while it was thought of is thought of anew, another time."""
        if self.runner.cancellation.cancelled or self.runner.night.withdrawals != self.withdrawals:
            raise _NoLongerWantedError


def _fail(night: Night, job_id: str, owner: str, fault: str) -> Job:
    known = night.queue.job(job_id)
    return known if known.state.is_over else night.queue.fail(known, owner, fault)


def _report(job: Job, phase: str, of: int) -> dict[str, Any]:
    return {
        "stage": "night",
        "kind": job.kind.value,
        "run": job.ref,
        "phase": phase,
        "done": len(job.rounds),
        "of": of,
    }


def rehearse(
    night: Night, kind: JobKind, model: LanguageModel | None, given: str = "", *, engine: EngineCall = at_once
) -> list[Change]:
    """What a run of `kind` would change as things stand now, phase by phase. Writes nothing.

    Raises InvalidInputError.
    """
    given = checked(kind, given)
    now = night.clock.now()
    language = engine(lambda: night.language)
    job = Job(
        id=new_id("run"),
        kind=kind,
        trigger="rehearsal",
        given=given,
        not_before=now,
        created_at=now,
        started_at=now,
        language=language,
    )
    changes: list[Change] = []

    def try_out(drafted: Draft) -> None:
        changes.extend(engine(partial(night.try_out, drafted)))

    for _, phase in night.plan(job):
        try_out(phase(night.work(job, model, engine, Cancellation(), try_out)))
    return changes
