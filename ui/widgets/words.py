"""Words to read: plain text, whoever wrote it, that wraps."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class Words(QLabel):
    """A label for text that nobody here has written; never read as markup.

    `kind` is its class in the style sheet. What may be quoted is `selectable` with the mouse.
    """

    def __init__(
        self, parent: QWidget | None = None, text: str = "", *, kind: str = "", selectable: bool = False
    ) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if kind:
            self.setProperty("class", kind)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
