"""What is to be done alone: what is due, the chain of a night, what the person asks for, and what a job is given.

What a job is given is checked where it is asked for: no phase meets what it cannot read.
"""

from collections.abc import Callable, Mapping, Sequence

from pydantic import ValidationError

from engine.clock import Clock
from engine.conversation import Compacted
from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.ids import new_id
from engine.night.phases.reflecting import Feature, Trigger, asked_for
from engine.night.queue import JobQueue
from engine.night.records import AT_CLOSE, EARLY, Job, JobKind, Sleep, Span
from engine.night.schedule import ASKED_AT, CHAIN, INITIALISED, Schedule
from engine.night.store import NightStore
from engine.night.working import Rooms
from engine.trail import LOCAL, EpisodeClosed
from engine.vault import Vault

DREAMT = (Span.WEEKLY, Span.MONTHLY, Span.EMOTIONAL)
EMERGING = (Span.DAILY, Span.WEEKLY, Span.MONTHLY)
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


class Agenda:
    """Puts jobs into the queue of one companion. On the engine's thread.

    What a time together leaves to be thought of is asked for as it ends.
    """

    def __init__(
        self,
        vault: Vault,
        store: NightStore,
        queue: JobQueue,
        schedule: Schedule,
        *,
        rooms: Rooms,
        clock: Clock,
        events: EventBus,
    ) -> None:
        self._vault, self._rooms, self._store = vault, rooms, store
        self._queue, self._schedule, self._clock = queue, schedule, clock
        events.subscribe(EpisodeClosed, self._on_closed)
        events.subscribe(Compacted, self._on_compacted)

    def begin_anew(self) -> None:
        """The person asks for it now: the hours of this night are counted from here."""
        with self._vault.unit() as unit:
            self._schedule.begin_anew(unit)
            unit.commit()

    def ask(self, kind: JobKind, trigger: str, given: str = "") -> Job:
        """Ask for a job. Raises InvalidInputError where `given` is nothing that such a job can be done with."""
        return self._queue.add(kind, trigger, checked(kind, given))

    def ask_all(self, jobs: Sequence[tuple[JobKind, str]], trigger: str) -> list[Job]:
        """Ask for all of these jobs, or none.

        Raises InvalidInputError, NodeMissingError for a memory that there is not.
        """
        wanted = [(kind, checked(kind, given)) for kind, given in jobs]
        for ref in self._slept_on(wanted):
            self._rooms.memory.node(ref.removeprefix("node:"))
        return [self._queue.add(kind, trigger, given) for kind, given in wanted]

    @staticmethod
    def _slept_on(jobs: Sequence[tuple[JobKind, str]]) -> set[str]:
        sleeping = {JobKind.INTEGRATION, JobKind.DISCOVERY}
        return {ref for kind, given in jobs if kind in sleeping for ref in Sleep.of(given).memories}

    def ask_for_due(self) -> list[Job]:
        """Put into the queue what is due by now: the chain once a night, a brain run where something is new.

        A night before which nothing new was told only looks back where a week or a month is over, and writes its brief.
        """
        added = []
        if self._schedule.is_night_due():
            added += self.ask_for_night("night", whole=self._schedule.is_new_day())
            self._put(CHAIN, self._schedule.tonight.isoformat())
        elif self._clock.now() >= self._schedule.next_run() and self._schedule.has_news():
            added.append(self.ask(JobKind.BRAIN, "interval"))
        return added

    def ask_for_early_brief(self) -> bool:
        """Ask for the brief of a day that has none, though no night came to it; whether one waits to be written.

        The night writes another, once it comes to it.
        """
        if self._schedule.lacks_brief():
            self.ask(JobKind.BRIEF, "morning", EARLY)
        return any(job.kind is JobKind.BRIEF and job.given == EARLY for job in self._queue.open())

    def ask_for_night(self, trigger: str, *, whole: bool = True) -> list[Job]:
        """The whole chain in its order (`one-mind.md`, "The night"), with what is due once a week or a month."""
        night = new_id("night")
        if whole:
            self._put(ASKED_AT, self._clock.now().isoformat())
        return [
            self._queue.add(kind, trigger, checked(kind, given), night)
            for kind, given in self.chain(whole=whole)
        ]

    def chain(self, *, whole: bool = True) -> list[tuple[JobKind, str]]:
        """The jobs of a night, each with what it is given; not `whole`, what looks back, and the brief."""
        kinds = CHAINED if whole else (JobKind.EMERGENCE,)
        spans = [*([Span.DAILY] if whole else []), *self._schedule.over(JobKind.EMERGENCE)]
        dreams = self._schedule.dreams()
        wanted: list[tuple[JobKind, str]] = [
            (kind, each) for kind in kinds for each in (spans if kind is JobKind.EMERGENCE else [""])
        ]
        wanted += [(JobKind.REFLECT, Trigger.DREAM)] if dreams else []
        return [*wanted, *((JobKind.DREAM, span) for span in dreams), (JobKind.BRIEF, "")]

    def reflect(self, trigger: Trigger, subject: str = "") -> Job:
        """Ask for a reflection ([P] §6.5), by hand on the features that `subject` names, with commas between."""
        return self.ask(JobKind.REFLECT, trigger.value, asked_for(trigger, subject))

    def _on_closed(self, event: EpisodeClosed) -> None:
        """Think back on it when it is quiet; the first time on all that is known by then."""
        if event.episode.origin != LOCAL:
            return
        if self._store.value(INITIALISED):
            self.reflect(Trigger.EPISODE_CLOSE, event.episode.id)
        else:
            self.reflect(Trigger.INIT_PROFILE)
            self._put(INITIALISED, self._clock.now().isoformat())
        self.ask(JobKind.SESSION, Trigger.EPISODE_CLOSE.value, event.episode.id)
        self.ask(JobKind.DISCOVERY, Trigger.EPISODE_CLOSE.value, AT_CLOSE)

    def _on_compacted(self, _: Compacted) -> None:
        self.reflect(Trigger.CONTEXT_COMPACTION)

    def _put(self, name: str, value: str) -> None:
        with self._vault.unit() as unit:
            self._store.put_value(unit, name, value)
            unit.commit()


