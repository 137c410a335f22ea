"""What a person does with one memory or one contradiction, each with its way back. No Qt."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial

from ui.doors import Door, Fault
from ui.history import Steps
from ui.memories import operations
from ui.memories.records import Found
from ui.observable import Signal


class After(StrEnum):
    """What becomes of what is chosen: it makes way for the next one, is followed to as it is now, or is read again."""

    GOES = "goes"
    STAYS = "stays"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Tended:
    """A change that came back: which verb, and what becomes of what is chosen.

    It was done to `ref`, which stands under the ref `now` since where it has another one; `besides` is how much went
    with it.
    """

    verb: str
    after: After
    ref: str = ""
    now: str = ""
    besides: int = 0


class Tending:
    """The verbs, by the refs of what they are done to; `done` tells each once it came back."""

    def __init__(self, door: Door, steps: Steps) -> None:
        self._door, self._steps = door, steps
        self.done: Signal[[Tended]] = Signal()
        self.failed: Signal[[Fault]] = Signal()

    def forget(self, ref: str) -> None:
        """Forget it, with what rests on it."""
        told = self._telling()

        def forgotten(count: int) -> None:
            told(Tended("forget", After.GOES, besides=max(0, count - 1)), partial(self._bring_back, ref))

        operations.forget(self._door, [ref], forgotten, self.failed.emit)

    def _bring_back(self, ref: str) -> None:
        told = partial(self._telling(), Tended("undo", After.GOES), partial(self.forget, ref))
        operations.bring_back(self._door, [ref], told, self.failed.emit)

    def put_away(self, node: str) -> None:
        """Have it found no more until it is brought back."""
        told = partial(self._telling(), Tended("archive", After.GOES), partial(self.take_out, node))
        operations.put_away(self._door, node, told, self.failed.emit)

    def take_out(self, node: str) -> None:
        """Have it found again."""
        told = partial(self._telling(), Tended("restore", After.GOES), partial(self.put_away, node))
        operations.take_out(self._door, node, told, self.failed.emit)

    def keep_private(self, ref: str, *, private: bool) -> None:
        """Keep it private, or show it again."""
        told = self._telling()

        def kept(besides: int) -> None:
            # What went with it stays private: where there is such, one step back would not be all of the way.
            back = None if besides else partial(self.keep_private, ref, private=not private)
            told(Tended("hide" if private else "show", After.STAYS, ref), back)

        operations.keep_private(self._door, id_of(ref), private, kept, self.failed.emit)

    def reword(self, ref: str, words: Mapping[str, str]) -> None:
        """Let it say what the person wrote."""
        told = self._telling()

        def worded(row: Found) -> None:
            told(Tended("reword", After.STAYS, ref, row.ref), partial(self.unword, row.ref, words))

        operations.reword(self._door, id_of(ref), words, worded, self.failed.emit)

    def unword(self, ref: str, words: Mapping[str, str]) -> None:
        """Let it say again what it said before it was worded as `words`."""
        told = self._telling()

        def unworded(row: Found) -> None:
            told(Tended("unword", After.STAYS, ref, row.ref), partial(self.reword, row.ref, words))

        operations.unword(self._door, id_of(ref), unworded, self.failed.emit)

    def confirm(self, node: str, before: datetime | None) -> None:
        """Say that it still holds; `before` is since when it counted as fresh."""
        back = None if before is None else partial(self._confirm_as, node, before)
        told = partial(self._telling(), Tended("confirm", After.READ), back)
        operations.confirm(self._door, node, told, self.failed.emit)

    def _confirm_as(self, node: str, at: datetime) -> None:
        told = partial(self._telling(), Tended("unconfirm", After.READ), partial(self.confirm, node, at))
        operations.confirm_as_before(self._door, node, at, told, self.failed.emit)

    def sleep_on(self, ref: str) -> None:
        """Sleep on it now: what it belongs together with, and whether it was known already."""
        told = self._telling()

        def slept(runs: list[str]) -> None:
            verb, back = ("slept", partial(self._wake_from, runs)) if runs else ("slept on", None)
            told(Tended(verb, After.READ), back)

        operations.sleep_on(self._door, ref, slept, self.failed.emit)

    def _wake_from(self, runs: list[str]) -> None:
        """Take back what these runs changed, the last of them first."""
        told = self._telling()

        def woken(left: list[str]) -> None:
            if left:
                operations.wake_from(self._door, left[0], partial(woken, left[1:]), self.failed.emit)
            else:
                told(Tended("undo", After.READ), None)

        woken(runs)

    def resolve(self, conflict: str, choice: str, text: str = "") -> None:
        """Settle a contradiction: keep_a, keep_b, both, or merged with the words that are so."""
        back = partial(self._reopen, conflict, choice, text)
        told = partial(self._telling(), Tended("resolve", After.GOES), back)
        operations.resolve(self._door, conflict, choice, text, success=told, failure=self.failed.emit)

    def _reopen(self, conflict: str, choice: str, text: str) -> None:
        forth = partial(self.resolve, conflict, choice, text)
        told = partial(self._telling(), Tended("undo", After.GOES), forth)
        operations.reopen(self._door, conflict, told, self.failed.emit)

    def _telling(self) -> Callable[[Tended, Callable[[], None] | None], None]:
        """What tells a change that is asked for now, once it came back, with the way back from it."""
        note = self._steps.noting()

        def told(tended: Tended, back: Callable[[], None] | None) -> None:
            note(back)
            self.done.emit(tended)

        return told


def id_of(ref: str) -> str:
    """The id that a ref (`kind:id`) names."""
    return ref.partition(":")[2]
