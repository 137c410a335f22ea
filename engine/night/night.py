"""The front of this room: what is to be done alone, what came of it, and the brief of the morning."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice

from engine.calling import EngineCall
from engine.clock import Clock
from engine.conversation import Compacted, own_words
from engine.events import EventBus
from engine.ids import new_id
from engine.language import Cancellation, LanguageModel
from engine.night.asking import checked
from engine.night.brief import brief_of, overnight
from engine.night.errors import JobMoveError, LineMissingError
from engine.night.events import BriefWritten
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
from engine.night.phases.emerging import SECTION as HISTORY
from engine.night.phases.morning import briefing
from engine.night.phases.reflecting import Trigger
from engine.night.queue import JobQueue
from engine.night.records import (
    AT_CLOSE,
    EARLY,
    Brief,
    Change,
    Cost,
    Job,
    JobKind,
    JobState,
    Line,
    NewLine,
    Outcome,
    Part,
    Round,
    Sleep,
    Span,
)
from engine.night.schedule import ASKED_AT, CHAIN, INITIALISED, LATEST_BRIEFS, Schedule
from engine.night.store import NightStore
from engine.night.telling import FINDING
from engine.night.undoing import MARKED, undo
from engine.night.working import Draft, Phase, Rooms, Work
from engine.refs import NOTHING, Refs
from engine.settings import NightSettings
from engine.tongues import spoken_language
from engine.trail import LOCAL, EpisodeClosed, StepKind
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
CHAINED = (
    JobKind.INTEGRATION,
    JobKind.CONSOLIDATION,
    JobKind.DISCOVERY,
    JobKind.DIARY,
    JobKind.PORTRAIT,
    JobKind.EMERGENCE,
    JobKind.BRAIN,
    JobKind.DRIFT,
)
"""What a night does before it dreams and writes the brief."""
THOUGHT, WANDERED = (
    (JobKind.BRAIN, JobKind.PROBLEM),
    (JobKind.DIARY, JobKind.DRIFT, JobKind.DREAM),
)
"""Kinds whose lines are findings, and those whose lines are the journal."""
RUN = "run:"
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
        self._days: dict[tuple[str, date, date], date | None] = {}
        self.running: dict[str, Cancellation] = {}
        self.withdrawals = 0
        events.subscribe(EpisodeClosed, self._on_closed)
        events.subscribe(Compacted, self._on_compacted)

    # Whether it may, and what is due

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

    def begin_anew(self) -> None:
        """The person asks for it now: the hours of this night are counted from here."""
        with self._vault.unit() as unit:
            self.schedule.begin_anew(unit)
            unit.commit()

    def ask(self, kind: JobKind, trigger: str, given: str = "") -> Job:
        """Ask for a job. Raises InvalidInputError where `given` is nothing that such a job can be done with."""
        return self.queue.add(kind, trigger, checked(kind, given))

    def ask_all(self, jobs: Sequence[tuple[JobKind, str]], trigger: str) -> list[Job]:
        """Ask for all of these jobs, or none.

        Raises InvalidInputError, NodeMissingError for a memory that there is not.
        """
        wanted = [(kind, checked(kind, given)) for kind, given in jobs]
        for ref in self._slept_on(wanted):
            self._rooms.memory.node(ref.removeprefix("node:"))
        return [self.queue.add(kind, trigger, given) for kind, given in wanted]

    @staticmethod
    def _slept_on(jobs: Sequence[tuple[JobKind, str]]) -> set[str]:
        sleeping = {JobKind.INTEGRATION, JobKind.DISCOVERY}
        return {ref for kind, given in jobs if kind in sleeping for ref in Sleep.of(given).memories}

    def ask_for_due(self) -> list[Job]:
        """Put into the queue what is due by now: the chain once a night, a brain run where something is new.

        A night before which nothing new was told only looks back where a week or a month is over, and writes its brief.
        """
        added = []
        if self.schedule.is_night_due():
            added += self.ask_for_night("night", whole=self.schedule.is_new_day())
            self._put(CHAIN, self.schedule.tonight.isoformat())
        elif self.clock.now() >= self.schedule.next_run() and self.schedule.has_news():
            added.append(self.ask(JobKind.BRAIN, "interval"))
        return added

    def ask_for_early_brief(self) -> bool:
        """Ask for the brief of a day that has none, though no night came to it; whether one waits to be written.

        The night writes another, once it comes to it.
        """
        if self.schedule.lacks_brief():
            self.ask(JobKind.BRIEF, "morning", EARLY)
        return any(job.kind is JobKind.BRIEF and job.given == EARLY for job in self.queue.open())

    def ask_for_night(self, trigger: str, *, whole: bool = True) -> list[Job]:
        """The whole chain in its order (`one-mind.md`, "The night"), with what is due once a week or a month."""
        night = new_id("night")
        if whole:
            self._put(ASKED_AT, self.clock.now().isoformat())
        return [
            self.queue.add(kind, trigger, checked(kind, given), night)
            for kind, given in self.chain(whole=whole)
        ]

    def chain(self, *, whole: bool = True) -> list[tuple[JobKind, str]]:
        """The jobs of a night, each with what it is given; not `whole`, what looks back, and the brief."""
        kinds = CHAINED if whole else (JobKind.EMERGENCE,)
        spans = [*([Span.DAILY] if whole else []), *self.schedule.over(JobKind.EMERGENCE)]
        dreams = self.schedule.dreams()
        wanted: list[tuple[JobKind, str]] = [
            (kind, each) for kind in kinds for each in (spans if kind is JobKind.EMERGENCE else [""])
        ]
        wanted += [(JobKind.REFLECT, Trigger.DREAM)] if dreams else []
        return [*wanted, *((JobKind.DREAM, span) for span in dreams), (JobKind.BRIEF, "")]

    def reflect(self, trigger: Trigger, subject: str = "") -> Job:
        """Ask for a reflection ([P] §6.5), by hand on the features that `subject` names, with commas between."""
        return self.ask(JobKind.REFLECT, trigger.value, reflecting.asked_for(trigger, subject))

    def _on_closed(self, event: EpisodeClosed) -> None:
        """Think back on it when it is quiet; the first time on all that is known by then."""
        if event.episode.origin != LOCAL:
            return
        if self._store.value(INITIALISED):
            self.reflect(Trigger.EPISODE_CLOSE, event.episode.id)
        else:
            self.reflect(Trigger.INIT_PROFILE)
            self._put(INITIALISED, self.clock.now().isoformat())
        self.ask(JobKind.SESSION, Trigger.EPISODE_CLOSE.value, event.episode.id)
        self.ask(JobKind.DISCOVERY, Trigger.EPISODE_CLOSE.value, AT_CLOSE)

    def _on_compacted(self, _: Compacted) -> None:
        self.reflect(Trigger.CONTEXT_COMPACTION)

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

    # What came of it

    def lines(self, run: str) -> list[Line]:
        """What stands of what a run found, in its order. Raises JobMissingError."""
        return self._store.lines(self.queue.job(run).id)

    def left_out(self, run: str) -> list[Line]:
        """What a model wrote in a run and nobody is told, each with why; it goes with what it was written of.

        Raises JobMissingError.
        """
        return self._store.lines(self.queue.job(run).id, left_out=True)

    def findings(self, limit: int = 20) -> list[Line]:
        """What brain runs and problems found that is worth showing, the latest run first, the most telling first.

        Not what only sums up what they told: that stands in the run.
        """
        found: dict[str, Line] = {}
        for job in self.queue.recent(kinds=THOUGHT):
            if len(found) >= limit:
                break
            for line in sorted(self._store.lines(job.id), key=lambda one: -one.weight):
                if line.section == FINDING and line.weight >= self.settings.shown_from:
                    found.setdefault(line.text, line)
        return list(found.values())[:limit]

    def problems(self) -> list[Job]:
        """What was handed over, the newest first; not what was cancelled or dismissed."""
        gone = self._store.dismissed()
        jobs = self.queue.recent(kinds=(JobKind.PROBLEM,))
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
            self.queue.job(ref)
        else:
            self._shown_line(ref)
        with self._vault.unit() as unit:
            self._store.show_again(unit, ref)
            unit.commit()

    def _shown_line(self, ref: str) -> Line:
        found = self._store.line(ref.removeprefix(f"{Line.kind}:"))
        if found is None or self.queue.job(found.run).kind not in (*THOUGHT, *WANDERED):
            raise LineMissingError("There is no such finding, nor such a page of the journal.")
        return found

    def _of_problem(self, ref: str) -> list[str]:
        job = self.queue.job(ref)
        if job.kind is not JobKind.PROBLEM or not job.state.is_over:
            raise JobMoveError("Only a problem that was thought about is dismissed.")
        return [job.ref, *(line.ref for line in self._store.lines(job.id))]

    def journal(self, limit: int = 50) -> list[Line]:
        """The diary, what drifted by and what was dreamt, the newest first ([E] §9.6); it is never written over."""
        runs = self.queue.recent(kinds=WANDERED)
        return list(islice((line for run in runs for line in reversed(self._store.lines(run.id))), limit))

    def history(self) -> list[Line]:
        """The months, told when each was over, oldest first ([A] §9)."""
        runs = reversed(self.queue.recent(kinds=(JobKind.EMERGENCE,)))
        return [line for run in runs for line in self._store.lines(run.id) if line.section == HISTORY]

    def brief(self) -> Brief | None:
        """The one that was begun last, as it stands now; None before the first."""
        done = self._store.jobs((JobState.DONE,), (JobKind.BRIEF,), LATEST_BRIEFS)
        if not done:
            return None
        at, job = max(((job.started_at or job.created_at, job) for job in done), key=lambda one: one[0])
        at = at.astimezone(self.clock.local().tzinfo)
        return brief_of(job, at.date(), self._store.lines(job.id), self.settings)

    def undo(self, run: str, *, night: bool = False) -> list[Change]:
        """Take back everything that a run changed elsewhere, the latest first; what it wrote down stays readable.

        With `night` what all runs did that were asked for together with it. What they looked at is news again: a later
        run looks at it anew.

        Raises JobMissingError, JobMoveError while one runs or where nothing is left to be undone.
        """
        jobs = self._together(run, night=night)
        changes = self._store.changes(*(job.id for job in jobs))
        if any(job.state is JobState.RUNNING for job in jobs):
            raise JobMoveError("It is still running.", "Cancel it first.")
        if not changes:
            raise JobMoveError("It changed nothing that could be taken back.")
        with self._vault.unit() as unit:
            for change in changes:
                if change.what == MARKED:
                    self._turn_back(unit, change)
                else:
                    undo(self._rooms, change)
            for job in jobs:
                self._store.mark_undone(unit, job.id, self.clock.now())
                self._store.unsee(unit, job.id)
            unit.commit()
        return changes

    def _turn_back(self, unit: UnitOfWork, change: Change) -> None:
        """What was looked through is to be looked through again, unless a later run went on from there."""
        if self._store.value(change.ref) == change.before["after"]:
            self._store.put_value(unit, change.ref, change.before["until"])

    def changes(self, run: str, *, night: bool = False) -> list[Change]:
        """What a run changed elsewhere and was not undone, the latest first; with `night` all of its night.

        Raises JobMissingError.
        """
        return self._store.changes(*(job.id for job in self._together(run, night=night)))

    def _together(self, run: str, *, night: bool) -> list[Job]:
        """The run, with those of the same night where all are wanted."""
        job = self.queue.job(run)
        return self.queue.of_night(job.night) if night and job.night else [job]

    def export_markdown(self, hidden: Refs = NOTHING) -> Iterator[tuple[str, str]]:
        """The tree of [E] §9.8: a folder a run, the latest findings, and the brief; no line that rests on `hidden`."""

        def told(lines: Sequence[Line]) -> list[Line]:
            return [line for line in lines if line.may_be_told(hidden)]

        local, brief = self.clock.local().tzinfo, self.brief()
        runs = self.queue.recent()
        yield from overnight(
            [
                (job, told([*self._store.lines(job.id), *self._store.lines(job.id, left_out=True)]))
                for job in runs
                if job.state is JobState.DONE
            ],
            findings=told(self.findings()),
            brief=None if brief is None else brief.without(hidden),
            history=told(self.history()),
            next_run=self.schedule.next_run(),
            zone=local,
        )

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
