"""The mind as whom the voice speaks with: named requests, like any other surface."""

import logging
import threading
from concurrent.futures import Future

from companion.service import Json, Service, ignore_progress
from engine.errors import CompanionError
from engine.senses import AnswerListener, Manner, Saying, manner_of
from engine.settings import SpeakingSettings

SURFACE = "voice"
log = logging.getLogger(__name__)


class ServiceCompanion:
    """Implements `Companion` over a service."""

    def __init__(self, service: Service, surface: str = SURFACE) -> None:
        self._service, self._surface = service, surface

    def attend(self) -> None:
        self._service.submit("draft", {"text": "", "surface": self._surface, "coming": True})

    def draft(self, text: str) -> None:
        self._service.submit("draft", {"text": text, "surface": self._surface})

    def say(self, text: str, listener: AnswerListener) -> Saying:
        saying = ServiceSaying(self._service, listener)
        future = self._service.submit("say", {"text": text, "surface": self._surface}, saying.report)
        future.add_done_callback(saying.finish)
        return saying


class ServiceSaying:
    """Implements `Saying`: one request `say` and what is asked about it."""

    def __init__(self, service: Service, listener: AnswerListener) -> None:
        self._service, self._listener = service, listener
        self._guard = threading.Lock()
        self._loop_id = ""
        self._told = ""
        self._stopping = False
        self._ended = False
        self._heard: str | None = None

    def report(self, report: Json) -> None:
        """Progress of the request, on a thread of the service's."""
        match report:
            case {"stage": "heard", "loop_id": str(loop_id)}:
                with self._guard:
                    self._loop_id = loop_id
                    stopping = self._stopping
                if stopping:
                    self.stop()
            case {"stage": "text", "text": str(text)}:
                self._told += text
                self._listener.piece(text)
            case _:
                pass

    def finish(self, future: "Future[Json]") -> None:
        """The request has ended, on a thread of the service's."""
        error = future.exception()
        if error is None:
            answer = str(future.result()["answer"])
            # What was added to the answer once it was whole, such as a question of its own.
            if answer.startswith(self._told.strip()) and not self._stopping:
                rest = answer[len(self._told.strip()) :]
                if rest.strip():
                    self._listener.piece(rest)
        fault = None if error is None or self._stopping else _fault_of(error)
        with self._guard:
            self._ended = True
            heard = self._heard
        self._listener.ended(fault)
        if heard is not None:
            self._tell_heard(heard)

    def stop(self) -> None:
        with self._guard:
            self._stopping = True
            loop_id = self._loop_id
        if loop_id and not self._ended:
            self._service.submit("stop", {"loop_id": loop_id}, ignore_progress)

    def heard(self, text: str, *, whole: bool) -> None:
        if whole:
            return
        with self._guard:
            self._heard = text
            ended = self._ended
        if ended:
            self._tell_heard(text)

    def _tell_heard(self, text: str) -> None:
        if self._loop_id:
            self._service.submit("voice.heard", {"loop_id": self._loop_id, "heard": text})


def _fault_of(error: BaseException) -> CompanionError:
    """What an answer's failure is to the person; one of our own is logged by its type."""
    if isinstance(error, CompanionError):
        return error
    log.error("an answer failed: %s", type(error).__name__)
    return CompanionError(
        "Something went wrong inside the program.", "Ask again; if it stays so, see `companion doctor`."
    )


class FeltManner:
    """How the voice speaks by the mood of the moment, which is asked for as a turn begins. Callable from any thread."""

    def __init__(self, service: Service, settings: SpeakingSettings) -> None:
        self._service, self._settings = service, settings
        self._manner = Manner()

    def __call__(self) -> Manner:
        return self._manner

    def ask(self) -> None:
        self._service.submit("voice.mood", {}).add_done_callback(self._told)

    def _told(self, felt: "Future[Json]") -> None:
        if felt.exception() is None:
            point = felt.result()
            self._manner = manner_of(point["energy"], point["openness"], self._settings)
