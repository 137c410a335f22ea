"""Pages of which one is shown."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedLayout, QWidget


class Pages(QStackedLayout):
    """Shows the first of `pages` until told otherwise; to be put into a widget or into another layout.

    Only what is shown is asked how much room it wants. Qt asks every page, and each one that nobody has looked at yet
    would be dressed and measured for it, whenever the shown one changes. Whose pages they are they stay: in another
    layout they need no widget around them.
    """

    def __init__(self, *pages: QWidget) -> None:
        super().__init__()
        for page in pages:
            self.addWidget(page)

    def hasHeightForWidth(self) -> bool:
        """A page takes the room that there is."""
        return False

    def sizeHint(self) -> QSize:
        shown = self.itemAt(self.currentIndex())
        return QSize() if shown is None else shown.sizeHint()

    def minimumSize(self) -> QSize:
        shown = self.itemAt(self.currentIndex())
        return QSize() if shown is None else shown.minimumSize()
