"""The one queue: jobs are leased, go on behind their last checkpoint, are tried again, and never lost.

A runner holds a job by a lease that each checkpoint renews; whoever comes after a killed one takes it up where it
was. What fails, or ends its process, is tried again after a while that doubles, and is dead after some tries of the
same phase, until somebody retries it.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from engine.clock import Clock
from engine.ids import new_id
from engine.night.records import (
    DIED,
    Job,
    JobKind,
    JobMissingError,
    JobMoveError,
    JobState,
    LeaseLostError,
    Part,
    Round,
)
from engine.night.store import NightStore
from engine.settings import NightSettings
from engine.tongues import ENGLISH
from engine.vault import UnitOfWork, Vault

_OPEN = (JobState.WAITING, JobState.RUNNING)


class JobQueue:
    """What is to be done alone. On the engine's thread."""

    def __init__(self, vault: Vault, store: NightStore, clock: Clock, settings: NightSettings) -> None:
        self._vault, self._store, self._clock, self._settings = vault, store, clock, settings

    def add(self, kind: JobKind, trigger: str, given: str = "", night: str = "") -> Job:
        """Ask for a job, as one of a `night`; one that waits for the same already is the same ([E] §9.9).

        It is of that night from now on, and done when its turn comes in it.
        """
        for known in self._store.jobs(_OPEN):
            if known.kind is kind and known.given == given:
                return self._taken_into(night, known)
        now = self._clock.now()
        job = Job(
            id=new_id("run"),
            kind=kind,
            trigger=trigger,
            given=given,
            night=night,
            not_before=now,
            created_at=now,
        )
        self._write(job)
        return job

    def _taken_into(self, night: str, known: Job) -> Job:
        """One that runs stays with the night that began it."""
        if not night or known.night == night or known.state is JobState.RUNNING:
            return known
        taken = self._with(known, night=night)
        with self._vault.unit() as unit:
            self._store.put_job(unit, taken)
            self._store.put_last(unit, taken.id)
            unit.commit()
        return taken

    def job(self, job_id: str) -> Job:
        """Raises JobMissingError."""
        found = self._store.job(job_id.removeprefix("run:"))
        if found is None:
            raise JobMissingError("There is no such run.")
        return found

    def open(self) -> list[Job]:
        """What waits or runs, oldest first."""
        return self._store.jobs(_OPEN)[::-1]

    def recent(self, limit: int = -1, kinds: Collection[JobKind] = tuple(JobKind)) -> list[Job]:
        """Newest first, whatever became of them; all where no limit is given."""
        return self._store.jobs(kinds=kinds, limit=limit)

    def of_night(self, night: str) -> list[Job]:
        """What was asked for as one night, newest first."""
        return [job for job in self._store.jobs() if job.night == night]

    def last(self, kind: JobKind, given: str | None = None) -> Job | None:
        """The latest of a kind that was done; with `given` the latest that was asked for that."""
        done = self._store.jobs((JobState.DONE,), (kind,), 1 if given is None else -1)
        return next((one for one in done if given in {None, one.given}), None)

    def claim(
        self,
        owner: str,
        model: str = "",
        language: Callable[[], str] = lambda: ENGLISH,
        only: Mapping[str, str] | None = None,
    ) -> Job | None:
        """The next one that may be done, leased to `owner`; None where there is none. It is told in one `language`.

        What was asked for as one night is done in its order. With `only` (a `kind`, what it was `given`) the next such
        one, whatever waits before it.
        """
        now = self._clock.now()
        job = self._free(now, only)
        if job is None:
            return None
        begun = self._with(job, state=JobState.RUNNING, started_at=job.started_at or now, model=model)
        if job.started_at is None:
            begun = self._with(begun, language=language())
        self._write(begun, owner)
        return begun

    def _free(self, now: datetime, only: Mapping[str, str] | None) -> Job | None:
        """The oldest that may be begun; one whose runner gave no sign for the time of a lease died with it."""
        while (job := self._store.free(now, only)) is not None and job.state is JobState.RUNNING:
            self._failed(job, DIED)
        return job

    def tried_again_at(self) -> datetime | None:
        """When the next is tried again that failed; None where nothing waits for that."""
        now = self._clock.now()
        later = [job.not_before for job in self._store.jobs((JobState.WAITING,)) if job.not_before > now]
        return min(later, default=None)

    def checkpoint(self, unit: UnitOfWork, job: Job, owner: str, done: Round) -> Job:
        """One more phase is done, within `unit` with all that it wrote. Raises LeaseLostError."""
        self._require(job, owner)
        further = self._with(job, rounds=(*job.rounds, done), part=Part(), tries=0, fault="")
        self._store.put_job(unit, further, owner, self._until())
        return further

    def go_on(self, unit: UnitOfWork, job: Job, owner: str, part: Part) -> Job:
        """So much of the phase under way is kept, within `unit` with all that it wrote. Raises LeaseLostError."""
        self._require(job, owner)
        further = self._with(job, part=part, tries=0, fault="")
        self._store.put_job(unit, further, owner, self._until())
        return further

    def finish(self, job: Job, owner: str) -> Job:
        """All of it is done. Raises LeaseLostError."""
        self._require(job, owner)
        return self._ended(job, JobState.DONE)

    def release(self, job: Job, owner: str) -> None:
        """Leave it for later, behind its last checkpoint; what was cancelled stays so."""
        known = self._store.job(job.id)
        if known is not None and self._store.holders().get(job.id) == owner:
            self._write(self._with(known, state=JobState.WAITING))

    def release_dead(self, stays: Callable[[str], bool]) -> None:
        """Take what runs from runners that are no more; called by whoever owns the home.

        It may be what ended them: each counts as a failure, or it would end every process that takes it up.
        """
        for job_id, owner in self._store.holders().items():
            if not stays(owner):
                self._failed(self.job(job_id), DIED)

    def fail(self, job: Job, owner: str, fault: str) -> Job:
        """It failed (`fault` names how, never what of): it is tried again later, or is dead."""
        self._require(job, owner)
        return self._failed(job, fault)

    def is_last_try(self, job: Job) -> bool:
        """Whether it is dead if it fails now."""
        return job.tries + 1 >= self._settings.most_tries

    def _failed(self, job: Job, fault: str) -> Job:
        tries = job.tries + 1
        if self.is_last_try(job):
            return self._ended(self._with(job, tries=tries, fault=fault), JobState.DEAD)
        wait = timedelta(seconds=self._settings.retry_s * 2 ** (tries - 1))
        later = self._with(
            job, state=JobState.WAITING, tries=tries, fault=fault, not_before=self._clock.now() + wait
        )
        self._write(later)
        return later

    def cancel(self, job_id: str) -> Job:
        """It shall not be done, or no further; what it did stands. Raises JobMissingError, JobMoveError."""
        job = self.job(job_id)
        if job.state.is_over:
            raise JobMoveError("It is over already.")
        return self._ended(job, JobState.CANCELLED)

    def retry(self, job_id: str) -> Job:
        """Try again what is dead or was cancelled, behind its last checkpoint. Raises JobMissingError, JobMoveError."""
        job = self.job(job_id)
        if job.state not in {JobState.DEAD, JobState.CANCELLED}:
            raise JobMoveError("Only what failed or was cancelled is tried again.")
        again = self._with(
            job,
            state=JobState.WAITING,
            tries=0,
            fault="",
            not_before=self._clock.now(),
            ended_at=None,
        )
        self._write(again)
        return again

    def _require(self, job: Job, owner: str) -> None:
        if self._store.holders().get(job.id) != owner:
            raise LeaseLostError("The run was cancelled, or another has it.")

    def _ended(self, job: Job, state: JobState) -> Job:
        over = self._with(job, state=state, ended_at=self._clock.now())
        self._write(over)
        return over

    def _until(self) -> datetime:
        return self._clock.now() + timedelta(seconds=self._settings.lease_s)

    def _write(self, job: Job, owner: str = "") -> None:
        with self._vault.unit() as unit:
            self._store.put_job(unit, job, owner, self._until() if owner else None)
            unit.commit()

    @staticmethod
    def _with(job: Job, **changes: Any) -> Job:
        return job.model_copy(update=changes)
