"""What was changed and can be taken back, the latest first. No Qt."""

from collections import deque
from collections.abc import Callable
from enum import StrEnum
from itertools import count
from typing import Protocol

MOST = 100
"""Changes that are remembered; what is older can be taken back no more."""
_numbers = count(1)
"""Of every change in its turn, wherever it was made: places that stand together go back in that order."""

Way = Callable[[], None]


class Offer(StrEnum):
    """What can be made of what was done last: it is taken back, it is done again, or neither."""

    BACK = "back"
    FORTH = "forth"
    NEITHER = "neither"


class Undoing(Protocol):
    """The way back, and forth again, through what was changed in a place."""

    @property
    def offer(self) -> Offer:
        """What can be made of what was done last."""

    @property
    def can_undo(self) -> bool:
        """Whether anything can be taken back."""

    @property
    def can_redo(self) -> bool:
        """Whether what was taken back last can be done again."""

    def undo(self) -> None:
        """Take back the last change that can be; once more, the one before it."""

    def redo(self) -> None:
        """Do again what was taken back last, while nothing else was done."""


class Steps:
    """Changes that lead back one by one; the one taken back last can be done again until something else is done.

    Whoever asks for a change calls `noting` then, and what that gave once the change came back, with its way back: the
    way back from a way back is to do it again, and no change of its own.
    """

    def __init__(self) -> None:
        self._ways: deque[tuple[int, Way]] = deque(maxlen=MOST)
        self._forth: Way | None = None
        self._going_back = False
        self.offer = Offer.NEITHER
        self.noted = 0  # the number of what was done last, which may have no way back

    def __len__(self) -> int:
        return len(self._ways)

    @property
    def can_undo(self) -> bool:
        return bool(self._ways)

    @property
    def can_redo(self) -> bool:
        return self._forth is not None

    @property
    def last(self) -> int:
        """The number of the change that is taken back next, 0 for none."""
        return self._ways[-1][0] if self._ways else 0

    def noting(self) -> Callable[[Way | None], None]:
        """What notes the way back from a change that is asked for now."""
        going_back = self._going_back

        def note(way: Way | None) -> None:
            self._forth = way if going_back else None
            self.noted = next(_numbers)
            if way is None:
                self.offer = Offer.NEITHER
            elif going_back:
                self.offer = Offer.FORTH
            else:
                self.offer = Offer.BACK
                self._ways.append((self.noted, way))

        return note

    def undo(self) -> None:
        if not self._ways:
            return
        _, way = self._ways.pop()
        self._going_back = True
        try:
            way()
        finally:
            self._going_back = False

    def redo(self) -> None:
        way, self._forth = self._forth, None
        if way is not None:
            way()


class JointSteps:
    """The steps of places that stand together in one: the latest of them all leads back first."""

    def __init__(self, *parts: Steps) -> None:
        self._parts = parts

    @property
    def offer(self) -> Offer:
        return self._latest.offer

    @property
    def can_undo(self) -> bool:
        return any(one.can_undo for one in self._parts)

    @property
    def can_redo(self) -> bool:
        return self._latest.can_redo

    @property
    def _latest(self) -> Steps:
        """Those that were made last: where something else was done since, nothing is done again."""
        return max(self._parts, key=lambda one: one.noted)

    def undo(self) -> None:
        max(self._parts, key=lambda one: one.last).undo()

    def redo(self) -> None:
        self._latest.redo()
