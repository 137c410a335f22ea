"""What was changed and can be taken back, the latest first. No Qt."""

from collections.abc import Callable
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")
MOST = 100
"""Changes that are remembered; what is older can be taken back no more."""


class History(Generic[T]):
    """Changes in the order in which they came back."""

    def __init__(self) -> None:
        self._kept: list[T] = []

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def last(self) -> T | None:
        """What would be taken back next."""
        return self._kept[-1] if self._kept else None

    def keep(self, change: T) -> None:
        """It can be taken back from now on."""
        self._kept = [*self._kept, change][-MOST:]

    def take(self) -> T | None:
        """The latest change, which is remembered no more; None where there is none."""
        return self._kept.pop() if self._kept else None

    def drop(self, fits: Callable[[T], bool]) -> None:
        """Remember no more what was taken back some other way."""
        self._kept = [one for one in self._kept if not fits(one)]


Way = Callable[[], None]


class Offer(StrEnum):
    """What can be made of what was done last: it is taken back, it is done again, or neither."""

    BACK = "back"
    FORTH = "forth"
    NEITHER = "neither"


class Steps:
    """Changes that lead back one by one; the one taken back last can be done again until something else is done.

    Whoever asks for a change calls `noting` then, and what that gave once the change came back, with its way back: the
    way back from a way back is to do it again, and no change of its own.
    """

    def __init__(self) -> None:
        self._ways: History[Way] = History()
        self._forth: Way | None = None
        self._going_back = False
        self.offer = Offer.NEITHER

    def __len__(self) -> int:
        return len(self._ways)

    @property
    def can_undo(self) -> bool:
        """Whether anything can be taken back."""
        return self._ways.last is not None

    @property
    def can_redo(self) -> bool:
        """Whether what was taken back last can be done again."""
        return self._forth is not None

    def noting(self) -> Callable[[Way | None], None]:
        """What notes the way back from a change that is asked for now."""
        going_back = self._going_back

        def note(way: Way | None) -> None:
            self._forth = way if going_back else None
            if way is None:
                self.offer = Offer.NEITHER
            elif going_back:
                self.offer = Offer.FORTH
            else:
                self.offer = Offer.BACK
                self._ways.keep(way)

        return note

    def undo(self) -> None:
        """Take back the last change that can be; once more, the one before it."""
        way = self._ways.take()
        if way is None:
            return
        self._going_back = True
        try:
            way()
        finally:
            self._going_back = False

    def redo(self) -> None:
        """Do again what was taken back last, while nothing else was done."""
        way, self._forth = self._forth, None
        if way is not None:
            way()
