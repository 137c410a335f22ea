"""The view-model of a shelf: things in a list, one chosen, read from one or more sources. No Qt.

What is read of a chosen thing beside its list is read the first time that it is chosen.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from ui.doors import Door, Fault, Loading
from ui.history import Steps, Way
from ui.observable import Signal
from ui.shelf.records import Done

T = TypeVar("T")
V = TypeVar("V")
Read = Callable[[Callable[[Sequence[T]], None], Callable[[Fault], None]], None]
"""Asks for things: the first is called with them, or the second with what went wrong."""

Ask = Callable[[str, Callable[[V], None], Callable[[Fault], None]], None]
"""Asks for what is meant by words, as `Read` does."""
ReadOne = Callable[[str, Callable[[V], None], Callable[[Fault], None]], None]
"""Asks for what belongs to a key: the first is called with it, or the second with what went wrong."""


def holds(needle: str, words: str) -> bool:
    """Whether `words` hold each word of `needle`, in any order; an empty one is held by all."""
    folded = words.casefold()
    return all(each in folded for each in needle.casefold().split())


class Shelf(ABC, Generic[T]):
    """Things and the verbs of a place.

    A subclass says what is read (`sources`), what a thing is found by (`key_of`), on which boards it stands (`stands`)
    and which words of it are looked through (`words_of`). A board is filled by the source of its name, or by all where
    none is named so (`sources_of`). The first of `boards` is shown first; without any there is one list. What is chosen
    stays chosen while it is there; where it went, the one in its place is chosen, so that a list is gone through
    without a hand on the mouse.
    """

    boards: tuple[str, ...] = ()

    def __init__(self, door: Door) -> None:
        self._door = door
        self._found: dict[str, Sequence[T]] = {}
        self._faults: dict[str, Fault] = {}
        self._round = 0
        self._waiting: set[str] = set()
        self.board = self.boards[0] if self.boards else ""
        self.needle = ""
        self._looked_for = ""  # what the mind still looks for
        self._not_found: tuple[str, Fault] | None = None  # what it could not look for, and why
        self.seen = False  # whether its place is looked at; if not, it is read anew once it is
        self.loading = Loading.IDLE
        self.current: T | None = None
        self._place = 0
        self._revealing = ""
        self.steps = Steps()  # what was done here, with the ways back
        self.listed: Signal[[]] = Signal()  # which things are shown, or how loading stands
        self.detailed: Signal[[]] = Signal()  # the chosen thing
        self.done: Signal[[Done[T]]] = Signal()
        self.failed: Signal[[Fault]] = Signal()
        self.unread: Signal[[Fault]] = Signal()  # some of what is shown could not be read anew
        self.lost: Signal[[]] = Signal()  # what was to be revealed is nowhere

    # What a subclass says

    @abstractmethod
    def sources(self) -> Mapping[str, Read[T]]:
        """Where things are read, by a name of each."""

    @abstractmethod
    def key_of(self, item: T) -> str:
        """What a thing is found by."""

    def stands(self, item: T, board: str) -> bool:
        """Whether a thing stands on a board."""
        return True

    def sources_of(self, board: str) -> Sequence[str]:
        """The names of the sources that fill a board."""
        names = tuple(self.sources())
        return (board,) if board in names else names

    def look_into(self, item: T) -> None:
        """It was chosen: read what only its story tells."""

    def load_more(self) -> None:
        """The list was scrolled to its end: read what comes after it, where that was not read at once."""

    def words_of(self, item: T) -> str:
        """What is looked through when something is looked for."""
        return ""

    # Reading

    @property
    def items(self) -> list[T]:
        """Everything that was read, source by source."""
        return [item for found in self._found.values() for item in found]

    @property
    def fault(self) -> Fault | None:
        """Why the board that is shown may not hold everything."""
        return self.fault_of(self.board)

    def fault_of(self, board: str) -> Fault | None:
        """Why a board may not hold everything: the first of its sources that could not be read."""
        if self.loading is Loading.LOADING:
            return None
        return next((self._faults[one] for one in self.sources_of(board) if one in self._faults), None)

    @property
    def known(self) -> bool:
        """Whether all of it was read once."""
        return all(name in self._found for name in self.sources())

    @property
    def looking(self) -> bool:
        """Whether the mind still looks for what is looked for."""
        return bool(self.needle) and self._looked_for == self.needle

    @property
    def unfound(self) -> Fault | None:
        """Why the mind could not look for what is looked for."""
        return self._not_found[1] if self._not_found and self._not_found[0] == self.needle else None

    def count(self, board: str) -> int:
        """How many stand on a board."""
        return sum(self.stands(item, board) for item in self.items)

    def shown(self) -> list[T]:
        """What the list shows, in the order in which it was read."""
        on_board = [item for item in self.items if not self.boards or self.stands(item, self.board)]
        if not self.needle:
            return on_board
        return [one for one in on_board if holds(self.needle, self.words_of(one))]

    def holding(self, needle: str) -> list[T]:
        """What holds all words of `needle`, on whichever board it stands."""
        return [item for item in self.items if holds(needle, self.words_of(item))]

    def load(self) -> None:
        """Read everything anew; what is shown stays meanwhile, and an answer that comes too late is passed over."""
        self._round += 1
        this_round = self._round
        sources = self.sources()
        self._waiting, self._faults = set(sources), {}
        self.loading = Loading.LOADING
        self.listed.emit()
        for name, read in sources.items():
            read(partial(self._read, this_round, name), partial(self._not_read, this_round, name))

    # Choosing

    def choose_board(self, board: str) -> None:
        self.board, self._place, self.current = board, 0, None
        self._revealing = ""
        self._renew()

    def seek(self, needle: str) -> None:
        """Show only what holds all of these words."""
        self.needle, self._place, self._revealing = needle.strip(), 0, ""
        self._renew()

    def seek_by(self, needle: str, ask: Ask[V], found: Callable[[V], None]) -> None:
        """Have the mind look: `found` is called with its answer, unless something else is looked for by then."""
        words, self._not_found = needle.strip(), None
        self._looked_for = words
        Shelf.seek(self, needle)
        if not words:
            return

        def settle(answered: Callable[[], None]) -> None:
            if words == self.needle:
                self._looked(words)
                answered()
                self._renew()

        def failed(fault: Fault) -> None:
            self._not_found = words, fault

        ask(words, lambda value: settle(partial(found, value)), lambda fault: settle(partial(failed, fault)))

    def _looked(self, words: str) -> None:
        """The mind looks for these no longer."""
        if self._looked_for == words:
            self._looked_for = ""

    def select(self, key: str) -> None:
        """Choose one that is shown."""
        for place, item in enumerate(self.shown()):
            if self.key_of(item) == key:
                self.current, self._place = item, place
        self._detail()

    def reveal(self, ref: str) -> None:
        """Choose what a ref (`kind:id`) names, on whichever board it stands; once it was read, where it is new here."""
        self.needle, self._revealing = "", ref
        self._renew()
        if self._revealing and self.loading is not Loading.LOADING:
            self.load()

    # Changing

    def telling(self) -> Callable[[str, T, Way | None], None]:
        """What tells a change that is asked for now, once it came back, with the way back from it: `told`, where the
        thing and the way are known only then.
        """
        note = self.steps.noting()

        def tell(verb: str, item: T, back: Way | None) -> None:
            note(back)
            self.done.emit(Done(verb, item))
            self.load()

        return tell

    def told(self, verb: str, item: T, back: Way | None = None) -> Callable[[object], None]:
        """What is called once a change came back: it is told, and everything is read anew."""
        tell = self.telling()
        return lambda _: tell(verb, item, back)

    def _read(self, this_round: int, name: str, found: Sequence[T]) -> None:
        if this_round == self._round:
            self._found[name] = found
            self._settle(name)

    def _not_read(self, this_round: int, name: str, fault: Fault) -> None:
        if this_round == self._round:
            self._faults[name] = fault  # what was read of it before stays
            self._settle(name)

    def _settle(self, name: str) -> None:
        self._waiting.discard(name)
        if not self._waiting:
            nothing = bool(self._faults) and not self._found
            self.loading = Loading.FAILED if nothing else Loading.READY
            # In the order of the sources, whichever answered first.
            self._found = {each: self._found[each] for each in self.sources() if each in self._found}
        self._renew()
        if not self._waiting:
            lost, self._revealing = bool(self._revealing), ""
            if self.fault is not None and self.shown():
                self.unread.emit(self.fault)
            elif lost and not self._faults:
                self.lost.emit()

    def _choose_revealed(self) -> None:
        """What is to be revealed, as soon as it is there."""
        if not self._revealing:
            return
        names = {self._revealing, self._revealing.partition(":")[2]}
        found = next((item for item in self.items if self.key_of(item) in names), None)
        if found is None:
            return
        self._revealing, self.current = "", found
        if self.boards and not self.stands(found, self.board):
            self.board = next(board for board in self.boards if self.stands(found, board))

    def _renew(self) -> None:
        """The chosen thing as it is now; where it went, what stands in its place."""
        self._choose_revealed()
        shown = self.shown()
        keys = [self.key_of(item) for item in shown]
        wanted = None if self.current is None else self.key_of(self.current)
        if wanted in keys:
            self._place = keys.index(wanted)
        self._place = max(0, min(self._place, len(shown) - 1))
        self.current = shown[self._place] if shown else None
        self.listed.emit()
        self._detail()

    def _detail(self) -> None:
        if self.current is not None:
            self.look_into(self.current)
        self.detailed.emit()


class Beside(Generic[V]):
    """Reads each key once, until `forget`; `arrived` is called when something came, `failed` when it did not."""

    def __init__(
        self, read: ReadOne[V], arrived: Callable[[], None], failed: Callable[[Fault], None]
    ) -> None:
        self._read, self._arrived, self._failed = read, arrived, failed
        self._known: dict[str, V | None] = {}

    def of(self, key: str) -> V | None:
        """What belongs to a key; None until it was read."""
        return self._known.get(key)

    def want(self, key: str) -> None:
        """Read it, unless it was."""
        if key in self._known:
            return
        self._known[key] = None

        def came(value: V) -> None:
            if key in self._known:
                self._known[key] = value
                self._arrived()

        self._read(key, came, self._failed)

    def forget(self) -> None:
        """It may be another by now."""
        self._known = {}
