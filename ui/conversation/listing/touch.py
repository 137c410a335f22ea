"""The list of turns under the hand: pointer, letters marked with it, and the zones that can be pressed."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QToolTip, QWidget

from ui.conversation.listing.layout import Press, Zone
from ui.conversation.listing.painter import Marked, RowLook
from ui.conversation.listing.rows import TurnRows
from ui.conversation.listing.view import Index, TurnView
from ui.theme import Theme

PRESSING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a text: the row, which of its texts, and before which letter."""

    row: int
    text: int
    letter: int


class TurnList(TurnView):
    """`pressed` tells which row's zone was pressed, by pointer or key, and what it is about.

    With the focus on a turn, Left and Right go from one of its zones to the next, and Enter presses it.
    """

    pressed = Signal(int, str, str)

    def __init__(self, rows: TurnRows, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(rows, theme, parent)
        self._hovered_row = -1
        self._hovered_zone: Zone | None = None
        self._reached = -1  # which zone of the current turn was gone to by key, as a reader comes to them
        self._from: Spot | None = None
        self._to: Spot | None = None
        self._needle = ""
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        rows.rowsInserted.connect(self._forget_marks)

    def mark_needle(self, needle: str) -> None:
        """Mark every occurrence of `needle` in what is shown."""
        self._needle = needle
        self.viewport().update()

    def selected_text(self) -> str:
        """The letters marked with the pointer, as plain text."""
        marked = self._marked()
        if marked is None or self._from is None:
            return ""
        cursor = QTextCursor(self.layout_of(self._from.row).texts[marked.text].document)
        cursor.setPosition(marked.start)
        cursor.setPosition(marked.end, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selection().toPlainText()

    def look_of(self, row: int) -> RowLook:
        focused = self.hasFocus() and self.currentIndex().row() == row
        hovered = row == self._hovered_row
        return RowLook(
            active=hovered or focused,
            focused=focused,
            pressed=self._hovered_zone if hovered else None,
            reached=self._reached_zone(row) if focused else None,
            marked=self._marked() if self._from is not None and self._from.row == row else None,
            needle=self._needle,
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._from = self._to = self._spot(event.position())
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._from is not None:
            self._to = self._spot(event.position(), within=self._from) or self._to
            self.viewport().update()
            return
        self._hover(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and not self.selected_text():
            row, zone = self._zone(event.position())
            if zone is not None:
                self.pressed.emit(row, zone.press.value, zone.about)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        spot = self._spot(event.position())
        if spot is None:
            return
        cursor = QTextCursor(self.layout_of(spot.row).texts[spot.text].document)
        cursor.setPosition(spot.letter)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        self._from = Spot(spot.row, spot.text, cursor.selectionStart())
        self._to = Spot(spot.row, spot.text, cursor.selectionEnd())
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered_row, self._hovered_zone = -1, None
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if row >= 0 and event.key() in PRESSING:
            zone = self._reached_zone(row)
            self.pressed.emit(row, (zone.press if zone else Press.RECALLED).value, zone.about if zone else "")
        elif row >= 0 and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._reach(row, 1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Another turn has other zones; none of them was gone to yet."""
        self._reached = -1
        super().currentChanged(current, previous)

    def _reach(self, row: int, by: int) -> None:
        """Go to the next zone of a turn, or the one before; from none to the first or the last."""
        stops = self.layout_of(row).stops()
        if not stops:
            return
        start = self._reached if 0 <= self._reached < len(stops) else -1 if by > 0 else 0
        self._reached = (start + by) % len(stops)
        zone = stops[self._reached]
        self.bring_into_sight(row, zone.rect)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, zone.spoken))
        self.viewport().update()

    def _reached_zone(self, row: int) -> Zone | None:
        stops = self.layout_of(row).stops() if self._reached >= 0 else []
        return stops[self._reached] if 0 <= self._reached < len(stops) else None

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            _, zone = self._zone(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), zone.tip if zone else "", self)
            return True
        return super().viewportEvent(event)

    def _hover(self, point: QPointF) -> None:
        row, zone = self._zone(point)
        if (row, zone) != (self._hovered_row, self._hovered_zone):
            self._hovered_row, self._hovered_zone = row, zone
            self.viewport().update()
        over_text = zone is None and self._spot(point) is not None
        hand, beam, arrow = (
            Qt.CursorShape.PointingHandCursor,
            Qt.CursorShape.IBeamCursor,
            Qt.CursorShape.ArrowCursor,
        )
        self.viewport().setCursor(hand if zone else beam if over_text else arrow)

    def _zone(self, point: QPointF) -> tuple[int, Zone | None]:
        row, inside = self._inside(point)
        return row, self.layout_of(row).zone_at(inside) if row >= 0 else None

    def _inside(self, point: QPointF) -> tuple[int, QPointF]:
        """The row under `point`, and the point in that row's coordinates."""
        row = self.indexAt(QPoint(round(point.x()), round(point.y()))).row()
        return row, point - QPointF(0, self.top_of(row)) if row >= 0 else point

    def _spot(self, point: QPointF, within: Spot | None = None) -> Spot | None:
        row, inside = self._inside(point)
        if within is not None:
            row, inside = within.row, point - QPointF(0, self.top_of(within.row))
        if row < 0:
            return None
        layout = self.layout_of(row)
        index = within.text if within is not None else layout.text_at(inside)
        if not 0 <= index < len(layout.texts):
            return None
        text = layout.texts[index]
        accuracy = Qt.HitTestAccuracy.FuzzyHit
        letter = text.document.documentLayout().hitTest(inside - text.rect.topLeft(), accuracy)
        return Spot(row, index, max(0, letter))

    def _marked(self) -> Marked | None:
        if self._from is None or self._to is None or self._from.letter == self._to.letter:
            return None
        texts = self.layout_of(self._from.row).texts
        if self._from.text >= len(texts):
            return None
        last = texts[self._from.text].document.characterCount() - 1
        start, end = sorted((min(last, self._from.letter), min(last, self._to.letter)))
        return Marked(self._from.text, start, end)

    def _forget_marks(self) -> None:
        self._from = self._to = None
