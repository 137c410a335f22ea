"""What is done alone, while nobody talks: begun by itself when it is due, or asked for; it gives way to everything.

The model reads and writes for it in its background lane, which stops at the next token for an answer, so that a
conversation is never slowed. Nothing is begun while it is paused, on battery, or soon after a word, but the brief of a
day that no night came to; what runs stops within seconds once it may not go on.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import psutil

from companion.errors import OwnerLeavingError
from companion.host.readiness import Readiness
from companion.requests.night import RunNight
from companion.runtime import Threads, Worker
from companion.service import Json, OnProgress, ignore_progress
from engine.errors import CompanionError
from engine.language import Cancellation, LanguageModel
from engine.mind import Mind
from engine.night import Job, JobKind, Night, Waits, is_quiet_hour, rehearse, run_next

log = logging.getLogger(__name__)
GUARD_S = 2.0
"""Seconds within which what runs stops once it may not go on: a pause file, quiet hours, a battery, its hours."""
WAITING_LOGGED_S = 900.0
"""How often it is logged that nothing is begun, and why ([E] §9.9)."""


class Nights:
    """One runner. Thread-safe.

    `mind` is called on the engine thread; `model` waits for the model until what it is handed says to give up, and
    gives None where there is none. `own_model` loads the one that the person chose for this, None where that is the
    day's; it is let go of as soon as nothing is left to do or somebody speaks, for its lane is no other's.
    `allowed` says whether the home lets it think (a pause file lies beside the vault).
    """

    def __init__(
        self,
        threads: Threads,
        engine: Worker,
        *,
        readiness: Readiness,
        mind: Callable[[], Mind],
        model: Callable[[Callable[[], bool]], LanguageModel | None],
        own_model: Callable[[], LanguageModel | None],
        allowed: Callable[[], bool],
        owner: str,
    ) -> None:
        self._engine, self._readiness = engine, readiness
        self._mind, self._model, self._own_model = mind, model, own_model
        self._allowed, self._owner = allowed, owner
        self._works_apart = self._gave_way = False
        self._runs = Worker(threads, "night")
        self._leaving = threading.Event()
        self._stop = Cancellation()
        self._watched: _Watched | None = None
        self._begun: Future[list[Job]] | None = None
        self._spoken_at = time.monotonic()
        self._logged_at = 0.0
        self._threads = threads
        self._thread: threading.Thread | None = None

    def begin(self, look_s: float) -> None:
        """Look from now on, every so often, whether something is due."""
        self._thread = self._threads.start("night clock", lambda: self._watch(look_s))

    def notice_turn(self) -> None:
        """Somebody spoke: it is not quiet."""
        self._spoken_at = time.monotonic()

    def give_way(self) -> None:
        """Somebody speaks: a model of the night's own, which no lane holds back, stops at the next token."""
        if self._works_apart:
            self._gave_way = True
            self._stop.cancel()

    def why_not(self) -> str:
        """Why nothing is begun by itself now (`Waits`); empty where something may be. On the engine's thread."""
        night = self._mind().night
        spent = night.schedule.left_s <= 0 and not night.may_begin
        return self._why_not() or (Waits.SPENT if spent else "")

    def run(self, asked: RunNight, progress: OnProgress) -> "Future[Json]":
        """Do it now, whatever the hour; the answer has the jobs as they ended, or what would be changed."""
        return self._runs.submit(lambda: self._run(asked, progress))

    def stop(self) -> None:
        """What runs stops at the next token and stays in the queue behind its last checkpoint."""
        self._leaving.set()
        self._stop.cancel()

    def close(self, timeout_s: float) -> None:
        """`stop`, and wait for it."""
        self.stop()
        self._runs.close(timeout_s=timeout_s)
        if self._thread is not None:
            self._thread.join(timeout_s)

    # On the night's thread

    def _run(self, asked: RunNight, progress: OnProgress) -> Json:
        night = self._engine.call(self._mind).night
        if asked.dry_run:
            with self._thinking() as model:
                changes = [
                    change
                    for kind, given in self._engine.call(partial(_wanted, night, asked))
                    for change in rehearse(night, kind, model, given, engine=self._engine.call)
                ]
            return {"changes": [one.model_dump(mode="json") for one in changes]}
        self._engine.call(partial(_ask, night, asked))
        if not self._allowed():
            waiting = self._engine.call(night.queue.open)
            return {"jobs": [job.model_dump(mode="json") for job in waiting], "waits": Waits.PAUSE_FILE}
        done = self._run_all(progress, by_hand=True)
        waits = "" if all(job.state.is_over for job in done) else self._engine.call(self._what_stopped)
        return {"jobs": [job.model_dump(mode="json") for job in done], "waits": waits}

    def _what_stopped(self) -> str:
        """What kept something that was asked for from being done; empty where it only failed. On the engine's."""
        if self._gave_way:
            return Waits.TALKING
        paused = self._paused(self._mind().night)
        return paused if self._stop.cancelled else ""

    def _run_all(self, progress: OnProgress = ignore_progress, *, by_hand: bool = False) -> list[Job]:
        night = self._engine.call(self._mind).night
        if not self._engine.call(night.queue.open):
            return []
        try:
            return self._run_open(night, progress, by_hand=by_hand)
        finally:
            self._watched = None
            self._readiness.tell({"event": "night", "stage": "over"})

    def _run_open(self, night: Night, progress: OnProgress, *, by_hand: bool) -> list[Job]:
        """What is in the queue, one after the other; whoever listens hears of each phase and of each end.

        What failed is waited for and tried again, as what was asked for behind it in the same night is done after it.
        """
        done: dict[str, Job] = {}
        with self._thinking() as model:
            while not (self._leaving.is_set() or self._gave_way):
                self._watched = self._watch_over(night, by_hand=by_hand)
                job = run_next(
                    night,
                    model,
                    owner=self._owner,
                    engine=self._engine.call,
                    cancellation=self._stop,
                    progress=lambda report: self._tell(report, progress),
                )
                if job is not None:
                    done[job.id] = job
                    self._tell_ended(job)
                    if self._stop.cancelled and not job.state.is_over:
                        break  # paused, or its hours are over: it waits in the queue
                elif not self._waits_for_retry(night):
                    break
        return list(done.values())

    def _watch_over(self, night: Night, *, by_hand: bool) -> "_Watched":
        """What is begun now, and until when it may go on; once the hours are over only a brief is begun."""
        self._stop = Cancellation()
        left_s = self._engine.call(lambda: night.schedule.left_s)
        until = time.monotonic() + left_s if left_s > 0 else math.inf
        return _Watched(self._stop, until, night, by_hand=by_hand)

    def _waits_for_retry(self, night: Night) -> bool:
        """Wait until something is tried again that failed; False where nothing is, or nothing may be by then."""
        wait_s = self._engine.call(lambda: night.retry_in_s)
        if wait_s is None:
            return False
        stopped = threading.Event()
        self._stop.on_cancel(stopped.set)
        return not stopped.wait(wait_s) and not self._engine.call(lambda: night.paused)

    def _tell_ended(self, job: Job) -> None:
        self._readiness.tell({"event": "night", "stage": "ended", "run": job.ref, "kind": job.kind.value})

    @contextmanager
    def _thinking(self) -> Iterator[LanguageModel | None]:
        """The model that was chosen for this; the day's where that is the same, or cannot be loaded."""
        try:
            own = self._own_model()
        except CompanionError as error:
            log.warning("the night's own model cannot be loaded: %s", type(error).__name__)
            own = None
        self._works_apart, self._gave_way = own is not None, False
        try:
            yield self._model(self._leaving.is_set) if own is None else own
        finally:
            self._works_apart = False
            if own is not None:
                own.close()

    def _tell(self, report: Json, progress: OnProgress) -> None:
        progress(report)
        self._readiness.tell({"event": "night", **report})

    # On the clock's thread

    def _watch(self, look_s: float) -> None:
        looked_at = time.monotonic() - look_s  # the first look is at once
        while not self._leaving.wait(min(look_s, GUARD_S)):
            try:
                if self._watched is not None:
                    self._stop_what_may_not(self._watched)
                if time.monotonic() - looked_at >= look_s:
                    looked_at = time.monotonic()
                    self._look()
            except Exception as error:  # noqa: BLE001 - whatever it is, the clock goes on: the next look may do
                _log(error)

    def _look(self) -> None:
        """Write the brief of a day that has none, and begin what is due, where it may be and nothing has begun."""
        self._write_early_brief()
        if self._watched is not None or (self._begun is not None and not self._begun.done()):
            return
        reason = self._engine.call(self._why_not)
        if reason:
            self._log_waiting(reason)
        elif self._engine.call(self._ask_for_due):
            self._begun = self._runs.submit(self._run_all)
            self._begun.add_done_callback(_log_fault)

    def _write_early_brief(self) -> None:
        """At once, whatever the hour and the machine's power: it needs no model, and takes a second or two.

        Not in the middle of an answer, and not while nothing may be thought of.
        """
        if self._readiness.state.busy or not self._engine.call(self._wants_early_brief):
            return
        night = self._engine.call(self._mind).night
        job = run_next(night, None, owner=self._owner, engine=self._engine.call, early=True)
        if job is not None:
            self._tell_ended(job)

    def _wants_early_brief(self) -> bool:
        night = self._mind().night
        return not night.paused and self._allowed() and night.agenda.ask_for_early_brief()

    def _stop_what_may_not(self, watched: "_Watched") -> None:
        """What runs stops at its next token once it may not go on; it is taken up later ([E] §9.9)."""
        reason = "" if self._allowed() else Waits.PAUSE_FILE
        if not watched.by_hand:
            reason = reason or _not_now(watched.night)
        if time.monotonic() >= watched.until:
            reason = reason or Waits.SPENT
        if reason and not watched.stop.cancelled:
            log.info("the night stops: %s", reason.replace(" ", "-"))
            watched.stop.cancel()

    def _ask_for_due(self) -> bool:
        """Whether anything waits to be done now."""
        night = self._mind().night
        night.agenda.ask_for_due()
        return night.may_begin

    def _why_not(self) -> str:
        """Why nothing is begun now; empty where something may be."""
        night = self._mind().night
        quiet_s = time.monotonic() - self._spoken_at
        is_talk = self._readiness.state.busy or quiet_s < 60 * night.settings.idle_minutes
        return self._paused(night) or (Waits.TALKING if is_talk else _not_now(night))

    def _paused(self, night: Night) -> str:
        """By whom it is paused: the switch, or the file in the home; empty where it is not."""
        if night.paused:
            return Waits.PAUSED
        return "" if self._allowed() else Waits.PAUSE_FILE

    def _log_waiting(self, reason: str) -> None:
        if time.monotonic() - self._logged_at > WAITING_LOGGED_S:
            self._logged_at = time.monotonic()
            log.info("the night waits: %s", reason)


