"""A list of uniform rows: a text of up to two lines, a line about it, and a badge.

All rows are equally high, so that a hundred thousand of them cost no more than ten.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.theme import RADIUS_SMALL, Gap, Theme

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
LINES = 2
LEAST = 160
"""The least width of a row, in pixels at 100% text."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one row shows; `tone` is the token of the badge's colour, `faded` says that it no longer holds."""

    key: str
    text: str
    about: str
    badge: str = ""
    tone: str = "muted"
    faded: bool = False

    @property
    def spoken(self) -> str:
        return ". ".join(part for part in (self.text, self.badge, self.about) if part)


class RowModel(QAbstractListModel, Generic[T]):
    """Items as rows, turned into words only when they are seen."""

    def __init__(
        self, row_of: Callable[[T], Row], key_of: Callable[[T], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._row_of, self._key_of = row_of, key_of
        self._items: Sequence[T] = ()
        self._keys: list[str] = []

    def show(self, items: Sequence[T]) -> None:
        """Show `items`; where they are the same ones, only what they say is new."""
        keys = [self._key_of(item) for item in items]
        if keys == self._keys:
            self._items = items
            if keys:
                self.dataChanged.emit(self.index(0), self.index(len(keys) - 1))
            return
        here = len(self._keys)
        if here and keys[:here] == self._keys:  # more of the same: whoever scrolls stays where they are
            self.beginInsertRows(QModelIndex(), here, len(keys) - 1)
            self._items, self._keys = items, keys
            self.endInsertRows()
            return
        self.beginResetModel()
        self._items, self._keys = items, keys
        self.endResetModel()

    def row(self, number: int) -> Row:
        return self._row_of(self._items[number])

    def find(self, key: str) -> QModelIndex:
        """Where `key` stands; an invalid index if it does not."""
        return self.index(self._keys.index(key)) if key in self._keys else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._items):
            return None
        if role == Qt.ItemDataRole.UserRole:
            return self.row(index.row())
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self.row(index.row()).spoken
        return self.row(index.row()).text if role == Qt.ItemDataRole.ToolTipRole else None


class RowDelegate(QStyledItemDelegate):
    """Paints rows in the theme's colours."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics, space = self._theme.metrics, self._theme.metrics.space
        text = QFontMetrics(self._theme.font(metrics.body)).lineSpacing()
        about = QFontMetrics(self._theme.font(metrics.small)).lineSpacing()
        return QSize(metrics.text(LEAST), LINES * text + about + space(Gap.TINY) + 2 * space(Gap.EASY))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(Qt.ItemDataRole.UserRole)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, ends=index.row() + 1 == index.model().rowCount())
        space = self._theme.metrics.space
        inside = QRectF(option.rect).adjusted(
            space(Gap.INSET), space(Gap.EASY), -space(Gap.INSET), -space(Gap.EASY)
        )
        below = self._paint_text(painter, row, inside)
        self._paint_about(painter, row, inside, below)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, *, ends: bool) -> None:
        """A line leads to the next row: none below the last one, nor along one that has an edge of its own."""
        rect, state = QRectF(option.rect).adjusted(1, 2, -1, -2), option.state
        colours, inset = self._theme.colours, self._theme.metrics.space(Gap.INSET)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if not (selected or ends):
            painter.setPen(QPen(QColor(colours.line), 1))
            below = option.rect.bottom()
            painter.drawLine(option.rect.left() + inset, below, option.rect.right() - inset, below)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            focused = selected and bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(QColor(colours.accent), 1.5) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.wash if selected else colours.surface))
            painter.drawRoundedRect(rect, RADIUS_SMALL, RADIUS_SMALL)

    def _paint_text(self, painter: QPainter, row: Row, inside: QRectF) -> float:
        """Both parts stand in the middle of the row; returns where the second one begins."""
        font = self._theme.font(self._theme.metrics.body)
        font.setStrikeOut(row.faded)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.colours.muted if row.faded else self._theme.colours.text))
        line = QFontMetrics(font).lineSpacing()
        lines = folded(row.text, font, inside.width())
        top = inside.y() + (LINES - len(lines)) * line / 2
        if not (row.about or row.badge):
            below = QFontMetrics(self._theme.font(self._theme.metrics.small)).lineSpacing()
            top += (below + self._theme.metrics.space(Gap.TINY)) / 2
        for number, words in enumerate(lines):
            rect = QRectF(inside.x(), top + number * line, inside.width(), line)
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, words)
        return top + len(lines) * line + self._theme.metrics.space(Gap.TINY)

    def _paint_about(self, painter: QPainter, row: Row, inside: QRectF, top: float) -> None:
        font = self._theme.font(self._theme.metrics.small)
        metrics = QFontMetrics(font)
        painter.setFont(font)
        line = QRectF(inside.x(), top, inside.width(), metrics.lineSpacing())
        taken = 0
        if row.badge:
            painter.setPen(QColor(getattr(self._theme.colours, row.tone)))
            painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.badge)
            taken = metrics.horizontalAdvance(row.badge) + self._theme.metrics.space(Gap.CLEAR)
        painter.setPen(QColor(self._theme.colours.muted))
        words = metrics.elidedText(row.about, Qt.TextElideMode.ElideRight, round(line.width()) - taken)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)


class RowList(QListView):
    """`chosen` tells the key of the current row, `opened` that a person wants to see it.

    `near_end` comes as they scroll to where no more than two heights of it are left.
    """

    chosen = Signal(str)
    opened = Signal(str)
    near_end = Signal()

    def __init__(self, model: RowModel[Any], name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows, self._theme = model, theme
        self._key = ""
        self.setObjectName("rows")
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setItemDelegate(RowDelegate(theme, self))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setModel(model)
        self.clicked.connect(self._open)
        model.modelReset.connect(self._restore)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        theme.changed.connect(self._on_theme)

    def choose(self, key: str) -> None:
        """Make `key` the current row, if it is there, without telling."""
        self._key, before = key, self.currentIndex()
        index = self._rows.find(key)
        with QSignalBlocker(self.selectionModel()):
            self.setCurrentIndex(index)
        if index.isValid() and index != before:
            self.scrollTo(index)
        self.viewport().update()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            key = self._rows.row(current.row()).key
            if key != self._key:
                self._key = key
                self.chosen.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._open(self.currentIndex())
        elif event.text().strip() and not event.modifiers():
            event.ignore()  # Qt would search for a row that begins with the letter
        else:
            super().keyPressEvent(event)

    def _on_scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if bar.maximum() - value < 2 * bar.pageStep():
            self.near_end.emit()

    def _open(self, index: Index) -> None:
        if index.isValid():
            self.opened.emit(self._rows.row(index.row()).key)

    def _restore(self) -> None:
        if self._key:
            self.choose(self._key)

    def _on_theme(self) -> None:
        self.setSpacing(0)
        self.scheduleDelayedItemsLayout()


def folded(text: str, font: QFont, width: float) -> list[str]:
    """`text` in at most two lines of `width` pixels, the last one cut with an ellipsis."""
    words = " ".join(text.split())
    layout = QTextLayout(words, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) <= LINES and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    if len(starts) <= 1:
        return [words]
    rest = QFontMetrics(font).elidedText(words[starts[1] :], Qt.TextElideMode.ElideRight, int(width))
    return [words[: starts[1]].rstrip(), rest]
