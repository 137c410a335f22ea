"""The pipeline: stages in a row, each giving frames to the next; what threads find comes in between two blocks."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from engine.senses.talking.frames import AnswerFrame, Frame, Interruption

T = TypeVar("T")


class Stage(Protocol):
    """One step of the pipeline, on the pipeline's thread; it never waits."""

    def take(self, frame: Frame) -> Iterable[Frame]:
        """What goes on to the next stage for `frame`: mostly the frame itself, and what came of it."""


class Work(Protocol):
    """Where a stage has something computed."""

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        """Run `work` elsewhere."""


class Pipeline:
    """Passes frames down the stages; `told` hears of every frame that comes out."""

    def __init__(self, stages: Sequence[Stage], told: Callable[[Frame], None]) -> None:
        self._stages, self._told = stages, told
        self._posted: deque[tuple[int, Frame]] = deque()
        self._dropped = -1

    def push(self, frame: Frame, start: int = 0) -> None:
        """Pass `frame` on from a stage; of a turn that was interrupted nothing is passed on."""
        if isinstance(frame, AnswerFrame) and frame.turn <= self._dropped:
            return
        if isinstance(frame, Interruption):
            self._dropped = max(self._dropped, frame.turn)
        if start == len(self._stages):
            self._told(frame)
            return
        for made in self._stages[start].take(frame):
            self.push(made, start + 1)

    def post(self, stage: Stage, frame: Frame) -> None:
        """Have `frame` passed to `stage` at the next `drain`; from any thread."""
        self._posted.append((self._stages.index(stage), frame))

    def drain(self) -> None:
        """Pass on what was posted."""
        while self._posted:
            at, frame = self._posted.popleft()
            self.push(frame, at)

    @property
    def waiting(self) -> bool:
        return bool(self._posted)


class Desk:
    """Work of a stage that is under way; its outcome comes back to the stage as a frame."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._under_way: set[Future[Any]] = set()

    @property
    def busy(self) -> bool:
        return bool(self._under_way)

    def ask(self, work: Callable[[], T], done: "Callable[[Future[T]], None]") -> None:
        """Have `work` done; `done` is told on the worker's thread."""
        future = self._work.submit(work)
        self._under_way.add(future)

        def finish(ended: "Future[T]") -> None:
            try:
                done(ended)
            finally:
                self._under_way.discard(ended)

        future.add_done_callback(finish)
