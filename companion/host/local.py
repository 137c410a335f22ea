"""The service of the process that owns the mind.

It opens in stages and tells each: the vault, the sentence model, the language model. Requests may come at any
time; they wait for the stage they need. Everything on the mind runs on the engine thread, everything on the
model on the language thread.
"""

import gc
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from typing import Protocol

from companion.errors import AnswerStoppedError, PartFailedError
from companion.host import requests
from companion.host.fetching import Fetching
from companion.host.indexing import Indexing
from companion.host.nights import Nights
from companion.host.readiness import LANGUAGE, SENTENCES, VAULT, Readiness, failed, sentences
from companion.host.turns import Turns
from companion.host.upkeep import Upkeep
from companion.host.workers import GivingUp, Workers
from companion.requests import ROOM_REQUESTS, Place, Setting
from companion.requests.night import RunNight, Wait
from companion.runtime import Threads
from companion.service import COMMAND, Json, OnProgress, ignore_progress
from engine.calling import never
from engine.conversation import (
    ClaimsMoved,
    Persona,
    is_prepared,
    keep,
    prepare,
    read_early,
    resume,
)
from engine.conversation.records import Part, PartState
from engine.errors import CompanionError, InvalidInputError
from engine.language import Early, LanguageModel, measure_speed
from engine.mind import Mind
from engine.mood import MoodChanged
from engine.night import BriefWritten
from engine.vault import Vault

log = logging.getLogger(__name__)
LOOK_S = 0.05
LOADING_STEP = 0.02


class LanguageSource(Protocol):
    """Where language models come from."""

    def load(self, name: str | None, progress: Callable[[float], None], early: Early) -> LanguageModel:
        """The model called `name`, or the day's; progress 0–1. `early` waits for what was saved of its reading.

        Raises NoModelError where none is installed, CompanionError where it cannot be loaded.
        """

    def load_for_night(self, progress: Callable[[float], None]) -> LanguageModel | None:
        """The model that works alone; None where that is the day's. Raises as `load`."""

    def choose(self, role: str, name: str) -> None:
        """Remember `name` for `role`, from the next start on too."""


@dataclass(frozen=True, slots=True)
class Composition:
    """What a service is made of; the first two are called on the engine thread, one after the other.

    `may_think` says whether it may do things alone now; it is asked each time.
    """

    open_vault: Callable[[], Vault]
    build_mind: Callable[[Vault], Mind]
    language: LanguageSource
    persona: Persona = field(default_factory=Persona)
    may_think: Callable[[], bool] = lambda: True


