"""What a place says after a change that it asked for: the words, the way back, or what went wrong."""

from engine.person.records import Question
from ui.doors import Fault
from ui.facts import wording
from ui.facts.changes import Changes, Done
from ui.frame import QuietBar
from ui.theme import Theme


class Aftermath(QuietBar):
    """The quiet bar of one asker."""

    def __init__(self, changes: Changes, asker: str, theme: Theme) -> None:
        super().__init__(theme)
        self._steps, self._asker = changes.steps[asker], asker
        changes.made.connect(self._on_made)
        changes.put_off.connect(self._on_put_off)
        changes.taken_up.connect(self._on_taken_up)
        changes.failed.connect(self._on_failed)

    def _on_made(self, done: Done) -> None:
        if done.asker == self._asker:
            self.tell_step(wording.done_words(done), self._steps)

    def _on_put_off(self, kept: Question, asker: str) -> None:
        if asker == self._asker:
            self.tell_step(wording.put_off_words(kept), self._steps)

    def _on_taken_up(self, _: Question, asker: str) -> None:
        if asker == self._asker:
            self.tell_step(self.tr("It waits as before."), self._steps)

    def _on_failed(self, fault: Fault, asker: str) -> None:
        if asker == self._asker:
            self.tell(f"{fault.message} {fault.remedy}".strip())
