"""A list and what is chosen in it: side by side, or one at a time where the window is narrow."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from ui.theme import Gap, Theme

WIDE = 580
"""Pixels at 100% text from which both have room."""


class Split(QWidget):
    """`open_detail` goes to the detail; where both do not fit, Back or Esc returns to the list."""

    returned = Signal()

    def __init__(
        self, listing: QWidget, detail: QWidget, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._listing, self._detail = theme, listing, detail
        self._in_detail = False
        self._back = QPushButton(self.tr("‹ Back"), self)
        self._back.setProperty("class", "link")
        self._back.setToolTip(self.tr("Back to the list (Esc)"))
        self._back.setAccessibleName(self.tr("Back to the list"))
        self._back.clicked.connect(self.close_detail)
        self._line = QFrame(self)
        self._line.setObjectName("divider")
        self._line.setFixedWidth(1)
        right = QVBoxLayout()
        right.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        right.addWidget(detail, 1)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addWidget(listing, 0, 0)
        self._grid.addWidget(self._line, 0, 1)
        self._grid.addLayout(right, 0, 2)
        theme.changed.connect(self._place)
        self._place()

    @property
    def wide(self) -> bool:
        """Whether both are shown."""
        return self.width() >= self._theme.metrics.text(WIDE)

    def open_detail(self) -> None:
        self._in_detail = True
        self._place()
        self._detail.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_detail(self) -> None:
        self._in_detail = False
        self._place()
        self._listing.setFocus(Qt.FocusReason.OtherFocusReason)
        self.returned.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """In the detail, Esc goes back before it does anything for the window."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self._in_detail
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._in_detail:
            self.close_detail()
        else:
            super().keyPressEvent(event)

    def _place(self) -> None:
        both = self.wide
        self._grid.setColumnStretch(0, 5 if both or not self._in_detail else 0)
        self._grid.setColumnStretch(2, 6 if both or self._in_detail else 0)
        self._grid.setHorizontalSpacing(self._theme.metrics.space(Gap.CLEAR) if both else 0)
        self._line.setVisible(both)
        self._back.setVisible(not both and self._in_detail)
        self._listing.setVisible(both or not self._in_detail)
        self._detail.setVisible(both or self._in_detail)
