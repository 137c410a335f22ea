"""The view-model of what is done alone. No Qt."""

from collections.abc import Mapping
from functools import partial

from engine.night.records import Job
from ui.doors import Door, Json, Loading
from ui.night import operations
from ui.night.operations import DRIFT, FINDING, RUN, STATE, Going, Nightly
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given


class Nights(Shelf[Nightly]):
    """Findings, runs, and the journal of loose thoughts, each on a board of its own.

    `going` is how far the run has come that is being done, as it is heard of while it is; None between two.
    """

    boards = (FINDING, RUN, DRIFT)

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        self.going: Going | None = None
        self._unwatch = operations.watch(door, self._went_on, self._ended)

    def close(self) -> None:
        """Hear no more of runs."""
        self._unwatch()

    def sources(self) -> Mapping[str, Read[Nightly]]:
        return {
            FINDING: partial(operations.lines, "night.findings", FINDING, self._door),
            RUN: partial(operations.runs, self._door),
            DRIFT: partial(operations.lines, "night.journal", DRIFT, self._door),
        }

    def key_of(self, item: Nightly) -> str:
        return item.key

    def stands(self, item: Nightly, board: str) -> bool:
        return item.kind == board or (item.kind == STATE and board == RUN)

    def words_of(self, item: Nightly) -> str:
        return item.text

    def renew(self) -> None:
        """Something changed elsewhere: read it anew, where it was read."""
        if self.loading is not Loading.IDLE:
            self.load()

    def going_of(self, job: Job) -> Going | None:
        """How far a run has come; None for one that is not being done.

        It may still stand as waiting: it was begun since the runs were read.
        """
        is_it = self.going is not None and self.going.run == job.ref and not job.state.is_over
        return self.going if is_it else None

    def _went_on(self, going: Going) -> None:
        self.going = going
        if not self.seen:
            return
        if any(one.job is not None and self.going_of(one.job) for one in self.items):
            self.listed.emit()
            self.detailed.emit()
        else:
            self.load()

    def _ended(self) -> None:
        self.going = None
        if self.seen:
            self.load()

    # What is done

    def hand_over(self, given: Given) -> None:
        """A problem to be thought about."""
        self._do(None, "hand over", "night.problem", {"text": given["text"]})

    def begin(self, state: Nightly, _: Given) -> None:
        """Have the whole night done now."""
        self._do(state, "begin", "night.run", {"whole": True})

    def pause(self, state: Nightly, _: Given) -> None:
        """Let nothing be done alone."""
        self._do(state, "pause", "night.pause", {})

    def resume(self, state: Nightly, _: Given) -> None:
        """Let it think again."""
        self._do(state, "resume", "night.resume", {})

    def cancel(self, run: Nightly, _: Given) -> None:
        """Do a run no further."""
        self._do(run, "cancel", "night.cancel", {"run": run.key})

    def retry(self, run: Nightly, _: Given) -> None:
        """Try a run again."""
        self._do(run, "retry", "night.retry", {"run": run.key})

    def take_back(self, run: Nightly, _: Given) -> None:
        """Undo all that a run changed."""
        self._do(run, "take back", "night.undo", {"run": run.key, "dry_run": False})

    def _do(self, item: Nightly | None, verb: str, request: str, given: Json) -> None:
        def came_back(answer: object) -> None:
            if item is not None:
                self.told(verb, item)(answer)
            else:
                self.load()

        operations.change(self._door, request, given, came_back, self.failed.emit)
