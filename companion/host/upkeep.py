"""The background's care for the first word: old turns summed up, prefixes rebuilt, what was read saved."""

import logging
import threading
import time
from collections.abc import Callable

from companion.runtime import Threads, Worker
from engine.conversation import (
    PREPARED_DECISIONS,
    can_decide,
    keep,
    keep_next,
    maintain,
    tell_thread,
    unite_memories,
)
from engine.errors import CompanionError
from engine.language import Cancellation, LanguageModel
from engine.mind import Mind

log = logging.getLogger(__name__)

IDLE_S = 120.0
"""Quiet after which the running sequence is saved, so that a crash costs little."""

LOOK_S = 0.1
"""How often it is looked whether an answer has ended."""


class Upkeep:
    """One thread that works when it is told of a change, and saves when nothing happens.

    `between_turns` runs a call while nobody is answered or thought back on; while somebody is `answering`, nothing is
    begun. Its own waits end with `give_up`.
    """

    def __init__(
        self,
        threads: Threads,
        engine: Worker,
        *,
        between_turns: Callable[[Callable[[], object]], object],
        answering: Callable[[], bool],
        mind: Callable[[], Mind | None],
        model: Callable[[], LanguageModel | None],
    ) -> None:
        self._engine, self._between_turns = engine, between_turns
        self._answering, self._mind, self._model = answering, mind, model
        self._given_up = Cancellation()
        self._changed = threading.Event()
        self._episode_over = False
        self._thread = threads.start("upkeep", self._run)

    def notice_turn(self) -> None:
        """A turn was answered, or something was withdrawn."""
        self._changed.set()

    def notice_goodbye(self) -> None:
        """The episode is over: the next one's beginning is prepared."""
        self._episode_over = True
        self._changed.set()

    def give_up(self) -> None:
        """Stop what is being done; nothing is lost by it."""
        self._given_up.cancel()
        self._changed.set()

    def join(self, timeout_s: float) -> None:
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while not self._given_up.cancelled:
            changed = self._changed.wait(IDLE_S)
            self._let_them_answer()
            self._changed.clear()
            mind, model = self._mind(), self._model()
            if mind is None or model is None or self._given_up.cancelled:
                continue
            try:
                self._work(mind, model) if changed else self._save(mind, model)
            except CompanionError as error:
                log.info("upkeep was given up: %s", type(error).__name__)

    def _let_them_answer(self) -> None:
        """What is read from the disk now would take its time from the first word."""
        while self._answering() and not self._given_up.cancelled:
            time.sleep(LOOK_S)

    def _work(self, mind: Mind, model: LanguageModel) -> None:
        room, engine = mind.conversation, self._engine.call
        if self._episode_over:
            # Before the next beginning is read: it stands in there.
            self._tell_compass(mind, model)
        if self._episode_over and not mind.vault.is_throwaway:
            self._episode_over = False
            keep_next(room, model, engine=engine, cancellation=self._given_up)
        maintain(room, model, engine=engine, between_turns=self._between_turns, cancellation=self._given_up)
        tell_thread(mind.narrative, model, engine=engine, cancellation=self._given_up)
        self._unite(mind, model)

    def _save(self, mind: Mind, model: LanguageModel) -> None:
        if not mind.vault.is_throwaway:
            taken: list[Callable[[], bool]] = []
            self._between_turns(
                lambda: taken.append(keep(mind.conversation, model, engine=self._engine.call, leaving=False))
            )
            for write in taken:
                write()
        self._tell_compass(mind, model)
        self._unite(mind, model)
        self._calibrate(mind, model)

    def _tell_compass(self, mind: Mind, model: LanguageModel) -> None:
        mind.identity.tell_compass(model, engine=self._engine.call, cancellation=self._given_up)

    def _unite(self, mind: Mind, model: LanguageModel) -> None:
        room, engine = mind.conversation, self._engine.call
        unite_memories(mind.memory, model, room.settings.memory, engine=engine, cancellation=self._given_up)

    def _calibrate(self, mind: Mind, model: LanguageModel) -> None:
        room = mind.conversation
        if can_decide(model, room.settings.recall.judge_parameters):
            room.decisions.calibrate(model, PREPARED_DECISIONS, self._is_wanted_elsewhere)

    def _is_wanted_elsewhere(self) -> bool:
        return self._given_up.cancelled or self._changed.is_set()
