"""The words of a shelf, as one record that its place draws, with where a thing is from. No widgets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QCoreApplication

from ui.frame.groups import STEP, Line
from ui.shelf.records import Adding, Blank, Done, Story
from ui.widgets.choices import Option
from ui.widgets.rows import Row

translate = QCoreApplication.translate
T = TypeVar("T")


def _nothing() -> Sequence[Option]:
    return ()


@dataclass(frozen=True, slots=True)
class Telling(Generic[T]):
    """How a place and its things are told.

    `boards` are the options above the list; `adding` is how something new is made, `seek` the hint of the field to look
    for something, `unfound` what is said where that found nothing: each may be absent.
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
    unfound: str = ""


def talk_line(cites: Sequence[str]) -> Line:
    """The way to the first of what was said that something was made from; else, that it was written down here."""
    said = next((ref for ref in cites if ref.startswith(STEP)), "")
    if not said:
        return Line(translate("Shelf", "It was written down here."))
    return Line(translate("Shelf", "It came up in a talk."), translate("Shelf", "Show what was said"), said)
