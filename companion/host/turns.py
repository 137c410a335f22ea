"""Turns, one after another; what was answered is reflected on when it is quiet, in the same order.

The reflection is nobody's to wait for: what is outstanding stands in the vault, the model pauses it while somebody
types or is answered, and who leaves leaves it for the next start. What is being typed is recalled for and read ahead;
nothing of it is written.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TypeVar

from companion.errors import AnswerStoppedError
from companion.host.readiness import Readiness
from companion.host.requests import Draft, Say
from companion.runtime import Worker
from companion.service import COMMAND, Json, OnProgress
from engine.conversation import (
    Awaited,
    ClaimsMoved,
    ConversationRoom,
    OutstandingReflection,
    Reflected,
    Turn,
    TurnResult,
    answer_turn,
    judge_ahead,
    keep_next,
    read_ahead,
    read_on,
    reflect,
)
from engine.errors import CompanionError
from engine.language import Cancellation, LanguageError, LanguageModel, PrefixCache, Segment
from engine.mind import Mind

log = logging.getLogger(__name__)

# On the language thread: what is said goes before what is typed, and that before what waits for quiet.
CONVERSATION, DRAFT, QUIET = 0, 1, 2
HELD_BACK_S = 4.0
"""How long a keystroke keeps everything but the conversation from computing."""

POSTPONED = "postponed"
REFLECTED_AFTER_S = 1.5
"""Quiet after an answer before it is thought back on: who types on at once is not kept waiting by a pause."""

T = TypeVar("T")
AwaitModel = Callable[[Callable[[], bool]], LanguageModel]


@dataclass(slots=True)
class Saying:
    """One request to say something, on its way."""

    said: Say
    progress: OnProgress
    future: "Future[Json]" = field(default_factory=Future)
    cancellation: Cancellation = field(default_factory=Cancellation)
    loop_id: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is computed before it is said: the prompt as far as it is known, and what of a question is to be judged."""

    segments: tuple[Segment, ...] = ()
    awaited: Awaited | None = None

    def goes_on_from(self, before: "Plan") -> bool:
        """Whether the prompt of `before` is the beginning of this one's, token for token."""
        then, now = ([token for one in each.segments for token in one.tokens] for each in (before, self))
        return now[: len(then)] == then

    def asks_of_same(self, before: "Plan") -> bool:
        """Whether both are to be judged by the same notes."""
        now, then = self.awaited, before.awaited
        return now is not None and now == then


NOTHING = Plan()


