"""Turns, one after another: each is heard, answered and reflected on before the next is heard.

The reflection is nobody's to wait for: the next utterance cuts it short, and what it had by then is absorbed.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from companion.errors import AnswerStoppedError
from companion.host.readiness import Readiness
from companion.host.requests import Say
from companion.runtime import Worker
from companion.service import Json, OnProgress
from engine.conversation import Turn, TurnResult, drive, reflect
from engine.errors import CompanionError
from engine.language import Cancellation, LanguageModel
from engine.mind import Mind

log = logging.getLogger(__name__)

# On the language thread: what is said goes before what waits for quiet.
CONVERSATION, QUIET = 0, 1
AwaitModel = Callable[[Callable[[], bool]], LanguageModel]


@dataclass(slots=True)
class Saying:
    """One request to say something, on its way."""

    said: Say
    progress: OnProgress
    future: "Future[Json]" = field(default_factory=Future)
    cancellation: Cancellation = field(default_factory=Cancellation)
    loop_id: str | None = None


class Turns:
    """Takes what is said through its stages. Thread-safe.

    `mind` is called on the engine thread; `model` waits for a model on the language thread, until what it is
    handed says to give up. Both raise CompanionError where there is none.
    """

    def __init__(
        self,
        engine: Worker,
        language: Worker,
        *,
        readiness: Readiness,
        mind: Callable[[], Mind],
        model: AwaitModel,
        owner: str,
    ) -> None:
        self._engine, self._language, self._readiness = engine, language, readiness
        self._mind, self._model, self._owner = mind, model, owner
        self._guard = threading.Lock()
        self._open: list[Saying] = []
        self._reflection: Cancellation | None = None

    def say(self, said: Say, progress: OnProgress) -> "Future[Json]":
        saying = Saying(said, progress)
        with self._guard:
            self._open.append(saying)
            reflection = self._reflection
        if reflection is not None:
            reflection.cancel()
        turn = self._language.submit(lambda: self._take(saying), CONVERSATION)
        # Where the worker is closing, the turn is never taken and only its future says so.
        turn.add_done_callback(lambda done: self._end(saying, done.exception()))
        return saying.future

    def stop(self, loop_id: str | None) -> bool:
        """Cancel the answer of `loop_id`, or the one that is being given; says whether there was one."""
        with self._guard:
            mine = [one for one in self._open if loop_id in {None, one.loop_id}]
        for one in mine[:1]:
            one.cancellation.cancel()
        return bool(mine)

    def stop_all(self) -> None:
        """Cancel every answer, and the reflection."""
        with self._guard:
            cancellations = [one.cancellation for one in self._open]
            if self._reflection is not None:
                cancellations.append(self._reflection)
        for cancellation in cancellations:
            cancellation.cancel()

    def when_quiet(self, work: Callable[[], Json]) -> "Future[Json]":
        """Run `work` on the language thread once everything was answered and reflected on."""
        return self._language.submit(work, QUIET)

    def _take(self, saying: Saying) -> None:
        said, cancellation = saying.said, saying.cancellation
        turn = self._engine.call(lambda: self._mind().begin(said.text, said.surface, self._owner))
        result = drive(
            turn,
            lambda: self._awaited_model(cancellation),
            engine=self._engine.call,
            progress=lambda report: self._pass_on(saying, report),
            cancellation=cancellation,
        )
        if not said.wait:
            self._answer(saying, result)
        self._reflect(saying, turn)
        if said.wait:
            self._answer(saying, result)

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
            self._readiness.enter_turn(report["episode_id"])
        if stage != "text":
            self._tell(saying, stage)
        saying.progress(report)

    def _answer(self, saying: Saying, result: TurnResult) -> None:
        self._leave(saying)
        _resolve(saying.future, result.model_dump(mode="json"))

    def _reflect(self, saying: Saying, turn: Turn) -> None:
        cancellation = self._begin_reflection(saying)
        self._pass_on(saying, {"stage": "reflecting"})
        try:
            model = self._model(lambda: cancellation.cancelled)
            reflect(turn, model, engine=self._engine.call, cancellation=cancellation)
        except CompanionError as error:
            log.warning("a reflection was given up: %s", type(error).__name__)
        finally:
            with self._guard:
                self._reflection = None
        self._tell(saying, "reflected")

    def _begin_reflection(self, saying: Saying) -> Cancellation:
        """What is already waiting to be heard cuts the reflection short from its start."""
        with self._guard:
            self._reflection = cancellation = Cancellation()
            waiting = any(one is not saying for one in self._open)
        if waiting or saying.cancellation.cancelled:
            cancellation.cancel()
        return cancellation

    def _end(self, saying: Saying, error: BaseException | None) -> None:
        self._leave(saying)
        if error is not None:
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
