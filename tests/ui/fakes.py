"""A small service in memory: it streams a scripted reply from a thread of its own, as the real one would."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from companion.service import Json, OnProgress, ignore_progress
from engine.conversation.reconstruction.records import Context
from engine.conversation.records import (
    Exchange,
    MindState,
    Part,
    PartState,
    Recalled,
    Timings,
    TurnResult,
    TurnStatus,
)
from engine.errors import CompanionError
from tests.ui.facts.fake import PersonBook
from tests.ui.facts.inferred import InferredBook
from tests.ui.memories.fake import MemoryBook
from tests.ui.settings.fake import FeedBook, PlaceBook
from tests.ui.shelves.fake import ShelfBook

REPLY = (
    "The cake should be **free of peanuts**: you told me you are allergic.\n\n"
    "Two things to ask the baker:\n\n"
    "- whether the *almond paste* is pure\n- whether they bake with peanuts at all\n\n"
    "Use `allergen: peanut` on the order form, and read it once more before 12 June."
)

SHELVED = (
    "handoff.",
    "goals.",
    "intention.",
    "corrections.",
    "mood",
    "predictions.",
    "models.",
    "principles.",
    "reasoning.",
    "outcomes.",
    "ideas.",
    "business.",
    "directives.",
    "self.",
    "compass.",
    "episodes.",
    "trail.",
    "intent.",
    "night.",
    "noticing.",
    "standing",
)

READY = (
    Part(name="vault", state=PartState.READY, label="Encrypted"),
    Part(name="language", state=PartState.READY, label="qwen2.5-coder-1.5b"),
    Part(name="sentences", state=PartState.READY, label="Searches by meaning"),
)


def recalled(count: int = 3) -> tuple[Recalled, ...]:
    said = (
        "I'm Mira. I'm allergic to peanuts, and my sister Ana gets married on 12 June.",
        "Ana wants a small wedding in the garden behind our parents' house.",
        "The baker in the Mill Lane makes cakes to order, a week ahead.",
    )
    now = datetime(2026, 5, 3, 9, 12, tzinfo=UTC)
    return tuple(
        Recalled(
            id=f"s{i}",
            kind="step",
            text=said[i % 3],
            score=0.91 - 0.2 * i,
            when=now - timedelta(days=9 * i),
            in_stream=i == 2,
        )
        for i in range(count)
    )


def exchange(number: int, at: datetime, status: TurnStatus = TurnStatus.DONE, **changes: object) -> Exchange:
    words = {
        "loop_id": f"loop-{number}",
        "episode_id": "2026-05-03T09-12-00",
        "surface": "window",
        "at": at,
        "utterance": f"Question {number}: what was it that I wanted to buy for the garden?",
        "answer": f"Answer {number}: a *small* watering can and two bags of soil.",
        "status": status,
    }
    return Exchange.model_validate(words | changes)


class Book(Protocol):
    """Answers the requests of a room."""

    def answer(self, request: str, parameters: Json) -> Json: ...


class Books:
    """What every place asks for, answered from memory."""

    def __init__(
        self,
        *,
        history: Sequence[Exchange] = (),
        parts: tuple[Part, ...] = READY,
        person: PersonBook | None = None,
        contexts: Sequence[Context] = (),
        memory: MemoryBook | None = None,
        inferred: InferredBook | None = None,
    ) -> None:
        self.history, self.parts = list(history), parts
        self.person, self.contexts = person or PersonBook(), list(contexts)
        self.memory = memory or MemoryBook()
        self.place, self.feeds = PlaceBook(), FeedBook()
        self.inferred = inferred or InferredBook()
        self.shelves = ShelfBook()

    def answer(self, request: str, parameters: Json) -> Json:
        """One request; how the mind is, for one that no book knows."""
        if request == "history":
            return self._history(parameters["limit"], parameters["before"])
        for book, beginnings in self._books():
            if request.startswith(beginnings):
                return book.answer(request, parameters)
        if request == "context":
            return self._context(parameters["loop_id"])
        return self._state()

    def _books(self) -> Iterator[tuple[Book, tuple[str, ...]]]:
        """Who answers what begins so."""
        yield self.person, ("person.",)
        yield self.memory, ("recall", "memory.", "forget.", "library.", "export.", "import.", "vault.")
        yield self.place, ("place",)
        yield self.feeds, ("feeds.",)
        yield self.inferred, ("inferred",)
        yield self.shelves, SHELVED

    def _state(self) -> Json:
        state = MindState(companion="Ada", person="Mira", episode_id=None, busy=False, parts=self.parts)
        return state.model_dump(mode="json")

    def _context(self, loop_id: str | None) -> Json:
        kept = [one for one in self.contexts if loop_id in (None, one.loop_id)]
        return {"context": kept[-1].model_dump(mode="json") if kept else None}

    def _history(self, limit: int, before: str | None) -> Json:
        ids = [one.loop_id for one in self.history]
        end = ids.index(before) if before in ids else len(ids)
        page = self.history[max(0, end - limit) : end]
        return {"exchanges": [one.model_dump(mode="json") for one in page]}


class ScriptedService(Books):
    """Answers `say` with `reply` in pieces of a few letters, `pause_s` apart, on one worker thread."""

    def __init__(
        self,
        *,
        reply: str = REPLY,
        pause_s: float = 0.0,
        fault: CompanionError | None = None,
        memories: int = 3,
        **kept: Any,
    ) -> None:
        super().__init__(**kept)
        self.reply, self.pause_s = reply, pause_s
        self.fault, self.memories = fault, memories
        self.said: list[str] = []
        self.surfaces: list[str] = []
        self.asides: list[bool] = []
        self.harder: list[bool] = []
        self.goodbyes: list[Json] = []
        self.drafts: list[str] = []
        self.closed = False
        self._stop = threading.Event()
        self._listeners: list[OnProgress] = []
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="scripted service")
        self._thread.start()

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        future: Future[Json] = Future()
        if request == "draft":
            self.drafts.append(parameters["text"])
            future.set_result({})
        elif request == "stop":
            self._stop.set()
            future.set_result({"stopped": True})
        else:
            self._jobs.put(lambda: self._serve(request, parameters, progress, future))
        return future

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        self.tell_event({"event": "state", "state": self._state()})

    def tell_event(self, event: Json) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._stop.set()
            self._jobs.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _serve(self, request: str, parameters: Json, progress: OnProgress, future: "Future[Json]") -> None:
        try:
            future.set_result(self._answer(request, parameters, progress))
        except CompanionError as error:
            future.set_exception(error)

    def _answer(self, request: str, parameters: Json, progress: OnProgress) -> Json:
        if request == "say":
            self.surfaces.append(parameters["surface"])
            self.asides.append(parameters.get("off_record", False))
            self.harder.append(parameters.get("harder", False))
            return self._say(parameters["text"], progress)
        if request == "goodbye":
            self.goodbyes.append(parameters)
        return self.answer(request, parameters)

    def _say(self, text: str, progress: OnProgress) -> Json:
        self._stop.clear()
        self.said.append(text)
        if self.fault is not None:
            raise self.fault
        loop_id = f"said-{len(self.said)}"
        memories = recalled(0 if self.asides[-1] else self.memories)
        progress({"stage": "heard", "loop_id": loop_id, "episode_id": "e"})
        progress({"stage": "recalled", "recalled": [one.model_dump(mode="json") for one in memories]})
        while any(part.state is PartState.LOADING for part in self.parts) and not self._stop.is_set():
            time.sleep(0.01)
        sent = self._stream(progress)
        status = TurnStatus.DONE if sent == self.reply else TurnStatus.STOPPED
        timings = Timings(recall_ms=4.0, first_token_s=0.1, total_s=1.0, prompt_tokens=80, reused_tokens=60)
        result = TurnResult(
            answer=sent, episode_id="e", loop_id=loop_id, status=status, recalled=memories, timings=timings
        )
        return result.model_dump(mode="json")

    def _stream(self, progress: OnProgress) -> str:
        sent = ""
        for start in range(0, len(self.reply), 5):
            if self._stop.is_set():
                break
            piece = self.reply[start : start + 5]
            progress({"stage": "text", "text": piece})
            sent += piece
            time.sleep(self.pause_s)
        return sent
