"""A list and what is chosen in it: side by side, or one at a time where the window is narrow."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from ui.theme import Gap, Theme

WIDE = 580
"""Pixels at 100% text from which both have room."""
USUAL, LEAST, MOST = 5 / 11, 0.25, 0.7
"""How much of the room the list has, 0–1."""


class Split(QWidget):
    """`open_detail` goes to the detail; where both do not fit, Back or Esc returns to the list.

    `moved` brings the share of the list that a person has just given it.
    """

    returned = Signal()
    moved = Signal(float)

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
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(detail, 1)
        self._sides = QSplitter(self)
        self._sides.setChildrenCollapsible(False)
        self._sides.addWidget(listing)
        self._sides.addWidget(right)
        self._right, self._share = right, USUAL
        self._sides.splitterMoved.connect(self._on_dragged)
        self._put_line()
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self._sides)
        theme.changed.connect(self._place)
        self._place()

    @property
    def share(self) -> float:
        """How much of the room the list has where both are shown, 0–1."""
        return self._share

    def set_share(self, share: float) -> None:
        """Give the list as much of the room, within what leaves both readable."""
        self._share = min(max(share, LEAST), MOST)
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

    def _put_line(self) -> None:
        """A line of a pixel in a border that is wide enough to be taken hold of."""
        border = self._sides.handle(1)
        border.setToolTip(self.tr("Drag to make the list wider or narrower"))
        line = QFrame(border)
        line.setObjectName("divider")
        line.setFixedWidth(1)
        # Who drags takes hold of the border, also where the line is.
        line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row = QHBoxLayout(border)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(line, 0, Qt.AlignmentFlag.AlignHCenter)

    def _on_dragged(self) -> None:
        whole = sum(self._sides.sizes())
        if self.wide and whole:
            self._share = self._sides.sizes()[0] / whole
            self.moved.emit(self._share)

    def _place(self) -> None:
        both = self.wide
        self._sides.setHandleWidth(self._theme.metrics.space(Gap.CLEAR))
        self._back.setVisible(not both and self._in_detail)
        self._listing.setVisible(both or not self._in_detail)
        self._right.setVisible(both or self._in_detail)
        if both:
            room = self.width() - self._sides.handleWidth()
            self._sides.setSizes([round(room * self._share), round(room * (1 - self._share))])
