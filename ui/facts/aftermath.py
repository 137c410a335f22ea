"""What a place says after a change of facts that it asked for: the words, the way back, or what went wrong."""

from PySide6.QtCore import QCoreApplication

from engine.person.records import Question
from ui.doors import Fault
from ui.facts import wording
from ui.facts.changes import Changes, Done
from ui.frame import QuietBar


def tell_changes(bar: QuietBar, changes: Changes, asker: str) -> None:
    """Have `bar` tell what `asker` asked for."""
    steps = changes.steps[asker]

    def made(done: Done) -> None:
        if done.asker == asker:
            bar.tell_step(wording.done_words(done), steps)

    def put_off(kept: Question, by: str) -> None:
        if by == asker:
            bar.tell_step(wording.put_off_words(kept), steps)

    def taken_up(_: Question, by: str) -> None:
        if by == asker:
            bar.tell_step(QCoreApplication.translate("Facts", "It waits as before."), steps)

    def failed(fault: Fault, by: str) -> None:
        if by == asker:
            bar.tell_fault(fault)

    changes.made.connect(made)
    changes.put_off.connect(put_off)
    changes.taken_up.connect(taken_up)
    changes.failed.connect(failed)
