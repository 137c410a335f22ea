"""What was changed and can be taken back, the latest first. No Qt."""

from collections.abc import Callable
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
