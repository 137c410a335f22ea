"""What came of what was done alone: findings, problems, the journal, the history, and the brief of the morning."""

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.clock import Clock
from engine.ids import NOTHING, Refs
from engine.night.brief import brief_of, overnight
from engine.night.phases.emerging import SECTION as HISTORY
from engine.night.queue import JobQueue
from engine.night.records import Brief, Job, JobKind, JobMoveError, JobState, Line, LineMissingError
from engine.night.schedule import LATEST_BRIEFS, Schedule
from engine.night.store import NightStore
from engine.night.telling import FINDING
from engine.settings import NightSettings
from engine.vault import Vault

THOUGHT, WANDERED = (
    (JobKind.BRAIN, JobKind.PROBLEM),
    (JobKind.DIARY, JobKind.DRIFT, JobKind.DREAM),
)
"""Kinds whose lines are findings, and those whose lines are the journal."""
RUN = "run:"


class Results:
    """Reads what runs of one companion found and wrote, and what of it the person wants to see no more.

    On the engine's thread.
    """

    def __init__(
        self,
        vault: Vault,
        store: NightStore,
        queue: JobQueue,
        schedule: Schedule,
        *,
        clock: Clock,
        settings: NightSettings,
    ) -> None:
        self._vault, self._store, self._queue, self._schedule = vault, store, queue, schedule
        self._clock, self._settings = clock, settings

    def lines(self, run: str) -> list[Line]:
        """What stands of what a run found, in its order. Raises JobMissingError."""
        return self._store.lines(self._queue.job(run).id)

    def left_out(self, run: str) -> list[Line]:
        """What a model wrote in a run and nobody is told, each with why; it goes with what it was written of.

        Raises JobMissingError.
        """
        return self._store.lines(self._queue.job(run).id, left_out=True)

    def findings(self, limit: int = 20) -> list[Line]:
        """What brain runs and problems found that is worth showing, the latest run first, the most telling first.

        Not what only sums up what they told: that stands in the run.
        """
        found: dict[str, Line] = {}
        for job in self._queue.recent(kinds=THOUGHT):
            if len(found) >= limit:
                break
            for line in sorted(self._store.lines(job.id), key=lambda one: -one.weight):
                if line.section == FINDING and line.weight >= self._settings.shown_from:
                    found.setdefault(line.text, line)
        return list(found.values())[:limit]

    def problems(self) -> list[Job]:
        """What was handed over, the newest first; not what was cancelled or dismissed."""
        gone = self._store.dismissed()
        jobs = self._queue.recent(kinds=(JobKind.PROBLEM,))
        return [job for job in jobs if job.state is not JobState.CANCELLED and job.ref not in gone]

    def dismiss(self, ref: str) -> None:
        """See a finding, a page of the journal (`line:…`) or a problem that was thought about (`run:…`) no more: it is
        shown nowhere, nor what a later run says in the same words, and no brief tells of it.

        Raises LineMissingError, JobMissingError, JobMoveError.
        """
        refs = self._of_problem(ref) if ref.startswith(RUN) else [self._shown_line(ref).ref]
        with self._vault.unit() as unit:
            self._store.dismiss(unit, refs, ref)
            unit.commit()

    def show_again(self, ref: str) -> None:
        """Take `dismiss` back; it stands as before. Raises LineMissingError, JobMissingError."""
        if ref.startswith(RUN):
            self._queue.job(ref)
        else:
            self._shown_line(ref)
        with self._vault.unit() as unit:
            self._store.show_again(unit, ref)
            unit.commit()

    def _shown_line(self, ref: str) -> Line:
        found = self._store.line(ref.removeprefix(f"{Line.kind}:"))
        if found is None or self._queue.job(found.run).kind not in (*THOUGHT, *WANDERED):
            raise LineMissingError("There is no such finding, nor such a page of the journal.")
        return found

    def _of_problem(self, ref: str) -> list[str]:
        job = self._queue.job(ref)
        if job.kind is not JobKind.PROBLEM or not job.state.is_over:
            raise JobMoveError("Only a problem that was thought about is dismissed.")
        return [job.ref, *(line.ref for line in self._store.lines(job.id))]

    def journal(self, limit: int = 50) -> list[Line]:
        """The diary, what drifted by and what was dreamt, the newest first ([E] §9.6); it is never written over."""
        runs = self._queue.recent(kinds=WANDERED)
        return list(islice((line for run in runs for line in reversed(self._store.lines(run.id))), limit))

    def history(self) -> list[Line]:
        """The months, told when each was over, oldest first ([A] §9)."""
        runs = reversed(self._queue.recent(kinds=(JobKind.EMERGENCE,)))
        return [line for run in runs for line in self._store.lines(run.id) if line.section == HISTORY]

    def brief(self) -> Brief | None:
        """The one that was begun last, as it stands now; None before the first."""
        done = self._store.jobs((JobState.DONE,), (JobKind.BRIEF,), LATEST_BRIEFS)
        if not done:
            return None
        at, job = max(((job.started_at or job.created_at, job) for job in done), key=lambda one: one[0])
        at = at.astimezone(self._clock.local().tzinfo)
        return brief_of(job, at.date(), self._store.lines(job.id), self._settings)

    def export_markdown(self, hidden: Refs = NOTHING) -> Iterator[tuple[str, str]]:
        """The tree of [E] §9.8: a folder a run, the latest findings, and the brief; no line that rests on `hidden`."""

        def told(lines: Sequence[Line]) -> list[Line]:
            return [line for line in lines if line.may_be_told(hidden)]

        local, brief = self._clock.local().tzinfo, self.brief()
        runs = self._queue.recent()
        yield from overnight(
            [
                (job, told([*self._store.lines(job.id), *self._store.lines(job.id, left_out=True)]))
                for job in runs
                if job.state is JobState.DONE
            ],
            findings=told(self.findings()),
            brief=None if brief is None else brief.without(hidden),
            history=told(self.history()),
            next_run=self._schedule.next_run(),
            zone=local,
        )
