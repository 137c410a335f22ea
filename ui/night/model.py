"""The view-model of what is done alone. No Qt."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.night.records import Job
from ui.doors import Door, Fault, Json, Loading
from ui.night import operations
from ui.night.operations import DRIFT, FINDING, PROBLEM, RUN, STATE, Going, Nightly, Written
from ui.shelf.model import Beside, Read, Shelf
from ui.shelf.records import Given


class Nights(Shelf[Nightly]):
    """Findings, problems, runs, and the journal (diary, dreams and loose thoughts), each on a board of its own.

    `going` is how far the run has come that is being done, as it is heard of while it is; None between two.
    """

    boards = (FINDING, PROBLEM, RUN, DRIFT)

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        self.going: Going | None = None
        self._written: Beside[Written] = Beside(self._read_run, self.detailed.emit, self.failed.emit)
        self._unwatch = operations.watch(door, self.go_on, self._ended)

    def close(self) -> None:
        """Hear no more of runs."""
        self._unwatch()

    def sources(self) -> Mapping[str, Read[Nightly]]:
        return {
            FINDING: partial(operations.lines, "night.findings", FINDING, self._door),
            PROBLEM: partial(operations.problems, self._door),
            RUN: partial(operations.runs, self._door),
            DRIFT: partial(operations.lines, "night.journal", DRIFT, self._door),
        }

    def key_of(self, item: Nightly) -> str:
        return item.key

    def stands(self, item: Nightly, board: str) -> bool:
        return item.kind == board or (item.kind == STATE and board == RUN)

    def words_of(self, item: Nightly) -> str:
        return item.text

    def load(self) -> None:
        """Read everything anew, what was written too."""
        self._written.forget()
        super().load()

    def look_into(self, item: Nightly) -> None:
        if item.job is not None and item.job.state.is_over:
            self._written.want(item.key)

    def written(self, run: Nightly) -> Written:
        """What a run wrote down and changed; nothing until it was read."""
        return self._written.of(run.key) or Written()

    def _read_run(
        self, run: str, success: Callable[[Written], None], failure: Callable[[Fault], None]
    ) -> None:
        operations.written(run, self._door, success, failure)

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

    def go_on(self, going: Going) -> None:
        """A run has come so far."""
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
        operations.change(
            self._door, "night.problem", {"text": given["text"]}, self._handed_over, self.failed.emit
        )

    def begin(self, state: Nightly, _: Given) -> None:
        """Have the whole night done now."""
        tell = self.telling()

        def begun(answer: object) -> None:
            told = replace(state, waits=operations.kept_by(answer))
            tell("begin" if operations.all_done(answer) else "begin in part", told, None)

        operations.change(self._door, "night.run", {"whole": True}, begun, self.failed.emit)

    def pause(self, state: Nightly, _: Given) -> None:
        """Let nothing be done alone."""
        self._do(state, "pause", "night.pause", {})

    def resume(self, state: Nightly, _: Given) -> None:
        """Let it think again, which a pause file still may keep it from."""
        tell = self.telling()

        def resumed(answer: object) -> None:
            still = operations.still_paused(answer)
            tell("resume" if not still else "still paused", state, lambda: self.pause(state, {}))

        operations.change(self._door, "night.resume", {}, resumed, self.failed.emit)

    def cancel(self, run: Nightly, _: Given) -> None:
        """Do a run no further."""
        self._do(run, "cancel", "night.cancel", {"run": run.key})

    def retry(self, run: Nightly, _: Given) -> None:
        """Try a run again."""
        self._do(run, "retry", "night.retry", {"run": run.key})

    def dismiss(self, item: Nightly, _: Given) -> None:
        """See a finding, a page of the journal, or a problem that was thought about, no more."""
        self._do(item, "dismiss", "night.dismiss", {"ref": item.key})

    def show_again(self, item: Nightly, _: Given) -> None:
        """Take that back."""
        self._do(item, "show again", "night.show_again", {"ref": item.key})

    def take_back(self, run: Nightly, _: Given) -> None:
        """Undo all that a run changed."""
        self._do(run, "take back", "night.undo", {"run": run.key, "dry_run": False})

    def take_night_back(self, run: Nightly, _: Given) -> None:
        """Undo all that was changed in the same night."""
        self._do(run, "take night back", "night.undo", {"run": run.key, "night": True})

    def _handed_over(self, answer: object) -> None:
        if isinstance(answer, dict):
            job = Job.model_validate(answer["job"])
            made = Nightly(PROBLEM, job.ref, job.given, job.created_at, job=job)
            self.board, self.current = PROBLEM, made
            self.told("hand over", made, lambda: self.cancel(made, {}))(answer)

    def _do(self, item: Nightly, verb: str, request: str, given: Json) -> None:
        back = {
            "pause": lambda: self.resume(item, {}),
            "cancel": lambda: self.retry(item, {}),
            "retry": lambda: self.cancel(item, {}),
            "dismiss": lambda: self.show_again(item, {}),
            "show again": lambda: self.dismiss(item, {}),
        }
        told = self.told(verb, item, back.get(verb))
        operations.change(self._door, request, given, told, self.failed.emit)
