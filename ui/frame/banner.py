"""A calm line above the content when something unexpected happened: what, and what to do."""

from PySide6.QtWidgets import QWidget

from ui.doors import Fault
from ui.frame.message import Message
from ui.theme import Theme


class Banner(Message):
    """Hidden until `show_fault`; a person sends it away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("banner", theme, parent)

    def show_fault(self, fault: Fault) -> None:
        self._words.setText(f"{fault.message}\n{fault.remedy}" if fault.remedy else fault.message)
        self._words.setAccessibleName(self._words.text())
        self.show()

    def _on_theme(self) -> None:
        super()._on_theme()
        space = self._theme.metrics.space
        self._row.setContentsMargins(space(14), space(10), space(10), space(10))