def checked(kind: JobKind, given: str) -> str:
    """`given` as the phases of such a job read it. Raises InvalidInputError."""
    return _CHECKS.get(kind, _nothing)(given)


def _nothing(given: str) -> str:
    if given:
        raise InvalidInputError("given", "says nothing to such a run", "Leave it out.")
    return given


def _something(given: str) -> str:
    if not given.strip():
        raise InvalidInputError("given", "is empty", "Say what it is about.")
    return given


def _reflection(given: str) -> str:
    name, _, subject = given.partition(":")
    known = name in set(Trigger) and (name != Trigger.EPISODE_CLOSE or bool(subject))
    features = set(subject.split(",")) if name == Trigger.MANUAL and subject else set()
    if not known or not features <= set(Feature):
        raise InvalidInputError(
            "given", "names no trigger of a reflection", "`companion brain reflect` asks for one."
        )
    return given


def _one_of(*spans: Span) -> Callable[[str], str]:
    def check(given: str) -> str:
        if given not in {"", *spans}:
            raise InvalidInputError("span", f"is none of {', '.join(spans)}")
        return given or Span.WEEKLY.value

    return check


def _brief(given: str) -> str:
    return given if given == EARLY else _nothing(given)


def _sleep(given: str) -> str:
    try:
        Sleep.of(given)
    except ValidationError as error:
        raise InvalidInputError("given", "says not what to sleep on") from error
    return given


_CHECKS: Mapping[JobKind, Callable[[str], str]] = {
    JobKind.SESSION: _something,
    JobKind.PROBLEM: _something,
    JobKind.REFLECT: _reflection,
    JobKind.DREAM: _one_of(*DREAMT),
    JobKind.EMERGENCE: _one_of(*EMERGING),
    JobKind.INTEGRATION: _sleep,
    JobKind.DISCOVERY: _sleep,
    JobKind.BRIEF: _brief,
}