class LocalService:
    """Implements `Service` over a mind of this process. Opening begins at once, in the background.

    `owner` stands in every loop that is opened; `stays` says whether another owner's open loops belong to a
    process that still lives (with the lease held, none but ours does).
    """

    def __init__(
        self,
        composition: Composition,
        *,
        owner: str,
        stays: Callable[[str], bool] | None = None,
        loads_at_once: bool = True,
    ) -> None:
        self._threads = Threads("companion")
        self._workers = Workers.of(self._threads)
        self._readiness = Readiness(composition.persona.companion, composition.persona.person)
        self._composition = composition
        self._stays = stays or (lambda other: other == owner)
        self._mind: Mind | None = None
        self._mind_fault: CompanionError | None = None
        self._early: Future[dict[str, bytes]] | None = None
        self._closed = False
        self._giving_up = GivingUp()
        self._indexing = Indexing(self._workers.indexing, busy=lambda: self._readiness.state.busy)
        self._fetching = Fetching(self._threads, self._workers.outside, self._readiness)
        self._upkeep = Upkeep(
            self._threads,
            self._workers.engine,
            between_turns=lambda work: self._turns.when_quiet(work).result(),
            answering=lambda: self._readiness.state.busy,
            mind=lambda: self._mind,
            model=self._ready_model,
        )
        self._turns = Turns(
            self._workers.engine,
            self._workers.language,
            self._workers.thinking,
            readiness=self._readiness,
            mind=self._the_mind,
            model=self._the_model,
            ready=self._ready_model,
            answered=self._notice_turn,
            owner=owner,
        )
        self._nights = Nights(
            self._threads,
            self._workers.engine,
            readiness=self._readiness,
            mind=self._the_mind,
            model=self._model_in_time,
            own_model=lambda: composition.language.load_for_night(lambda _: None),
            allowed=composition.may_think,
            owner=owner,
        )
        self._opened = self._workers.engine.submit(self._open)
        self._loading = threading.Lock()
        self._model = self._begin_loading(None, ignore_progress) if loads_at_once else None

    @property
    def threads(self) -> Threads:
        """For what else lives and ends with this service, such as its door."""
        return self._threads

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        try:
            if request in ROOM_REQUESTS:
                return self._ask_room(request, parameters, progress)
            if request == "give_up":
                named = requests.read(requests.GiveUp, parameters).request
                return _done({"given_up": self._giving_up.give_up(named)})
            return self._start(request, parameters, progress)
        except CompanionError as error:
            future: Future[Json] = Future()
            future.set_exception(error)
            return future

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        return self._readiness.listen(listener)

    def close(self) -> None:
        """Stop what is being answered, keep what is to be kept, and end every thread and process."""
        if self._closed:
            return
        self._closed = True
        self._turns.stop_all()
        self._nights.stop()
        self._upkeep.give_up()
        self._fetching.close(timeout_s=5)
        self._indexing.close(timeout_s=5)
        self._workers.rooms.close(timeout_s=15)
        self._workers.language.close(timeout_s=15)
        self._workers.thinking.close(timeout_s=15)
        self._nights.close(timeout_s=15)
        self._upkeep.join(timeout_s=5)
        self._workers.loading.submit(self._unload)
        self._workers.loading.close(timeout_s=15)
        self._workers.engine.submit(self._shut, priority=9)
        self._workers.engine.close(timeout_s=15)
        left = self._threads.join(timeout_s=2)
        if left:
            log.warning("%d threads did not end", len(left))

    def _start(self, request: str, parameters: Json, progress: OnProgress) -> "Future[Json]":
        match request:
            case "say":
                self._nights.give_way()
                return self._turns.say(requests.read(requests.Say, parameters), progress)
            case "draft":
                self._turns.draft(requests.read(requests.Draft, parameters))
                return _done({})
            case "stop":
                return _done({"stopped": self._turns.stop(requests.read(requests.Stop, parameters).loop_id)})
            case "jobs.wait" | "night.run":
                return self._do_jobs(request, parameters, progress)
            case "use_model":
                chosen = requests.read(requests.UseModel, parameters)
                return self._workers.language.submit(lambda: self._use(chosen, progress))
        return self._start_quiet(request, parameters)

    def _do_jobs(self, request: str, parameters: Json, progress: OnProgress) -> "Future[Json]":
        """What is done alone, done now."""
        if request == "night.run":
            return self._nights.run(requests.read(RunNight, parameters), progress)
        if requests.read(Wait, parameters).dry_run:
            return self._workers.engine.submit(lambda: {"jobs": self._reflections()})
        return self._turns.finish_reflections(progress)

    def _ask_room(self, request: str, parameters: Json, progress: OnProgress) -> "Future[Json]":
        known = ROOM_REQUESTS[request]
        asked = requests.read(known.parameters, parameters)
        stop = self._giving_up.stop_of(request) if known.place is Place.QUIET else never

        def answer() -> Json:
            if known.thinks:
                self._model_in_time(lambda: self._closed or stop())
            # The mind is opened on the engine thread; whoever asks early waits for it.
            mind = self._workers.engine.call(self._the_mind)
            return known.answer(
                Setting(mind, self._indexing.must_give_way, progress, stop, self._nights.why_not), asked
            )

        if known.place is Place.QUIET:
            return self._turns.when_quiet(lambda: self._workers.engine.call(answer))
        return self._workers.of_place(known.place).submit(answer)

    def _start_quiet(self, request: str, parameters: Json) -> "Future[Json]":
        """The requests that are answered whole."""
        match request:
            case "history":
                page = requests.read(requests.History, parameters)
                return self._workers.engine.submit(lambda: self._history(page))
            case "goodbye":
                said = requests.read(requests.Goodbye, parameters)
                self._turns.put_off_reading()
                return self._turns.when_quiet(
                    lambda: self._workers.engine.call(lambda: self._say_goodbye(said))
                )
        requests.read(requests.Nothing, parameters)
        if request == "speed":
            return self._workers.language.submit(self._measure)
        if request == "jobs":
            return self._workers.engine.submit(self._jobs)
        if request == "settle":
            return self._turns.when_quiet(dict)
        if request != "state":
            raise InvalidInputError("request", "is not known", "Use the same version everywhere.")
        return _done(self._state())

    def _jobs(self) -> Json:
        jobs = [
            {"kind": one.kind.value, "run": one.ref, "since": one.created_at.isoformat(), "tries": one.tries}
            for one in self._the_mind().night.queue.open()
        ]
        return {"jobs": [*self._reflections(), *jobs]}

    def _reflections(self) -> list[Json]:
        """What was said and not thought back on yet."""
        return [
            {"kind": "reflect", "loop_id": one.loop_id, "since": one.at.isoformat(), "tries": one.tries}
            for one in self._the_mind().conversation.outstanding.list()
        ]

    # On the engine thread

    def _open(self) -> None:
        try:
            mind = self._open_in_stages()
        except CompanionError as error:
            self._mind_fault = error
            self._readiness.report(failed(VAULT, error))
        except BaseException as error:
            self._mind_fault = PartFailedError(f"The mind could not be opened ({type(error).__name__}).")
            self._readiness.report(failed(VAULT, self._mind_fault))
            raise
        else:
            self._mind = mind
            mind.events.subscribe(ClaimsMoved, self._turns.notice_move)
            mind.events.subscribe(BriefWritten, lambda _: self._readiness.tell({"event": "brief"}))
            mind.events.subscribe(MoodChanged, lambda _: self._readiness.tell({"event": "mood"}))
            mind.night.queue.release_dead(self._stays)
            self._nights.begin(mind.night.settings.look_s)
            self._fetching.begin(mind)
            # What stands by now stays: looking through it again costs 50 ms at a time, in the middle of anything.
            gc.freeze()
            self._indexing.catch_up(mind)

    def _open_in_stages(self) -> Mind:
        self._readiness.report(Part(name=VAULT, state=PartState.LOADING, label="Opening"))
        vault = self._composition.open_vault()
        self._early = self._workers.rooms.submit(lambda: read_early(vault.cache))
        try:
            self._readiness.report(Part(name=SENTENCES, state=PartState.LOADING, label="Loading"))
            mind = self._composition.build_mind(vault)
            mind.trail.interrupt_dead(self._stays)
            self._close_abandoned(mind)
        except BaseException:
            vault.close()
            raise
        label = "Nothing is kept" if vault.is_throwaway else "Encrypted"
        self._readiness.report(Part(name=VAULT, state=PartState.READY, label=label))
        self._readiness.report(sentences(mind))
        return mind

    def _the_mind(self) -> Mind:
        if self._mind is None:
            raise self._mind_fault or PartFailedError("The mind is not open.")
        return self._mind

    def _history(self, page: requests.History) -> Json:
        exchanges = self._the_mind().history(page.limit, page.before)
        return {"exchanges": [one.model_dump(mode="json") for one in exchanges]}

    def _say_goodbye(self, said: requests.Goodbye) -> Json:
        if said.off_record:
            self._the_mind().end_aside(said.surface)
            self._upkeep.notice_turn()
            return {"closed": None}
        closed = self._the_mind().say_goodbye()
        self._readiness.leave_episode()
        self._upkeep.notice_goodbye()
        return {"closed": closed}

    def _close_abandoned(self, mind: Mind) -> None:
        """A talk whose process was killed ended with its last Step; commands leave theirs open."""
        latest = next(iter(mind.trail.loops(1)), None)
        if latest is not None and latest.surface != COMMAND and not self._stays(latest.owner):
            mind.trail.close_episode("killed", since_left=True)

    def _shut(self) -> None:
        if self._mind is not None:
            try:
                if self._turns.held_talk:
                    self._mind.trail.close_episode("quit")
            finally:
                self._mind.close()
                self._mind = None

    def _notice_turn(self) -> None:
        self._upkeep.notice_turn()
        self._nights.notice_turn()
        mind = self._mind
        if mind is not None:
            self._readiness.note_pending(mind.conversation.awaited)
            self._indexing.catch_up(mind)

    def _begin_loading(self, name: str | None, progress: OnProgress) -> "Future[LanguageModel]":
        model = self._workers.loading.submit(lambda: self._load(name, progress))
        model.add_done_callback(lambda _: self._turns.read_ahead())
        # Before the first question: what support is judged by is read.
        model.add_done_callback(lambda _: self._upkeep.notice_turn())
        return model

    # On the loading thread

    def _load(self, name: str | None, progress: OnProgress) -> LanguageModel:
        told = -1.0

        def report(fraction: float) -> None:
            nonlocal told
            if fraction < told + LOADING_STEP:
                return
            told = fraction
            part = Part(name=LANGUAGE, state=PartState.LOADING, label="Loading", progress=fraction)
            self._readiness.report(part)
            progress({"stage": "loading", "progress": fraction})

        report(0.0)
        try:
            model = self._composition.language.load(name, report, self._saved)
            info = model.info
        except CompanionError as error:
            self._readiness.report(failed(LANGUAGE, error))
            raise
        self._workers.engine.call(lambda: self._attach(model))
        self._resume(model)
        self._wake_up(model)
        self._readiness.report(Part(name=LANGUAGE, state=PartState.READY, label=info.name))
        self._upkeep.notice_turn()  # what it is to judge by is read while nobody is waiting
        self._turns.reflect_soon()
        return model

    def _wake_up(self, model: LanguageModel) -> None:
        """After an install or an update: what every answer needs is read once, for all homes, while it is shown."""
        mind = self._mind
        if mind is None or is_prepared(mind.conversation, model):
            return

        def report(fraction: float) -> None:
            part = Part(name=LANGUAGE, state=PartState.LOADING, label="Waking up", progress=fraction)
            self._readiness.report(part)

        try:
            prepare(mind.conversation, model, report, lambda: self._closed)
        except CompanionError as error:
            log.warning("nothing was prepared: %s %s", error.message, error.remedy)

    def _resume(self, model: LanguageModel) -> None:
        """Put back what the last process had read; it costs a fraction of reading it again."""
        mind, early = self._mind, self._early
        if mind is None:
            return
        self._early = None
        try:
            resume(
                mind.conversation, model, engine=self._workers.engine.call, early=_result_or_nothing(early)
            )
        except CompanionError as error:
            log.warning("nothing was restored: %s", type(error).__name__)

    def _saved(self) -> bytes:
        wait([self._opened])
        return next(iter(_result_or_nothing(self._early).values()), b"")

    def _attach(self, model: LanguageModel) -> None:
        if self._mind is not None:
            self._mind.attach_language(model)

    def _unload(self) -> None:
        if self._model is not None and self._model.exception() is None:
            model = self._model.result()
            self._keep(model)
            self._workers.engine.call(self._detach)
            model.close()

    def _keep(self, model: LanguageModel) -> None:
        mind = self._mind
        if mind is None or mind.vault.is_throwaway:
            return
        try:
            keep(mind.conversation, model, engine=self._workers.engine.call)()
        except CompanionError as error:
            log.warning("what was read is not saved: %s", type(error).__name__)

    # From any thread

    def _ready_model(self) -> LanguageModel | None:
        model = self._model
        return model.result() if model is not None and model.done() and model.exception() is None else None

    def _wanted_model(self) -> "Future[LanguageModel]":
        """The model, which begins to load where nothing needed it until now."""
        with self._loading:
            if self._model is None:
                self._model = self._begin_loading(None, ignore_progress)
            return self._model

    def _model_in_time(self, given_up: Callable[[], bool]) -> LanguageModel | None:
        """The model, waited for while it loads; None where there is none."""
        model = self._wanted_model()
        while not model.done() and not given_up():
            wait([model], timeout=LOOK_S)
        return self._ready_model()

    # On the language thread

    def _the_model(self, given_up: Callable[[], bool]) -> LanguageModel:
        """The model, waited for while it loads."""
        model = self._wanted_model()
        while not model.done() and not given_up():
            wait([model], timeout=LOOK_S)
        if not model.done():
            raise AnswerStoppedError("Stopped before the model was there.")
        return model.result()

    def _use(self, chosen: requests.UseModel, progress: OnProgress) -> Json:
        """In between two turns, so that no answer loses its model."""
        if chosen.role == "day":
            self._workers.loading.call(self._unload)
            self._model = self._begin_loading(chosen.name, progress)
            self._model.result()
        self._composition.language.choose(chosen.role, chosen.name)
        return self._state()

    def _measure(self) -> Json:
        """Between two turns too: whoever talks meanwhile waits for these seconds."""
        model = self._the_model(lambda: self._closed)
        speed = measure_speed(model)
        return {
            "model": model.info.name,
            "read_per_s": round(speed.read_per_second, 1),
            "written_per_s": round(speed.written_per_second, 1),
        }

    def _detach(self) -> None:
        if self._mind is not None:
            self._mind.detach_language()

    def _state(self) -> Json:
        return self._readiness.state.model_dump(mode="json")


def _done(result: Json) -> "Future[Json]":
    future: Future[Json] = Future()
    future.set_result(result)
    return future


def _result_or_nothing(early: "Future[dict[str, bytes]] | None") -> dict[str, bytes]:
    """A damaged cache costs what was in it, nothing else."""
    return early.result() if early is not None and early.exception() is None else {}