class Turns:
    """Takes what is said through its stages. Thread-safe.

    `mind` is called on the engine thread; `model` waits for a model on the language thread, until what it is
    handed says to give up. Both raise CompanionError where there is none. `ready` is the model if it is there.
    `answered` is called after each answer.
    """

    def __init__(
        self,
        engine: Worker,
        language: Worker,
        thinking: Worker,
        *,
        readiness: Readiness,
        mind: Callable[[], Mind],
        model: AwaitModel,
        ready: Callable[[], LanguageModel | None],
        answered: Callable[[], None],
        owner: str,
    ) -> None:
        self._engine, self._language, self._thinking = engine, language, thinking
        self._readiness, self._mind, self._owner = readiness, mind, owner
        self._model, self._ready, self._answered = model, ready, answered
        self._guard = threading.Lock()
        self._open: list[Saying] = []
        self._reflecting = Cancellation()
        self._leaving = threading.Event()
        self._judging, self._reading = Cancellation(), Cancellation()
        self._reading_on = Cancellation()
        self._planned = NOTHING
        self._typed = ""
        self._drafted = ""
        self._drafts = 0
        self._surfaces: set[str] = set()

    @property
    def held_talk(self) -> bool:
        """Whether anything was said here in a talk that ends with this process."""
        return bool(self._surfaces - {COMMAND})

    def say(self, said: Say, progress: OnProgress) -> "Future[Json]":
        saying = Saying(said, progress)
        with self._guard:
            self._open.append(saying)
            self._reading_on.cancel(gently=True)
            self._typed = ""
            if not said.off_record:
                self._surfaces.add(said.surface)
            # What was typed goes on: what is being read for it just now will be wanted.
            self._stop_reading(gently=said.text.lstrip().startswith(self._drafted))
        turn = self._language.submit(lambda: self._take(saying), CONVERSATION)
        # Where the worker is closing, the turn is never taken and only its future says so.
        turn.add_done_callback(lambda done: self._end(saying, done.exception()))
        return saying.future

    def draft(self, draft: Draft) -> None:
        """Somebody is typing or saying `draft`: read ahead for it, and let nothing else compute for a while."""
        model = self._ready()
        if isinstance(model, PrefixCache):
            model.hold_back(HELD_BACK_S if draft.coming or draft.text.strip() else 0)
        if not draft.off_record:
            self._typed = self._typed if draft.coming else draft.text
            self.read_ahead(self._typed)

    def read_ahead(self, text: str = "") -> None:
        """Read what the next utterance will follow on; the latest call counts."""
        with self._guard:
            self._drafts += 1
            number = self._drafts
        self._engine.submit(lambda: self._plan_reading(text, number))

    def notice_move(self, _: ClaimsMoved) -> None:
        """What is read ahead may hold what was taken back just now."""
        with self._guard:
            self._stop_reading()
        self._answered()

    def stop(self, loop_id: str | None) -> bool:
        """Cancel the answer of `loop_id`, or the one that is being given; says whether there was one."""
        with self._guard:
            mine = [one for one in self._open if loop_id in {None, one.loop_id}]
        for one in mine[:1]:
            one.cancellation.cancel()
        return bool(mine)

    def put_off_reading(self) -> None:
        """Leave what was answered unread: who parts does not wait for it, and the next message brings it along."""
        with self._guard:
            self._reading_on.cancel()
            self._stop_reading()

    def stop_all(self) -> None:
        """Cancel every answer, and leave what is not yet reflected on for the next start."""
        # First: what is answered from now on begins no reading behind it.
        self._leaving.set()
        with self._guard:
            cancellations = [self._reading_on, *(one.cancellation for one in self._open)]
            self._stop_reading()
        for cancellation in (*cancellations, self._reflecting):
            cancellation.cancel()

    def when_quiet(self, work: Callable[[], T]) -> "Future[T]":
        """Run `work` on the language thread once everything was answered."""
        return self._language.submit(work, QUIET)

    def reflect_soon(self) -> None:
        """Go on with what is not yet reflected on."""
        self._thinking.submit(self._reflect_quietly)

    def finish_reflections(self, progress: OnProgress) -> "Future[Json]":
        """Reflect on all that is outstanding now, at once; `progress` gets how many are done of how many."""
        return self._thinking.submit(lambda: self._reflect_all(progress))

    def _plan_reading(self, text: str, number: int) -> None:
        """On the engine thread: what is being read already goes on where it is still what is wanted."""
        if number != self._drafts or self._open or self._ready() is None:
            return
        try:
            room = self._mind().conversation
            plan = Plan(room.draft(text), room.to_judge_ahead())
        except CompanionError as error:
            log.info("nothing is read ahead: %s", type(error).__name__)
            return
        with self._guard:
            before = self._planned
            if number != self._drafts or plan == before:
                return
            asked = plan.awaited is not None
            if asked or self._reading.cancelled or not plan.goes_on_from(before):
                # Notes that were begun for the question are wanted still; the prompt waits until it is judged.
                self._judging.cancel(gently=plan.asks_of_same(before))
                self._reading.cancel()
                self._judging, self._reading = Cancellation(), Cancellation()
            self._planned, self._drafted = plan, text.strip()
            judging, reading = self._judging, self._reading
        self._language.submit(lambda: self._read_ahead(room, plan, judging, reading), DRAFT)

    def _read_ahead(
        self, room: ConversationRoom, plan: Plan, judging: Cancellation, reading: Cancellation
    ) -> None:
        """On the language thread: what a question's answer begins with is known once it is judged."""
        model = self._ready()
        if model is None or reading.cancelled or plan is not self._planned:
            return
        try:
            judge_ahead(room, model, plan.awaited)
            if not reading.cancelled:
                read_ahead(model, plan.segments, reading)
        except CompanionError as error:
            log.info("nothing was read ahead: %s", type(error).__name__)

    def _stop_reading(self, *, gently: bool = False) -> None:
        """With the guard held: what is planned or read for a draft is outdated."""
        self._drafts += 1
        self._judging.cancel(gently=gently)
        self._reading.cancel(gently=gently)
        self._planned, self._drafted = NOTHING, ""

    def _take(self, saying: Saying) -> None:
        said, cancellation = saying.said, saying.cancellation
        turn = self._engine.call(lambda: self._begin(said))
        result = answer_turn(
            turn,
            lambda: self._awaited_model(cancellation),
            engine=self._engine.call,
            progress=lambda report: self._pass_on(saying, report),
            cancellation=cancellation,
        )
        if said.off_record:
            result = result.model_copy(update={"off_record": True})
        with self._guard:
            self._reading_on = reading_on = Cancellation()
            if self._open != [saying] or self._leaving.is_set():
                reading_on.cancel()
        self._answer(saying, result)
        read_on(turn, lambda: self._awaited_model(reading_on), reading_on, engine=self._engine.call)
        self._let_others_go_on()
        if not said.off_record:
            self.reflect_soon()

    def _begin(self, said: Say) -> Turn:
        mind = self._mind()
        begin = mind.begin_aside if said.off_record else mind.begin
        harder = mind.conversation.settings.focus.harder if said.harder else None
        return begin(said.text, said.surface, self._owner, harder if said.focus is None else said.focus)

    def _let_others_go_on(self) -> None:
        model = self._ready()
        if isinstance(model, PrefixCache):
            model.hold_back(0)
        self._answered()

    def _awaited_model(self, cancellation: Cancellation) -> LanguageModel:
        model = self._model(lambda: cancellation.cancelled)
        if cancellation.cancelled:
            raise AnswerStoppedError("Stopped before the answer began.")
        return model

    def _pass_on(self, saying: Saying, report: Json) -> None:
        stage = report["stage"]
        if stage == "heard":
            with self._guard:
                saying.loop_id = report["loop_id"]
            self._readiness.enter_turn(None if saying.said.off_record else report["episode_id"])
        if stage != "text":
            self._tell(saying, stage)
        saying.progress(report)

    def _answer(self, saying: Saying, result: TurnResult) -> None:
        self._leave(saying)
        _resolve(saying.future, result.model_dump(mode="json"))
        # Also for what was typed while the answer came: nothing was read for it then.
        self.read_ahead(self._typed)

    def _reflect_quietly(self) -> None:
        """On the thinking thread: all that is outstanding, a while after the last answer; it gives way."""
        if self._leaving.wait(REFLECTED_AFTER_S) or self._open or self._ready() is None:
            return
        try:
            done = 0
            while not self._leaving.is_set() and self._reflect_next() is not None:
                done += 1
            if done:
                self._prepare_next()
        except CompanionError as error:
            log.warning("a reflection was given up: %s", type(error).__name__)

    def _reflect_all(self, progress: OnProgress) -> Json:
        waiting = len(self._engine.call(self._listed))
        done = 0
        progress({"stage": "jobs", "done": done, "of": waiting})
        while not self._leaving.is_set():
            try:
                if self._reflect_next() is None:
                    break
            except LanguageError as error:
                log.warning("a reflection was given up: %s", type(error).__name__)
            done += 1
            progress({"stage": "jobs", "done": min(done, waiting), "of": waiting})
        if done:
            self._prepare_next()
        return {"done": done}

    def _prepare_next(self) -> None:
        """Read what the next time together begins with, if this one is over: what was kept just now stands in it."""
        room, model = self._engine.call(self._mind).conversation, self._ready()
        if model is None or self._leaving.is_set() or self._engine.call(room.trail.current) is not None:
            return
        self._reflecting = Cancellation()
        try:
            keep_next(room, model, engine=self._engine.call, cancellation=self._reflecting)
        except CompanionError as error:
            log.info("the next beginning was not read: %s", type(error).__name__)

    def _listed(self) -> list[OutstandingReflection]:
        return self._mind().conversation.outstanding.list()

    def _reflect_next(self) -> Reflected | None:
        self._reflecting = Cancellation()
        room = self._engine.call(self._mind).conversation
        model = self._model(self._leaving.is_set)
        done = reflect(room, model, engine=self._engine.call, cancellation=self._reflecting)
        if done is not None and done.outcome != POSTPONED:
            self._readiness.tell(
                {"event": "turn", "stage": "reflected", "surface": "", "loop_id": done.loop_id}
            )
        self._readiness.note_outstanding(len(self._engine.call(self._listed)))
        return done

    def _end(self, saying: Saying, error: BaseException | None) -> None:
        if error is not None:
            self._leave(saying)
            _resolve(saying.future, error)

    def _leave(self, saying: Saying) -> None:
        with self._guard:
            if saying not in self._open:
                return
            self._open.remove(saying)
        if saying.loop_id is not None:
            self._readiness.leave_turn()

    def _tell(self, saying: Saying, stage: str) -> None:
        """Other surfaces hear of the turn too, without its words."""
        event = {"event": "turn", "stage": stage, "surface": saying.said.surface, "loop_id": saying.loop_id}
        self._readiness.tell(event)


def _resolve(future: "Future[Json]", outcome: Json | BaseException) -> None:
    if future.done() or not future.set_running_or_notify_cancel():
        return
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
