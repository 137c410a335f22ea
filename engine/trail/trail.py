"""The trail's front: everything that is said is written here first, and found again here."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import Any

from engine.calling import Stop, never
from engine.clock import Clock
from engine.embedding import Embedder
from engine.errors import NotFoundError
from engine.events import EventBus
from engine.ids import new_id
from engine.search import Planner, QueryPlan, TimeWindow
from engine.trail.book import EpisodeBook
from engine.trail.episodes import Episodes
from engine.trail.finding import Finder
from engine.trail.judging.match import Match, match_of
from engine.trail.past import PastTalks
from engine.trail.recall import Recall
from engine.trail.records import (
    RECALLED_KINDS,
    Episode,
    EpisodeClosed,
    Findings,
    FindMode,
    Loop,
    LoopStatus,
    MoodPoint,
    Recalled,
    Step,
    StepHit,
    StepKind,
    StepRecorded,
)
from engine.trail.store import Tombstones, TrailStore
from engine.trail.surprise import Surprises
from engine.trail.wording import cleaned
from engine.vault import UnitOfWork, Vault

LOCAL = "local"


class Trail:
    """Episode ▸ Loop ▸ Step of one companion and one person. Callable from any thread.

    The Episodes, and what stands in the talk, are the companion's own; what the person said is found by whichever
    companion it was said to, and so are the Episodes in the `book`.
    Without an embedder Steps are found by their words alone (`by_meaning` False). `zone` is the person's own;
    None takes the clock's. Call `load` once after opening, and `catch_up` when there is time.
    """

    def __init__(
        self,
        vault: Vault,
        embedder: Embedder | None,
        clock: Clock,
        events: EventBus,
        *,
        companion: str,
        person: str,
        zone: tzinfo | None = None,
    ) -> None:
        self._vault = vault
        self._clock = clock
        self._events = events
        self.companion, self.person = companion, person
        self._store = TrailStore(vault, companion, person)
        self.book = EpisodeBook(vault, person)
        self.past = PastTalks(vault, companion, person, zone)
        self._tombstones = Tombstones(vault)
        self._episodes = Episodes(self._store, clock, zone, companion, person)
        self.embedder = embedder
        self._recall = Recall(vault, self._store, embedder)
        self._finder = Finder(self._recall, self._store)
        self._planner = Planner()
        self._zone = zone
        self.by_meaning = embedder is not None

    def wake(self, origin: str = LOCAL) -> Episode:
        """The Episode to be in now: joined, reopened within 30 minutes, or new.

        One without interaction for 4 hours is closed first, at its last Step's time. `origin` is `local` for
        every surface of the person, `mcp:<client>` for a client's own.
        """
        with self._vault.unit() as unit:
            episode, told = self._episodes.wake(unit, origin)
            unit.commit()
        for event in told:
            self._events.publish(event)
        return episode

    def current(self, origin: str = LOCAL) -> Episode | None:
        """The open Episode, if one is open."""
        return self._episodes.current(origin)

    def expected(self, origin: str = LOCAL) -> Episode | None:
        """The Episode that `wake` would go on with now, None for a new one; nothing is written."""
        return self._episodes.expected(origin)

    def close_episode(self, reason: str, origin: str = LOCAL, *, since_left: bool = False) -> Episode | None:
        """End the open Episode now, or with its last Step where it was left then; None where none was open."""
        with self._vault.unit() as unit:
            closed = self._episodes.close(unit, origin, reason, since_left=since_left)
            unit.commit()
        if closed is not None:
            self._events.publish(EpisodeClosed(closed))
        return closed

    def episodes(self, limit: int) -> list[Episode]:
        """Newest first."""
        return self._store.episodes(limit)

    def open_loop(self, surface: str, owner: str, trigger: str, *, origin: str = LOCAL) -> Loop:
        """Begin an interaction round in the Episode that a wake gives. `owner` names the running process."""
        with self._vault.unit() as unit:
            episode, told = self._episodes.wake(unit, origin)
            loop = Loop(
                id=new_id("l"),
                episode_id=episode.id,
                surface=surface,
                owner=owner,
                trigger=cleaned(trigger, "trigger"),
                status=LoopStatus.OPEN,
                opened_at=self._clock.now(),
            )
            self._store.add_loop(unit, loop)
            unit.commit()
        for event in told:
            self._events.publish(event)
        return loop

    def close_loop(self, loop_id: str, status: LoopStatus) -> Loop:
        """End a Loop as done or interrupted; its first ending stands. Raises NotFoundError."""
        if status is LoopStatus.OPEN:
            raise ValueError("a loop cannot be closed as open")
        with self._vault.unit() as unit:
            self._store.end_loop(unit, loop_id, status, self._clock.now())
            loop = self._store.loop(loop_id)
            unit.commit()
        if loop is None:
            raise NotFoundError("There is no such interaction.")
        return loop

    def interrupt_dead(self, is_alive: Callable[[str], bool]) -> list[Loop]:
        """Mark open Loops whose owner died as interrupted, at the time of their last Step; returns them."""
        interrupted = []
        with self._vault.unit() as unit:
            for loop, last_at in self._store.open_loops():
                if not is_alive(loop.owner):
                    self._store.end_loop(unit, loop.id, LoopStatus.INTERRUPTED, last_at)
                    interrupted.append(replace(loop, status=LoopStatus.INTERRUPTED, closed_at=last_at))
            unit.commit()
        return interrupted

    def companions(self) -> list[str]:
        """The ids of all that the person was together with and did not erase, in the order of the first times."""
        return self._store.companions()

    def name_of(self, companion: str) -> str:
        """The name under which a companion spoke last; empty where it never did."""
        return self._store.name_of(companion)

    def ours(self, loop_ids: Sequence[str]) -> set[str]:
        """Those of these Loops that were with this companion."""
        return self._store.ours(loop_ids)

    def loops(self, limit: int, before: str | None = None) -> list[Loop]:
        """Newest first; with `before`, a Loop's id, only earlier ones."""
        return self._store.loops(limit, before)

    def record(
        self,
        loop: Loop,
        kind: StepKind,
        text: str,
        speaker: str,
        *,
        turn: int | None = None,
        tokens: int | None = None,
        mood: MoodPoint | None = None,
        details: dict[str, Any] | None = None,
        interrupted: bool = False,
        unit: UnitOfWork | None = None,
    ) -> Step:
        """Write a Step: durable when this returns. Search finds it after `index` or `catch_up`.

        Within the caller's `unit` it is durable when that commits, and the caller then calls `announce`.
        `turn` counts the Episode's utterances unless given. Raises InvalidInputError above 100,000
        characters.
        """
        now = self._clock.now()
        step = Step(
            id=new_id("s"),
            loop_id=loop.id,
            episode_id=loop.episode_id,
            kind=kind,
            speaker=cleaned(speaker, "speaker"),
            person=self.person,
            companion=self.companion,
            text=cleaned(text),
            at=now,
            offset_minutes=self._offset_minutes(now),
            surface=loop.surface,
            turn=turn or 0,
            tokens=tokens,
            mood=mood,
            interrupted=interrupted,
            details=details or {},
        )
        written = self._write(step, numbered=turn is not None)
        if unit is None:
            self.announce(written)
        return written

    def announce(self, step: Step) -> None:
        """Tell the house that a Step is durable; `record` does it unless it wrote into an outer unit."""
        self._events.publish(StepRecorded(step))

    def set_surprise(self, step_id: str, nll: float, context_hash: str) -> None:
        """Keep how unexpected a Step was: mean nats a token under the context of that hash.

        Raises NotFoundError.
        """
        with self._vault.unit() as unit:
            if not self._store.set_surprise(unit, step_id, nll, context_hash):
                raise NotFoundError("There is no such Step.")
            unit.commit()

    def surprises(self) -> Surprises:
        """How unexpected the person's words were, where that was measured."""
        return Surprises(self._store.surprises())

    def withdraw(self, step_id: str) -> None:
        """Put a tombstone on a Step; it leaves recall at once and loses its vector. Raises NotFoundError."""
        with self._vault.unit() as unit:
            if not self._tombstones.withdraw(unit, step_id, self._clock.now()):
                raise NotFoundError("There is no such Step.")
            self._vault.vectors.remove(unit, step_id)
            unit.commit()
        self._recall.forget(step_id)

    def restore(self, step_id: str) -> None:
        """Take the tombstone off a Step: after `catch_up` it is found again. Raises NotFoundError."""
        with self._vault.unit() as unit:
            if not self._tombstones.restore(unit, step_id):
                raise NotFoundError("There is no such Step.")
            unit.commit()
        self._recall.expect(step_id)

    def erase(self, step_ids: Sequence[str]) -> None:
        """Delete Steps for good, with their vectors, words and recalls."""
        with self._vault.unit() as unit:
            for step_id in step_ids:
                self._vault.vectors.remove(unit, step_id)
            self._tombstones.erase(unit, step_ids)
            unit.commit()
        for step_id in step_ids:
            self._recall.forget(step_id)

    def extent(self, person: str | None = None) -> tuple[list[str], list[str], list[str]]:
        """The ids of all Episodes, Loops and Steps with this person, or another one."""
        return self._tombstones.extent(person or self.person)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> None:
        """Delete everything that was said with this person, or another one. `reload` once it is committed."""
        for step_id in self._tombstones.forget_person(unit, person or self.person):
            self._vault.vectors.remove(unit, step_id)

    def of_companion(self, companion: str) -> tuple[list[str], list[str]]:
        """The ids of all Episodes and Loops with a companion, whoever's."""
        return self._tombstones.of_companion(companion)

    def disown(self, unit: UnitOfWork, companion: str) -> None:
        """Let what was said with a companion be of one that was erased. `reload` once it is committed."""
        self._tombstones.disown(unit, companion)

    def reload(self) -> None:
        """Build the indices anew, from nothing but what is stored."""
        self._recall.clear()
        self.load()

    def made_from(self, refs: Collection[str]) -> list[Step]:
        """What the companion said and did of what `refs` name: in answer, by recalling it, or repeating it."""
        return self._tombstones.made_from(refs)

    def step(self, step_id: str) -> Step:
        """The Step of that id, also a withdrawn one. Raises NotFoundError."""
        found = self._store.steps([step_id])
        if step_id not in found:
            raise NotFoundError("There is no such Step.")
        return found[step_id]

    def steps_of(self, loop_id: str) -> list[Step]:
        """Everything of a Loop in order, audit and withdrawn Steps included."""
        return self._store.steps_of(loop_id)

    def recent_steps(
        self,
        limit: int,
        episode_id: str | None = None,
        kinds: Collection[StepKind] = RECALLED_KINDS,
        *,
        withdrawn: bool = False,
    ) -> list[Step]:
        """The last `limit` standing Steps of these kinds, oldest first; of one Episode, or of all.

        With `withdrawn` those too that are hidden: for what was done, never for what was said.
        """
        return self._store.recent_steps(limit, episode_id, kinds, withdrawn=withdrawn)

    def loop(self, loop_id: str) -> Loop:
        """The round of this id. Raises NotFoundError."""
        found = self._store.loop(loop_id)
        if found is None:
            raise NotFoundError("There is no such round.")
        return found

    def spoken_before(self, step: Step, limit: int) -> list[Step]:
        """The last `limit` utterances and answers before `step` in its Episode that stand, oldest first."""
        return self._store.spoken_before(step, limit)

    def said_before(self, step: Step) -> Step | None:
        """What the same speaker last said before `step` in its Episode; None at its beginning."""
        return self._store.said_before(step)

    @property
    def space(self) -> str:
        """The space of the Steps' vectors; empty without an embedder."""
        return self._recall.space

    def load(self) -> int:
        """Build the indices from the vault, embedding nothing; returns how many Steps wait for `catch_up`."""
        return self._recall.load()

    def index(self, step: Step) -> None:
        """Make a recorded Step findable and keep its vector; Steps of audit kinds are passed over.

        May run on another thread than `record`. Raises EmbeddingError; the Step then waits for `catch_up`.
        """
        if step.kind in RECALLED_KINDS:
            self._recall.index([step.id])

    def catch_up(self, should_stop: Stop = never) -> int:
        """Index what was recorded and is not findable yet; returns how many Steps became so.

        Works in small batches and asks `should_stop` before each. Raises EmbeddingError.
        """
        return self._recall.catch_up(should_stop)

    def search(
        self,
        query: str,
        limit: int = 10,
        *,
        exclude: Collection[str] = (),
        before: datetime | None = None,
        speaker: str | None = None,
        window: TimeWindow | None = None,
    ) -> list[StepHit]:
        """What was said that `query` is about, best first.

        Meaning (cosine to the dated text), words (BM25 over the Step with its neighbours), how much a Step tells,
        its Episode, and a speaker or time that the query names are fused by z-scores; what says the same is given
        once. Leaves out the Steps in `exclude`, those not older than `before` or outside of `window`, other
        speakers' if `speaker` is given (in any case), withdrawn ones, and every kind that is never recalled.
        """
        if before is not None:
            earlier = TimeWindow(None, before)
            window = earlier if window is None else window.meet(earlier)
            if window is None:
                return []
        plan = self.plan(query)
        return self._recall.search(
            query, limit, exclude=exclude, window=window, speaker=speaker, plan=plan, distinct=True
        )

    def verdict(self, hits: Sequence[StepHit]) -> Match:
        """Whether what `search` found was said about what was asked, with the reason ([P] §6.2)."""
        return match_of(hits)

    def plan(self, query: str) -> QueryPlan:
        """`query` taken apart into topic, intents and time, as of now on the person's calendar."""
        return self._planner.plan(cleaned(query, "query"), self._clock.now(), self._person_zone())

    def times(self, text: str, at: datetime | None = None) -> tuple[TimeWindow, ...]:
        """Every time that `text` may speak of, said at `at` (now): what was, and what was to come."""
        return self._planner.times(text, at or self._clock.now(), self._person_zone())

    def dated(self, text: str, at: datetime, *, for_today: bool = True) -> str:
        """`text`, said at `at`, with the days that it names called as they are today (or for good), in brackets."""
        return self._planner.dated(text, at, self._clock.now() if for_today else None, self._person_zone())

    def find(
        self,
        query: str,
        *,
        mode: FindMode = FindMode.RECALL,
        window: TimeWindow | str | None = None,
        around: tuple[int, int] = (1, 1),
        limit: int = 10,
        logged: bool = True,
    ) -> Findings:
        """Where and when something was said: the person's explicit search, `logged` unless the caller does ([P] §6.1).

        `window`, such as "last:3d", goes before a time that the query names. `around`: exchanges before and after
        a Step. Withdrawn Steps are found by words, last. Raises InvalidInputError where `window` names no time.
        """
        plan = self.plan(query)
        asked = self.plan(window).named_window("window") if isinstance(window, str) else window or plan.window
        found = self._finder.find(
            plan, mode=mode, window=asked, around=around, limit=limit, zone=self._person_zone()
        )
        self.note_recalls(query, [each.hit for each in found.evidence if logged], "search")
        return found

    def note_recalls(self, query: str, hits: Sequence[StepHit], purpose: str) -> None:
        """Log that `hits` were brought back for `query`: by an explicit search, or as what an answer used."""
        standing = [hit for hit in hits if hit.step.withdrawn_at is None]
        recalls = [Recalled(self._clock.now(), query, purpose, hit.step.id, hit.score) for hit in standing]
        with self._vault.unit() as unit:
            self._store.log_recalls(unit, recalls)
            unit.commit()

    def recalls(self, limit: int = 100, step_id: str | None = None) -> list[Recalled]:
        """What was brought back, newest first; of one Step, or of all ([E] §4.5.1)."""
        return self._store.recalls(limit, step_id)

    def phrase(self, text: str, limit: int = 20) -> list[Step]:
        """Steps that hold these words in a row, newest first; case and accents do not count."""
        return self._recall.phrase(text, limit)

    def _write(self, step: Step, *, numbered: bool) -> Step:
        with self._vault.unit() as unit:
            if not numbered:
                turn = self._store.last_turn(step.episode_id) + (step.kind is StepKind.UTTERANCE)
                step = replace(step, turn=turn)
            self._store.add_step(unit, step, active=step.kind is not StepKind.PERCEPTION)
            unit.commit()
        if step.kind in RECALLED_KINDS:
            self._recall.expect(step.id)
        return step

    def _person_zone(self) -> tzinfo:
        return self._zone or self._clock.local().tzinfo or UTC

    def _offset_minutes(self, now: datetime) -> int:
        offset = self._episodes.local(now).utcoffset()
        return round(offset.total_seconds() / 60) if offset is not None else 0
