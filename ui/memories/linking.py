"""The view-model of drawing a link from one memory to another. No Qt."""

from enum import StrEnum
from functools import partial

from ui.doors import Door, Fault
from ui.history import Steps
from ui.memories import operations
from ui.memories.narrowing import Narrowing
from ui.memories.records import Detail, Found, Tie
from ui.observable import Signal


class Drawn(StrEnum):
    """The links that a person draws."""

    RELATES_TO = "relates_to"
    ELABORATES_ON = "elaborates_on"
    DEPENDS_ON = "depends_on"
    CONTRADICTS = "contradicts"


class Linking:
    """What the chosen memory may be linked with; where it is so already, the same verb takes the link away."""

    def __init__(self, door: Door, steps: Steps) -> None:
        self._door, self._steps = door, steps
        self._asked = 0
        self.origin: Detail | None = None
        self.type = Drawn.RELATES_TO
        self.found: list[Found] = []
        self.chosen: Found | None = None
        self.changed: Signal[[]] = Signal()
        self.done: Signal[[str]] = Signal()  # link, contradict or unlink
        self.failed: Signal[[Fault]] = Signal()

    def begin(self, origin: Detail) -> None:
        """Look for something to link `origin` with."""
        self._asked += 1
        self.origin, self.found, self.chosen = origin, [], None
        self.changed.emit()

    def give_up(self) -> None:
        """Link nothing."""
        self._asked += 1
        self.origin, self.found, self.chosen = None, [], None
        self.changed.emit()

    def seek(self, query: str) -> None:
        """Look for memories by words or meaning; what was looked for before is passed over."""
        self._asked += 1
        asked = self._asked

        def found(results: list[Found]) -> None:
            if asked == self._asked:
                self._show(results)

        if query.strip():
            operations.search(self._door, query.strip(), Narrowing(), success=found, failure=self.failed.emit)
        else:
            self._show([])

    def choose(self, ref: str) -> None:
        self.chosen = next((one for one in self.found if one.ref == ref), None)
        self.changed.emit()

    def choose_type(self, key: str) -> None:
        self.type = Drawn(key)
        self.changed.emit()

    @property
    def tie(self) -> Tie | None:
        """The link of this type that leads to the chosen one already."""
        links = () if self.origin is None or self.chosen is None else self.origin.links
        return next((one for one in links if self._is_to_chosen(one)), None)

    def draw(self) -> None:
        """Link with the chosen one, or take that link away."""
        origin, chosen = self.origin, self.chosen
        if origin is None or chosen is None:
            return
        verb = "unlink" if self.tie is not None else "link"
        self._tie(verb, (origin.row.id, chosen.id), self.type)

    def _tie(self, verb: str, ends: tuple[str, str], drawn_type: Drawn) -> None:
        """Link the ends, or take that link away; the way back is the other of the two."""
        note = self._steps.noting()
        told = "contradict" if verb == "link" and drawn_type is Drawn.CONTRADICTS else verb
        back = partial(self._tie, "unlink" if verb == "link" else "link", ends, drawn_type)

        def drawn() -> None:
            note(back)
            self.give_up()
            self.done.emit(told)

        operations.tie(self._door, verb, ends, drawn_type.value, success=drawn, failure=self.failed.emit)

    def _is_to_chosen(self, tie: Tie) -> bool:
        chosen = "" if self.chosen is None else self.chosen.ref
        return tie.out and tie.ref == chosen and tie.type == self.type.value

    def _show(self, results: list[Found]) -> None:
        origin = "" if self.origin is None else self.origin.row.ref
        self.found = [
            one for one in results if one.origin == "memory" and one.ref != origin and not one.withdrawn
        ]
        self.chosen = self.found[0] if self.found else None
        self.changed.emit()
