"""The card of Settings about newer versions: off until it is switched on, and what the publisher said then."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from ui.doors import Door, Fault, Json
from ui.observable import Signal
from ui.settings.choosing.chapters import ChoiceCard
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, SwitchRow
from ui.theme import Theme
from ui.widgets.words import Words


class Newest:
    """The view-model: `known` is None until it was read, `fault` why the publisher's word did not come. No Qt."""

    def __init__(self, program: Door) -> None:
        self._program = program
        self.known: Mapping[str, Any] | None = None
        self.fault: Fault | None = None
        self.changed: Signal[[]] = Signal()

    def load(self) -> None:
        """Read what was told last; nobody is asked."""
        self._program.question("updates", {}, success=self._told, failure=self._failed)

    def look(self) -> None:
        """Ask the publisher now."""
        self._program.change("updates.look", {}, success=self._told, failure=self._failed)

    def _told(self, found: Json) -> None:
        self.known, self.fault = found, None
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.fault = fault
        self.changed.emit()


class UpdatesCard(ChoiceCard):
    """Draws `Newest` and its switch, which asks as soon as it is on."""

    def __init__(self, newest: Newest, chosen: Chosen, theme: Theme, parent: QWidget | None = None) -> None:
        about = self.tr(
            "Nothing is installed by itself, and nothing of yours is sent: the publisher's signed word of the newest "
            "version is read, as everybody reads it."
        )
        super().__init__(self.tr("Newer versions"), about, chosen, theme, parent)
        self.newest = newest
        words = self.tr("Ask the publisher once a week whether there is a newer version, and tell you")
        self.switch = SwitchRow(chosen, Asked("updates", self.tr("Look for newer versions"), words), self)
        self.said = Words(self, selectable=True)
        for widget in (self.switch, self.said):
            self.add(widget)
        self.end()
        self._was_on: bool | None = None
        chosen.changed.connect(self._on_choice)
        newest.changed.connect(self._show)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """It may have been asked meanwhile."""
        super().showEvent(event)
        self.newest.load()

    def _on_choice(self) -> None:
        on = bool(self.chosen.value("updates"))
        if on and self._was_on is False:
            self.newest.look()
        self._was_on = on

    def _show(self) -> None:
        words = self._words()
        self.said.setText(words)
        self.said.setVisible(bool(words))
        known = self.newest.known
        self.switch.setVisible(known is None or known["named"])

    def _words(self) -> str:
        known, fault = self.newest.known, self.newest.fault
        if fault is not None:
            return fault.words
        if known is None:
            return ""
        if not known["named"]:
            return self.tr("This build names no publisher, so there is nobody to ask.")
        if known["newest"] is not None:
            return self.tr("Version {version} is there: {address}").format(**known["newest"])
        return self.tr("This is the newest version that is known.") if known["checked_at"] else ""
