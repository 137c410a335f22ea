"""The front of this room: how what is to be done alone (`agenda.py`) is done, and what of it is kept.

What came of it is read from `results.py`, and taken back by `undoing.py`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date

from engine.calling import EngineCall
from engine.clock import Clock
from engine.conversation import own_words
from engine.events import EventBus
from engine.ids import Refs, new_id
from engine.language import Cancellation, LanguageModel
from engine.night.agenda import Agenda
from engine.night.brief import BriefWritten
from engine.night.material import within
from engine.night.phases import (
    consolidating,
    discovering,
    dreaming,
    drifting,
    emerging,
    integrating,
    learning,
    reflecting,
    solving,
    thinking,
)
from engine.night.phases.morning import briefing
from engine.night.queue import JobQueue
from engine.night.records import (
    EARLY,
    Change,
    Cost,
    Job,
    JobKind,
    Line,
    NewLine,
    Outcome,
    Part,
    Round,
)
from engine.night.results import Results
from engine.night.schedule import Schedule
from engine.night.store import NightStore
from engine.night.undoing import Undoing
from engine.night.working import Draft, Phase, Rooms, Work
from engine.settings import NightSettings
from engine.tongues import spoken_language
from engine.trail import StepKind
from engine.vault import UnitOfWork, Vault

PAUSED = "paused"
PLANS: Mapping[JobKind, tuple[tuple[str, Phase], ...]] = {
    JobKind.SESSION: learning.TALK,
    JobKind.INTEGRATION: integrating.PHASES,
    JobKind.CONSOLIDATION: consolidating.PHASES,
    JobKind.DISCOVERY: discovering.PHASES,
    JobKind.PORTRAIT: learning.PORTRAIT,
    JobKind.BRAIN: thinking.PHASES,
    JobKind.PROBLEM: solving.PHASES,
    JobKind.DRIFT: drifting.PHASES,
    JobKind.DREAM: dreaming.PHASES,
    JobKind.BRIEF: briefing.PHASES,
}
REFLECTIONS = frozenset({JobKind.REFLECT, JobKind.DIARY})
SPOKEN_LATELY = 60
A_BRIEF = {"kind": JobKind.BRIEF.value}
AN_EARLY_BRIEF = {**A_BRIEF, "given": EARLY}


class Night:
    """What one companion does alone for one person. Implements `Personal` and `Own`; on the engine's thread.

    `running` is the cancellation of each job that runs now, by its id; `withdrawals` counts what was taken back, so
    that nothing is kept that was thought of from it.
    """

    def __init__(
        self,
        vault: Vault,
        rooms: Rooms,
        clock: Clock,
        events: EventBus,
        *,
        settings: NightSettings,
        companion: str,
        person: str,
    ) -> None:
        self._vault, self._rooms, self._events = vault, rooms, events
        self.clock, self.settings = clock, settings
        self._store = NightStore(vault, companion, person)
        self.queue = JobQueue(vault, self._store, clock, settings)
        self.schedule = Schedule(rooms, self._store, self.queue, clock, settings)
        self.agenda = Agenda(
            vault, self._store, self.queue, self.schedule, rooms=rooms, clock=clock, events=events
        )
        self.results = Results(vault, self._store, self.queue, self.schedule, clock=clock, settings=settings)
        self.undoing = Undoing(vault, rooms, self._store, self.queue, clock)
        self._days: dict[tuple[str, date, date], date | None] = {}
        self.running: dict[str, Cancellation] = {}
        self.withdrawals = 0

    # Whether it may

    @property
    def paused(self) -> bool:
        """Whether the person wants nothing to be thought of alone."""
        return self._store.value(PAUSED) != ""

    def pause(self) -> None:
        """Nothing is begun, and what runs stops at the next token, until `resume` ([E] §9.9)."""
        self._put(PAUSED, self.clock.now().isoformat())
        for cancellation in tuple(self.running.values()):
            cancellation.cancel()

    def resume(self) -> None:
        """Go on where it was."""
        self._put(PAUSED, "")

    # What a runner needs

    @property
    def language(self) -> str:
        """What the person is told in: the language that they mostly spoke lately."""
        said = self._rooms.trail.recent_steps(SPOKEN_LATELY, kinds=(StepKind.UTTERANCE,))
        return spoken_language("", [own_words(step.text) for step in said])

    def claim(self, owner: str, model: str, *, early: bool = False) -> Job | None:
        """The next job that may be done, leased to `owner`; None where there is none. `early`, the brief of the day.

        Once the hours of a night are over only a brief is written; the rest is for the next one, or for the person to
        ask for it.
        """
        only = None if self.schedule.left_s > 0 else A_BRIEF
        return self.queue.claim(owner, model, lambda: self.language, AN_EARLY_BRIEF if early else only)

    @property
    def may_begin(self) -> bool:
        """Whether anything is in the queue that there are hours for."""
        return any(self.schedule.left_for(job.kind) > 0 for job in self.queue.open())

    @property
    def retry_in_s(self) -> float | None:
        """Seconds until something is tried again that failed; None where nothing is in the hours of this night."""
        at = self.queue.tried_again_at()
        return None if at is None or not self.may_begin else (at - self.clock.now()).total_seconds()

    def plan(self, job: Job) -> tuple[tuple[str, Phase], ...]:
        """The phases of a job by their names, in order."""
        if job.kind is JobKind.EMERGENCE:
            return emerging.phases(job)
        return reflecting.phases(job) if job.kind in REFLECTIONS else PLANS[job.kind]

    def work(
        self,
        job: Job,
        model: LanguageModel | None,
        engine: EngineCall,
        cancellation: Cancellation,
        keep: Callable[[Draft], None],
    ) -> Work:
        """The desk of a phase."""
        return Work(
            job=job,
            rooms=self._rooms,
            store=self._store,
            settings=self.settings,
            clock=self.clock,
            model=model,
            engine=engine,
            cancellation=cancellation,
            keep=keep,
            days=self._days,
        )

    def keep(self, job: Job, owner: str, phase: str, drafted: Draft, cost: Cost, *, took_s: float = 0) -> Job:
        """Write what a phase came to with its checkpoint: all of it, or nothing. Raises LeaseLostError.

        `took_s` seconds of the night went into it.
        """
        with self._vault.unit() as unit:
            changes = self._apply(unit, job, drafted)
            for line in (*drafted.lines, *drafted.rejected):
                self._write(unit, job, phase, line)
            made = self._round(phase, drafted, job, changes, cost)
            further = self.queue.checkpoint(unit, job, owner, made)
            self.schedule.spend(unit, took_s)
            unit.commit()
        return further

    def keep_part(self, job: Job, owner: str, drafted: Draft) -> Job:
        """Write what a phase decided so far, with what it looked at: it goes on behind it. Raises LeaseLostError."""
        with self._vault.unit() as unit:
            changes = self._apply(unit, job, drafted)
            counts = Counter(job.part.figures) + Counter(drafted.figures)
            part = Part(changes=job.part.changes + changes, figures=dict(counts))
            further = self.queue.go_on(unit, job, owner, part)
            unit.commit()
        return further

    def release(self, job: Job, owner: str, took_s: float) -> None:
        """Leave it for later, behind its last checkpoint; `took_s` seconds of the night went into what is let go."""
        self.queue.release(job, owner)
        with self._vault.unit() as unit:
            self.schedule.spend(unit, took_s)
            unit.commit()

    def try_out(self, drafted: Draft) -> list[Change]:
        """What a phase would change; nothing of it stays."""
        with self._vault.unit() as unit:
            return list(drafted.apply(unit))

    def cancel(self, run: str) -> Job:
        """A run shall not be done, or no further: it stops at the next token. Raises JobMissingError, JobMoveError."""
        job = self.queue.cancel(run)
        if job.id in self.running:
            self.running[job.id].cancel()
        return job

    def finish(self, job: Job, owner: str) -> Job:
        """All phases are done; the house hears of a brief."""
        done = self.queue.finish(job, owner)
        self._days.clear()
        if done.kind is JobKind.BRIEF:
            self._events.publish(BriefWritten(done.ref))
        return done

    def _apply(self, unit: UnitOfWork, job: Job, drafted: Draft) -> int:
        """How many changes it made."""
        changes = list(drafted.apply(unit))
        self._store.put_changes(unit, job.id, changes)
        self._store.see(unit, list(drafted.seen), job.id)
        return len(changes)

    def _round(self, phase: str, drafted: Draft, job: Job, changes: int, cost: Cost) -> Round:
        """With what was kept of it before, and how often it failed before it was done."""
        part = job.part
        counted = {name: count + drafted.figures.get(name, 0) for name, count in part.figures.items()}
        told = drafted.lines or changes or part.changes
        return Round(
            phase=phase,
            outcome=drafted.outcome or (Outcome.VALID if told else Outcome.EMPTY),
            at=self.clock.now(),
            kept=len(drafted.lines),
            left_out=drafted.left_out,
            changes=part.changes + changes,
            text=drafted.text,
            fault=drafted.fault or job.fault,
            tries=job.tries + bool(drafted.fault),
            cost=cost,
            figures={**drafted.figures, **counted},
        )

    def _write(self, unit: UnitOfWork, job: Job, phase: str, line: NewLine) -> None:
        made = Line(**line.model_dump(), id=new_id("line"), run=job.id, phase=phase, at=self.clock.now())
        self._store.put_line(unit, made, within(self._rooms, line.cites))

    # Personal and Own

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide every line that rests on one of `refs`; what is thought of now is thought of anew."""
        self._interrupt()
        return self._store.withdraw(unit, refs)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Show again what was hidden for `refs` alone."""
        return self._store.restore(unit, refs)

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete for good every line that rests on one of `refs`."""
        self._interrupt()
        return self._store.erase(unit, refs)

    def citing(self, refs: Refs) -> Refs:
        """What `withdraw` or `erase` would reach. Writes nothing."""
        return self._store.citing(refs)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything with this person, or another one; returns the refs that went."""
        self._interrupt()
        gone = self.holdings(person)
        self._store.forget_person(unit, person)
        return gone

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of all that `forget_person` would delete."""
        return frozenset(self._store.refs(person))

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete the nights of a companion; returns the refs that went."""
        gone = self.kept_by(companion)
        self._store.forget_companion(unit, companion)
        return gone

    def kept_by(self, companion: str) -> Refs:
        """The refs of all that `forget_companion` would delete."""
        return frozenset(self._store.refs_of(companion))

    def _interrupt(self) -> None:
        self.withdrawals += 1
        self._days.clear()

    def _put(self, name: str, value: str) -> None:
        with self._vault.unit() as unit:
            self._store.put_value(unit, name, value)
            unit.commit()