@dataclass(frozen=True, slots=True)
class _Watched:
    """What runs now: what stops it, and the moment (monotonic seconds) at which its hours are over.

    What somebody asked for is done in any hour and on a battery, but not where the home lets nothing be thought.
    """

    stop: Cancellation
    until: float
    night: Night
    by_hand: bool


def _ask(night: Night, asked: RunNight) -> None:
    """Put it into the queue, all of it or nothing. Raises InvalidInputError, NodeMissingError."""
    night.agenda.ask_all(asked.jobs, "person")
    if asked.whole:
        night.agenda.ask_for_night("person")
    night.agenda.begin_anew()


def _wanted(night: Night, asked: RunNight) -> list[tuple[JobKind, str]]:
    """The jobs that are asked for, with those of a whole night."""
    return [*asked.jobs, *(night.agenda.chain() if asked.whole else ())]


def _not_now(night: Night) -> str:
    """Why nothing is done alone at this hour and on this machine's power; empty where it may be."""
    if is_quiet_hour(night.clock.local().hour, night.settings):
        return Waits.QUIET
    return Waits.BATTERY if on_battery() else ""


def _log_fault(run: "Future[list[Job]]") -> None:
    """Of what nobody waits for; not that it was let go of as the program ends."""
    error = None if run.cancelled() else run.exception()
    if error is not None and not isinstance(error, OwnerLeavingError):
        _log(error)


def _log(error: BaseException) -> None:
    """By type; of a defect by its place, too."""
    ours = error if not isinstance(error, CompanionError) else None
    log.warning("the night was put off: %s", type(error).__name__, exc_info=ours)


def on_battery() -> bool:
    """Whether this machine runs on a battery; one without any does not."""
    found = psutil.sensors_battery()
    return found is not None and found.power_plugged is False
