"""The view-model of what the companion noticed and told: still to be answered, or sent away. No Qt."""

from collections.abc import Callable
from datetime import date
from functools import partial

from ui.doors import Door, Fault
from ui.history import Steps
from ui.observable import Signal
from ui.today import operations
from ui.today.operations import Remark

MOST = 3


class Noticed:
    """What was told and not taken up: what still holds, and what was told on this day. `day` is the person's own."""

    def __init__(self, door: Door, day: Callable[[], date]) -> None:
        self._door, self._day = door, day
        self.shown: list[Remark] = []
        self.fault: Fault | None = None
        self.changed: Signal[[]] = Signal()
        self.steps = Steps()  # what was sent away, with the ways back
        self.dismissed: Signal[[]] = Signal()
        self.returned: Signal[[]] = Signal()
        self.failed: Signal[[Fault]] = Signal()

    def load(self) -> None:
        """Read it anew; what is shown stays meanwhile."""
        operations.remarks(self._door, self._told, self._not_told)

    def answer(self, remark: Remark) -> None:
        """The person takes it up: it is not told again for a week."""
        operations.settle(self._door, "answer", remark.id, self.load, self.failed.emit)

    def dismiss(self, remark: Remark) -> None:
        """The person does not want to hear it: it is not told again for a month."""
        self._settle("dismiss", remark, self._bring_back, self.dismissed)

    def _bring_back(self, remark: Remark) -> None:
        self._settle("reopen", remark, self.dismiss, self.returned)

    def _settle(self, verb: str, remark: Remark, back: Callable[[Remark], None], told: Signal[[]]) -> None:
        note = self.steps.noting()

        def done() -> None:
            note(partial(back, remark))
            told.emit()
            self.load()

        operations.settle(self._door, verb, remark.id, done, self.failed.emit)

    def _told(self, remarks: list[Remark]) -> None:
        self.fault = None
        self.shown = [one for one in remarks if one.words or one.at.astimezone().date() == self._day()][:MOST]
        self.changed.emit()

    def _not_told(self, fault: Fault) -> None:
        """Without it the rest of Today still greets."""
        self.fault = fault
        self.changed.emit()
