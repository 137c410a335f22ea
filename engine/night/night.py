"""The front of this room: what is to be done alone, what came of it, and the brief of the morning."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from engine.calling import EngineCall
from engine.clock import Clock
from engine.conversation import Compacted, own_words
from engine.events import EventBus
from engine.ids import new_id
from engine.language import Cancellation, LanguageModel
from engine.night.brief import brief_of, markdown
from engine.night.errors import JobMoveError
from engine.night.events import BriefWritten
from engine.night.material import within
from engine.night.phases import (
    briefing,
    consolidating,
    discovering,
    dreaming,
    drifting,
    integrating,
    learning,
    reflecting,
    solving,
    thinking,
)
from engine.night.phases.reflecting import Trigger
from engine.night.queue import JobQueue
from engine.night.records import Brief, Change, Cost, Job, JobKind, JobState, Line, NewLine, Outcome, Round
from engine.night.store import NightStore
from engine.night.telling import FINDING
from engine.night.undoing import undo
from engine.night.wording import NightWords, words
from engine.night.working import Draft, Phase, Rooms, Work
from engine.settings import NightSettings
from engine.tongues import spoken_language
from engine.trail import LOCAL, EpisodeClosed, StepKind
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

PAUSED, CHAIN, INITIALISED = "paused", "chain", "initialised"
PLANS: Mapping[JobKind, tuple[tuple[str, Phase], ...]] = {
    JobKind.SESSION: learning.TALK,
    JobKind.INTEGRATION: integrating.PHASES,
    JobKind.CONSOLIDATION: consolidating.PHASES,
    JobKind.DISCOVERY: discovering.PHASES,
    JobKind.PORTRAIT: learning.PORTRAIT,
    JobKind.EMERGENCE: learning.EMERGENCE,
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
"""What a night does before it dreams and writes the brief; emergence once a week."""
KEPT_RUNS, SPOKEN_LATELY = 200, 60
SUNDAY = 6


class Night:
    """What one companion does alone for one person. Implements `Personal`; on the engine's thread.

    `running` are the cancellations of what runs now; `withdrawals` counts what was taken back, so that nothing is
    kept that was thought of from it.
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
        self.running: list[Cancellation] = []
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
        for cancellation in tuple(self.running):
            cancellation.cancel()

    def resume(self) -> None:
        """Go on where it was."""
        self._put(PAUSED, "")

    @property
    def most_s(self) -> float:
        """Seconds after which a run stops, to be taken up another time ([E] §9.4)."""
        return self.settings.most_hours * 3600

    def next_run(self) -> datetime:
        """When a brain run is due."""
        last = self.queue.last(JobKind.BRAIN)
        if last is None or last.ended_at is None:
            return self.clock.now()
        return last.ended_at + timedelta(hours=self.settings.interval_hours)

    def ask_for_due(self) -> list[Job]:
        """Put into the queue what is due by now: the chain once a night, a brain run where something is new."""
        added: list[Job] = []
        local = self.clock.local()
        today = local.date().isoformat()
        if local.hour >= self.settings.chain_from and self._store.value(CHAIN) != today:
            added += self.ask_for_night("night")
            self._put(CHAIN, today)
        elif self.clock.now() >= self.next_run() and self._has_news():
            added.append(self.queue.add(JobKind.BRAIN, "interval"))
        return added

    def ask_for_night(self, trigger: str) -> list[Job]:
        """The whole chain in its order (`one-mind.md`, "The night"), with what is due once a week or a month."""
        weekly = self.clock.local().weekday() == SUNDAY
        kinds = [kind for kind in CHAINED if weekly or kind is not JobKind.EMERGENCE]
        jobs = [self.queue.add(kind, trigger) for kind in kinds]
        spans = self._dreams_due()
        jobs += [self.reflect(Trigger.DREAM)] if spans else []
        jobs += [self.queue.add(JobKind.DREAM, trigger, span) for span in spans]
        return [*jobs, self.queue.add(JobKind.BRIEF, trigger)]

    def reflect(self, trigger: Trigger, subject: str = "") -> Job:
        """Ask for a reflection ([P] §6.5), by hand on the features that `subject` names, with commas between."""
        return self.queue.add(JobKind.REFLECT, trigger.value, reflecting.asked_for(trigger, subject))

    def _on_closed(self, event: EpisodeClosed) -> None:
        """Think back on it when it is quiet; the first time on all that is known by then."""
        if event.episode.origin != LOCAL:
            return
        if self._store.value(INITIALISED):
            self.reflect(Trigger.EPISODE_CLOSE, event.episode.id)
        else:
            self.reflect(Trigger.INIT_PROFILE)
            self._put(INITIALISED, self.clock.now().isoformat())
        self.queue.add(JobKind.SESSION, Trigger.EPISODE_CLOSE.value, event.episode.id)
        self.queue.add(JobKind.DISCOVERY, Trigger.EPISODE_CLOSE.value, discovering.AT_CLOSE)

    def _on_compacted(self, _: Compacted) -> None:
        self.reflect(Trigger.CONTEXT_COMPACTION)

    def _dreams_due(self) -> list[str]:
        """Weekly on Sundays, monthly on the first, emotional after some feelings that last."""
        today, dreamt = self.clock.local().date(), self.queue.last(JobKind.DREAM, dreaming.EMOTIONAL)
        since = None if dreamt is None else dreamt.created_at
        strong = dreaming.lasting(self._rooms, since)
        due = {
            dreaming.WEEKLY: today.weekday() == SUNDAY,
            dreaming.MONTHLY: today.day == 1,
            dreaming.EMOTIONAL: len(strong) >= self.settings.dream_imprints,
        }
        return [span for span, is_due in due.items() if is_due]

    def _has_news(self) -> bool:
        """Whether anything was said since the last brain run was begun ([E] §14.8)."""
        latest = self._rooms.trail.recent_steps(1)
        last = self.queue.last(JobKind.BRAIN)
        return bool(latest) and (last is None or latest[-1].at > last.created_at)

    # What a runner needs

    @property
    def language(self) -> str:
        """What the person is told in: the language that they mostly spoke lately."""
        said = self._rooms.trail.recent_steps(SPOKEN_LATELY, kinds=(StepKind.UTTERANCE,))
        return spoken_language("", [own_words(step.text) for step in said])

    def claim(self, owner: str, model: str) -> Job | None:
        """The next job that may be done, leased to `owner`; None where there is none."""
        return self.queue.claim(owner, model, lambda: self.language)

    def plan(self, job: Job) -> tuple[tuple[str, Phase], ...]:
        """The phases of a job by their names, in order."""
        return reflecting.phases(job) if job.kind in REFLECTIONS else PLANS[job.kind]

    def work(
        self, job: Job, model: LanguageModel | None, engine: EngineCall, cancellation: Cancellation
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
        )

    def keep(self, job: Job, owner: str, phase: str, drafted: Draft, cost: Cost) -> Job:
        """Write what a phase came to with its checkpoint: all of it, or nothing. Raises LeaseLostError."""
        with self._vault.unit() as unit:
            changes = list(drafted.apply(unit))
            self._store.put_changes(unit, job.id, changes)
            self._store.see(unit, list(drafted.seen), job.id)
            for line in drafted.lines:
                self._write(unit, job, phase, line)
            made = self._round(phase, drafted, len(changes), cost)
            further = self.queue.checkpoint(unit, job, owner, made)
            unit.commit()
        return further

    def try_out(self, drafted: Draft) -> list[Change]:
        """What a phase would change; nothing of it stays."""
        with self._vault.unit() as unit:
            return list(drafted.apply(unit))

    def cancel(self, run: str) -> Job:
        """A run shall not be done, or no further: it stops at the next token. Raises JobMissingError, JobMoveError."""
        job = self.queue.cancel(run)
        for cancellation in tuple(self.running):
            cancellation.cancel()
        return job

    def finish(self, job: Job, owner: str) -> Job:
        """All phases are done; the house hears of a brief."""
        done = self.queue.finish(job, owner)
        if done.kind is JobKind.BRIEF:
            self._events.publish(BriefWritten(done.ref))
        return done

    def _round(self, phase: str, drafted: Draft, changes: int, cost: Cost) -> Round:
        told = drafted.lines or changes
        return Round(
            phase=phase,
            outcome=drafted.outcome or (Outcome.VALID if told else Outcome.EMPTY),
            at=self.clock.now(),
            kept=len(drafted.lines),
            left_out=drafted.left_out,
            changes=changes,
            text=drafted.text,
            cost=cost,
            figures=drafted.figures,
        )

    def _write(self, unit: UnitOfWork, job: Job, phase: str, line: NewLine) -> None:
        made = Line(**line.model_dump(), id=new_id("line"), run=job.id, phase=phase, at=self.clock.now())
        self._store.put_line(unit, made, within(self._rooms, line.cites))

    # What came of it

    def lines(self, run: str) -> list[Line]:
        """What stands of what a run found, in its order. Raises JobMissingError."""
        return self._store.lines(self.queue.job(run).id)

    def findings(self, limit: int = 20) -> list[Line]:
        """What brain runs and problems found that is worth showing, the latest run first, the most telling first.

        Not what only sums up what they told: that stands in the run.
        """
        kinds = {JobKind.BRAIN, JobKind.PROBLEM}
        found: dict[str, Line] = {}
        for job in self.queue.recent(KEPT_RUNS):
            lines = self._store.lines(job.id) if job.kind in kinds else []
            for line in sorted(lines, key=lambda one: -one.weight):
                if line.section == FINDING and line.weight >= self.settings.shown_from:
                    found.setdefault(line.text, line)
        return list(found.values())[:limit]

    def journal(self, limit: int = 50) -> list[Line]:
        """The diary, what drifted by and what was dreamt, the newest first ([E] §9.6); it is never written over."""
        kinds = {JobKind.DIARY, JobKind.DRIFT, JobKind.DREAM}
        runs = [job.id for job in self.queue.recent(KEPT_RUNS) if job.kind in kinds]
        return [line for run in runs for line in reversed(self._store.lines(run))][:limit]

    def brief(self) -> Brief | None:
        """The latest one, as it stands now; None before the first."""
        job = self.queue.last(JobKind.BRIEF)
        if job is None:
            return None
        at = (job.started_at or job.created_at).astimezone(self.clock.local().tzinfo)
        return brief_of(job, at.date(), self._store.lines(job.id))

    def undo(self, run: str) -> list[Change]:
        """Take back everything that a run changed elsewhere, the latest first; what it wrote down stays readable.

        What it looked at is news again: a later run looks at it anew.

        Raises JobMissingError, JobMoveError while it runs or where nothing is left to be undone.
        """
        job = self.queue.job(run)
        changes = self._store.changes(job.id)
        if job.state is JobState.RUNNING:
            raise JobMoveError("It is still running.", "Cancel it first.")
        if not changes:
            raise JobMoveError("It changed nothing that could be taken back.")
        with self._vault.unit() as unit:
            for change in changes:
                undo(self._rooms, change)
            self._store.mark_undone(unit, job.id, self.clock.now())
            self._store.unsee(unit, job.id)
            unit.commit()
        return changes

    def changes(self, run: str) -> list[Change]:
        """What a run changed elsewhere and was not undone, the latest first. Raises JobMissingError."""
        return self._store.changes(self.queue.job(run).id)

    def export_markdown(self) -> Iterator[tuple[str, str]]:
        """The tree of [E] §9.8: a folder a run, the latest findings, and the brief."""
        for job in self.queue.recent(KEPT_RUNS):
            if job.state is JobState.DONE:
                at = (job.started_at or job.created_at).astimezone(self.clock.local().tzinfo)
                folder = f"overnight/{at:%Y-%m-%d/%H-%M}-{job.kind.value}"
                yield from _run_files(folder, job, self._store.lines(job.id))
        findings = self.findings()
        if findings:
            yield "overnight/latest-findings.md", _listed(words(), "Latest findings", findings)
        brief = self.brief()
        if brief is not None:
            yield "overnight/morning-brief.md", markdown(brief)

    # Personal

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

    def _interrupt(self) -> None:
        self.withdrawals += 1

    def _put(self, name: str, value: str) -> None:
        with self._vault.unit() as unit:
            self._store.put_value(unit, name, value)
            unit.commit()


def _run_files(folder: str, job: Job, lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    for number, done in enumerate(job.rounds, 1):
        own = [line for line in lines if line.phase == done.phase]
        if own:
            yield f"{folder}/round-{number:02}.md", _listed(words(job.language), done.phase, own)
    if lines:
        yield f"{folder}/findings.md", _listed(words(job.language), job.kind.value, lines)
    yield f"{folder}/meta.json", job.model_dump_json(indent=1, exclude={"given"}) + "\n"


def _listed(told: NightWords, heading: str, lines: Sequence[Line]) -> str:
    title = told.section.get(heading, heading)
    return f"# {title}\n\n" + "".join(f"- {one.text}  <!-- {' '.join(one.cites)} -->\n" for one in lines)
