"""The words for thinking a problem through: what may be behind it, what was found, and what helped or did not."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from ui.shelf.records import Entry, Form, Kind, Verb
from ui.thoughts.model import AGAINST, FOR, Thoughts
from ui.thoughts.operations import Thought

translate = QCoreApplication.translate


def verbs_of(thoughts: Thoughts, thought: Thought) -> list[Verb]:
    """What can be done with a problem that is open."""
    note = translate("Solving", "Note")
    solved = Entry("solution", translate("Solving", "What solved it?"), Kind.LINES, needed=True)
    supposed = Entry("statement", translate("Solving", "What may be behind it?"), needed=True)
    return [
        Verb(
            translate("Solving", "Solved"),
            translate("Solving", "Say what solved it"),
            partial(thoughts.solve, thought),
            "d",
            form=Form(translate("Solving", "Solved"), [solved]),
            main=True,
        ),
        Verb(
            translate("Solving", "Suppose"),
            translate("Solving", "Say what may be behind it"),
            partial(thoughts.suppose, thought),
            "s",
            form=Form(note, [supposed]),
        ),
        Verb(
            translate("Solving", "Note a finding"),
            translate("Solving", "Say what was found, and what it speaks for"),
            partial(thoughts.find, thought),
            "n",
            form=Form(note, _found()),
        ),
        Verb(
            translate("Solving", "Dead end"),
            translate("Solving", "Say what did not help, so that it is not tried again"),
            partial(thoughts.give_up, thought),
            "x",
            form=Form(note, _tried()),
        ),
    ]


def _found() -> list[Entry]:
    ways = [
        (FOR, translate("Solving", "For what is supposed")),
        (AGAINST, translate("Solving", "Against it")),
    ]
    return [
        Entry("text", translate("Solving", "What was found?"), Kind.LINES, needed=True),
        Entry("way", translate("Solving", "It speaks"), Kind.CHOICE, FOR, options=ways),
    ]


def _tried() -> list[Entry]:
    return [
        Entry("approach", translate("Solving", "What did not help?"), needed=True),
        Entry("why", translate("Solving", "Why not?")),
    ]
