"""The list of turns: a view that measures a row only when it comes into sight.

`QListView` asks for the size of every row before it shows one, and again at every change of width; with
100,000 turns that takes seconds. Here unseen rows have a guessed height. When a guess above the window turns
out wrong, the scroll position moves along, so that what a person reads stands still.
"""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractSlider, QWidget

from ui.conversation.listing.heights import HeightIndex
from ui.conversation.listing.layout import LayoutBook, TurnLayout, guess_height
from ui.conversation.listing.painter import RowLook, TurnPainter
from ui.conversation.listing.rows import TurnRows
from ui.theme import Theme

NEAR_END = 24
NEAR_START = 600
SETTLE_ROUNDS = 4
MOVES = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End})
Index = QModelIndex | QPersistentModelIndex
Action = QAbstractItemView.CursorAction
STEP = 36
"""How far a step of the scroll bar goes, in pixels at 100% text."""


class TurnView(QAbstractItemView):
    """Shows `TurnRows`; follows the newest turn until the person scrolls up."""

    near_start = Signal()
    following_changed = Signal(bool)

    def __init__(self, rows: TurnRows, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows, self._theme = rows, theme
        self._heights = HeightIndex()
        self._anchor = 0
        self._settling = False
        self._following = True
        self._book = LayoutBook(theme)
        self._painter = TurnPainter(theme)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAutoScroll(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().actionTriggered.connect(self._on_person_scrolls)
        theme.changed.connect(self._on_theme)
        # Last: setting the scroll mode of a view with rows would scroll it.
        self.setModel(rows)

    # What is shown

    @property
    def following(self) -> bool:
        """Whether the newest turn is kept in sight."""
        return self._following

    def set_companion(self, name: str) -> None:
        self._book.companion = name
        self._on_theme()

    def follow(self) -> None:
        """Go to the newest turn and stay with it."""
        self._set_following(following=True)
        self._settle()

    def look_of(self, row: int) -> RowLook:
        """How `row` is to be drawn just now; a subclass adds the pointer, the selection and the search."""
        focused = self.hasFocus() and self.currentIndex().row() == row
        return RowLook(active=focused, focused=focused)

    def layout_of(self, row: int) -> TurnLayout:
        conversation = self._rows.conversation
        return self._book.layout(conversation[row], self.viewport().width(), conversation.first_of_day(row))

    def top_of(self, row: int) -> int:
        """Where `row` begins in the viewport."""
        return self._heights.top(row) - self.verticalScrollBar().value()

    # The model changes

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        super().rowsInserted(parent, start, end)
        shifted = not self._following and start <= self._anchor and len(self._heights) > 0
        before = self._heights.total
        self._insert(start, end - start + 1)
        if shifted:
            self._anchor += end - start + 1
            self._move_to(self.verticalScrollBar().value() + self._heights.total - before)
        self._settle()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        for row in range(first.row(), last.row() + 1):
            self._heights.forget(row)
        self._settle()

    def reset(self) -> None:
        super().reset()
        self._heights.clear()
        self._insert(0, self._rows.rowCount())
        self._settle()

    def _insert(self, first: int, count: int) -> None:
        conversation, width = self._rows.conversation, max(320, self.viewport().width())
        turns = (conversation[row] for row in range(first, first + count))
        self._heights.insert(first, [guess_height(turn, self._theme, width) for turn in turns])
        if first + count < len(self._heights):
            self._heights.forget(first + count)  # it may have lost its day's separator

    # Scrolling

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._heights.forget()
        self._settle()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self._settle()

    def updateGeometries(self) -> None:
        bar = self.verticalScrollBar()
        bar.setSingleStep(self._theme.metrics.space(STEP))
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, max(0, self._heights.total - self.viewport().height()))

    def _settle(self) -> None:
        """Measure what is in sight until nothing moves any more, then paint."""
        if self._settling:
            return
        self._settling = True
        try:
            for _ in range(SETTLE_ROUNDS):
                if not self._measure_sight():
                    break
        finally:
            self._settling = False
        self.viewport().update()
        if self.verticalScrollBar().value() < NEAR_START:
            self.near_start.emit()

    def _measure_sight(self) -> bool:
        """One round; True if heights were wrong, so that other rows may have come into sight."""
        self.updateGeometries()
        bar = self.verticalScrollBar()
        if self._following:
            bar.setValue(bar.maximum())
        if not len(self._heights):
            return False
        first = self._heights.at(bar.value())
        grown, above = self._measure_from(first)
        if above and not self._following:
            self.updateGeometries()
            bar.setValue(bar.value() + above)
        self._anchor = self._heights.at(bar.value())
        return grown

    def _measure_from(self, first: int) -> tuple[bool, int]:
        """Measure from row `first` to the window's end.

        Whether anything grew, and how much above the anchor did.
        """
        grown, above = False, 0
        y = self._heights.top(first) - self.verticalScrollBar().value()
        for row in range(first, len(self._heights)):
            if y > self.viewport().height():
                break
            if not self._heights.is_measured(row):
                change = self._heights.set(row, self.layout_of(row).height)
                grown = grown or change != 0
                above += change if row < self._anchor else 0
            y += self._heights[row]
        in_sight = (
            first <= self._anchor and self._heights.top(self._anchor) - self._heights.top(first) < 4 * y
        )
        return grown, above if in_sight else 0

    def _move_to(self, value: int) -> None:
        self._settling = True
        self.updateGeometries()
        self.verticalScrollBar().setValue(value)
        self._settling = False

    def _on_person_scrolls(self) -> None:
        bar = self.verticalScrollBar()
        self._set_following(following=bar.sliderPosition() >= bar.maximum() - NEAR_END)

    def _set_following(self, *, following: bool) -> None:
        if following is not self._following:
            self._following = following
            self.following_changed.emit(following)

    def _on_theme(self) -> None:
        self._heights.forget()
        self._settle()

    # What Qt asks of an item view

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        row = self._heights.at(self.verticalScrollBar().value())
        y, bottom, width = self.top_of(max(0, row)), self.viewport().height(), self.viewport().width()
        while 0 <= row < len(self._heights) and y < bottom:
            painter.save()
            painter.translate(0, y)
            self._painter.paint(painter, self.layout_of(row), self.look_of(row), width)
            painter.restore()
            y += self._heights[row]
            row += 1

    def indexAt(self, point: QPoint) -> QModelIndex:
        y = point.y() + self.verticalScrollBar().value()
        if not 0 <= y < self._heights.total:
            return QModelIndex()
        return self._rows.index(self._heights.at(y))

    def visualRect(self, index: Index) -> QRect:
        row = index.row()
        if not 0 <= row < len(self._heights):
            return QRect()
        return QRect(0, self.top_of(row), self.viewport().width(), self._heights[row])

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        if not index.isValid():
            return
        self._set_following(following=False)
        # Twice: what is measured on the way there moves the row a little.
        for _ in range(2):
            rect, height = self.visualRect(index), self.viewport().height()
            bar = self.verticalScrollBar()
            if rect.top() < 0 or rect.height() > height:
                bar.setValue(bar.value() + rect.top())
            elif rect.bottom() > height:
                bar.setValue(bar.value() + rect.bottom() - height)
        self._on_person_scrolls()

    def bring_into_sight(self, row: int, part: QRectF) -> None:
        """Scroll just so far that `part` of a row, in the row's own coordinates, can be seen."""
        self._set_following(following=False)
        bar, top = self.verticalScrollBar(), self.top_of(row) + part.top()
        beyond = top + part.height() - self.viewport().height()
        if top < 0 or beyond > 0:
            bar.setValue(bar.value() + round(top if top < 0 else beyond))
        self._on_person_scrolls()

    def moveCursor(self, action: Action, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        row, last = self.currentIndex().row(), len(self._heights) - 1
        if row < 0:
            return self._rows.index(last)
        page = max(1, self.viewport().height() // max(1, self._heights[row]))
        steps = {
            Action.MoveUp: -1,
            Action.MovePrevious: -1,
            Action.MoveDown: 1,
            Action.MoveNext: 1,
            Action.MovePageUp: -page,
            Action.MovePageDown: page,
            Action.MoveHome: -row,
            Action.MoveEnd: last - row,
        }
        return self._rows.index(min(last, max(0, row + steps.get(action, 0))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, key = self.verticalScrollBar(), event.key()
        if key in {Qt.Key.Key_Up, Qt.Key.Key_Down} and self._step_within(key == Qt.Key.Key_Down):
            return
        if key in {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}:
            pages = QAbstractSlider.SliderAction
            bar.triggerAction(
                pages.SliderPageStepAdd if key == Qt.Key.Key_PageDown else pages.SliderPageStepSub
            )
        elif key in MOVES:
            super().keyPressEvent(event)
            self.scrollTo(self.currentIndex())
        else:
            # Letters belong to whoever wants them; Qt would search for a row that begins with them.
            event.ignore()

    def _step_within(self, down: bool) -> bool:
        """Scroll a little where the current row goes on beyond the window; False if it does not."""
        rect, bar = self.visualRect(self.currentIndex()), self.verticalScrollBar()
        beyond = rect.bottom() > self.viewport().height() if down else rect.top() < 0
        if not beyond or not rect.intersects(self.viewport().rect()):
            return False
        steps = QAbstractSlider.SliderAction
        bar.triggerAction(steps.SliderSingleStepAdd if down else steps.SliderSingleStepSub)
        return True

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:
        return False

    def setSelection(self, rect: QRect, command: object) -> None:
        """Rows are not selected by rubber band; letters are, by `SelectableTurns`."""

    def visualRegionForSelection(self, selection: object) -> QRegion:
        return QRegion(self.viewport().rect())
