"""The words of a shelf, as one record that its place draws. No widgets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ui.shelf.records import Adding, Blank, Done, Story
from ui.widgets.choices import Option
from ui.widgets.rows import Row

T = TypeVar("T")


def _nothing() -> Sequence[Option]:
    return ()


@dataclass(frozen=True, slots=True)
class Telling(Generic[T]):
    """How a place and its things are told.

    `boards` are the options above the list; `adding` is how something new is made, `seek` the hint of the field to look
    for something: each may be absent.
    """

    title: str
    about: str
    row: Callable[[T], Row]
    story: Callable[[T], Story]
    done: Callable[[Done[T]], str]
    blank: Callable[[], Blank]
    boards: Callable[[], Sequence[Option]] = _nothing
    adding: Callable[[], Adding | None] = lambda: None
    seek: str = ""
