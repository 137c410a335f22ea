"""A row that goes on in the next line where it does not fit."""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

Sized = list[tuple[QLayoutItem, QSize]]
"""What is shown, with how large each wants to be."""


class FlowLayout(QLayout):
    """Lays widgets out like words: from left to right, wrapped at the width there is.

    Qt asks for the height many times over: what was measured is kept until something in it changes.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._between: int | None = None
        self._measured: Sized | None = None
        self._heights: dict[int, int] = {}
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def set_line_spacing(self, between: int) -> None:
        """The pixels between two lines, where they are other than those between two items."""
        self._between = between
        self.invalidate()

    def invalidate(self) -> None:
        self._measured = None
        self._heights.clear()
        super().invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self.invalidate()
        return self._items.pop(index)

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._lay_out(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(self.alignmentRect(rect), move=True)

    def sizeHint(self) -> QSize:
        sizes = [size for _, size in self._shown()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        size = QSize()
        for item, _ in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def _shown(self) -> Sized:
        if self._measured is None:
            self._measured = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
        return self._measured

    def _lay_out(self, rect: QRect, *, move: bool) -> int:
        """Place every item within `rect`'s width, in the middle of its line; returns the height used."""
        y, between = rect.y(), self.spacing() if self._between is None else self._between
        for line in self._lines(rect.width()):
            height, x = max(size.height() for _, size in line), rect.x()
            for item, size in line if move else ():
                place = QPoint(x, y + (height - size.height()) // 2)
                item.setGeometry(QRect(place, size))
                x += size.width() + self.spacing()
            y += height + between
        return max(0, y - between - rect.y())

    def _lines(self, width: int) -> list[Sized]:
        lines: list[Sized] = []
        left = 0
        for item, wanted in self._shown():
            size = _within(item, wanted, width)
            if not lines or size.width() > left:
                lines.append([])
                left = width
            lines[-1].append((item, size))
            left -= size.width() + self.spacing()
        return lines


def _within(item: QLayoutItem, wanted: QSize, width: int) -> QSize:
    """The size that an item has in `width`: what is wider, and wraps, is higher there."""
    if wanted.width() <= width:
        return wanted
    return QSize(width, item.heightForWidth(width) if item.hasHeightForWidth() else wanted.height())
