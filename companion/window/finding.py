"""What the palette finds by its words, from anywhere: the things of the places, questions and documents."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication

from companion.window.places import Widgets
from ui.observable import Signal
from ui.shell import Action, CommandPalette

translate = QCoreApplication.translate

FOUND = {
    "reminders": "Reminder",
    "questions": "Question",
    "goals": "Goal",
    "corrections": "Correction",
    "mind": "Thought",
    "self": "Self",
    "imprints": "Imprint",
    "night": "Night",
}
"""The places made with the kit whose things are found, with what one of them is called."""
MOST_FOUND = 4


@dataclass(frozen=True, slots=True)
class Finds:
    """A kind of thing: what one is called, the keys and words of those that hold a needle, and the way to one.

    `load` reads them anew, after which `listed` tells.
    """

    name: str
    found: Callable[[str], Sequence[tuple[str, str]]]
    show: Callable[[str], None]
    load: Callable[[], None]
    listed: Signal[[]]


def kinds(widgets: Widgets) -> dict[str, Finds]:
    """Every kind of thing that is found."""
    shelves = {
        key: Finds(name, place.found, place.reveal, place.shelf.load, place.shelf.listed)
        for key, name in FOUND.items()
        for place in [widgets.shelves[key]]
    }
    memories, library = widgets.memories, widgets.memories.library
    return shelves | {
        "documents": Finds("Document", library.found, memories.open_document, library.load, library.listed),
    }


def join_found(palette: CommandPalette, widgets: Widgets) -> None:
    """What is open, wanted, asked, read, corrected, thought, carried and found by night is found by its words."""
    known = kinds(widgets)

    def things(needle: str) -> list[Action]:
        actions = []
        for kind, finds in known.items():
            called = f"{translate('Places', finds.name)}: {{words}}"
            for key, words in finds.found(needle)[:MOST_FOUND]:
                show = partial(finds.show, key)
                actions.append(Action(f"found.{kind}.{key}", called.format(words=words), words, "", show))
        return actions

    def read() -> None:
        for finds in known.values():
            finds.load()

    palette.things = things
    palette.opened.connect(read)
    for finds in known.values():
        finds.listed.connect(palette.renew)
