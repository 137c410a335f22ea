"""Draws a laid-out turn."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFontMetricsF,
    QPainter,
    QPalette,
    QPen,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from ui.conversation.listing.layout import ICON_INSET, Line, Text, TurnLayout, Zone
from ui.theme import RADIUS, RADIUS_SMALL, Theme
from ui.widgets.icons import paint_icon


@dataclass(frozen=True, slots=True)
class Marked:
    """Selected letters: which text of the layout, from where to where."""

    text: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class RowLook:
    """What is special about a row just now."""

    active: bool = False  # under the pointer, or current with the focus
    focused: bool = False
    pressed: Zone | None = None  # the zone under the pointer
    reached: Zone | None = None  # the zone that was gone to by key
    marked: Marked | None = None
    needle: str = ""


class TurnPainter:
    """Paints layouts in the theme's colours."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def paint(self, painter: QPainter, layout: TurnLayout, look: RowLook, width: int) -> None:
        """Draw `layout` with the painter's origin at the row's top left corner."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if look.focused:
            self._paint_outline(painter, QRectF(6, 4, width - 12, layout.height - 8), RADIUS)
        for card in layout.cards:
            self._paint_ground(painter, card, "surface", bordered=True)
        for index, text in enumerate(layout.texts):
            self._paint_text(painter, text, index, look)
        for line in layout.lines:
            self._paint_line(painter, line)
        for zone in layout.zones:
            if not zone.quiet or look.active:
                self._paint_zone(painter, zone, zone == look.pressed)
        if look.reached is not None:
            self._paint_outline(painter, look.reached.rect, RADIUS_SMALL)

    def _colour(self, token: str) -> QColor:
        return QColor(getattr(self._theme.colours, token))

    def _paint_outline(self, painter: QPainter, rect: QRectF, radius: int) -> None:
        painter.setPen(QPen(self._colour("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, radius, radius)

    def _paint_ground(self, painter: QPainter, rect: QRectF, token: str, *, bordered: bool = False) -> None:
        painter.setPen(QPen(self._colour("line"), 1) if bordered else Qt.PenStyle.NoPen)
        painter.setBrush(self._colour(token))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)

    def _paint_text(self, painter: QPainter, text: Text, index: int, look: RowLook) -> None:
        if text.ground is not None:
            self._paint_ground(painter, text.ground, "bubble")
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, self._colour("text"))
        palette.setColor(QPalette.ColorRole.Link, self._colour("accent"))
        context.palette = palette
        context.selections = self._selections(text.document, index, look)
        painter.save()
        painter.translate(text.rect.topLeft())
        text.document.documentLayout().draw(painter, context)
        painter.restore()

    def _selections(
        self, document: QTextDocument, index: int, look: RowLook
    ) -> list[QAbstractTextDocumentLayout.Selection]:
        found = [self._selection(cursor, "found") for cursor in _hits(document, look.needle)]
        if look.marked is not None and look.marked.text == index:
            cursor = QTextCursor(document)
            cursor.setPosition(look.marked.start)
            cursor.setPosition(look.marked.end, QTextCursor.MoveMode.KeepAnchor)
            found.append(self._selection(cursor, "selection"))
        return found

    def _selection(self, cursor: QTextCursor, token: str) -> QAbstractTextDocumentLayout.Selection:
        form = QTextCharFormat()
        form.setBackground(self._colour(token))
        form.setForeground(self._colour("text"))
        selection = QAbstractTextDocumentLayout.Selection()
        selection.cursor = cursor
        selection.format = form
        return selection

    def _paint_line(self, painter: QPainter, line: Line) -> None:
        painter.setFont(line.font)
        painter.setPen(self._colour(line.colour))
        flags = int(line.align | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(line.rect, flags, line.words)
        if line.ruled:
            half = QFontMetricsF(line.font).horizontalAdvance(line.words) / 2 + 14
            middle, y = line.rect.center().x(), line.rect.center().y()
            painter.setPen(QPen(self._colour("line"), 1))
            painter.drawLine(QPointF(line.rect.left(), y), QPointF(middle - half, y))
            painter.drawLine(QPointF(middle + half, y), QPointF(line.rect.right(), y))

    def _paint_zone(self, painter: QPainter, zone: Zone, hovered: bool) -> None:
        if hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._colour("wash"))
            painter.drawRoundedRect(zone.rect, RADIUS_SMALL, RADIUS_SMALL)
        colour = self._colour("accent" if zone.words else "muted")
        side = zone.rect.height()
        inset = side * ICON_INSET
        square = QRectF(zone.rect.left(), zone.rect.top(), side, side)
        paint_icon(painter, zone.icon, square.adjusted(inset, inset, -inset, -inset), colour)
        if zone.words:
            painter.setFont(self._theme.font(self._theme.metrics.small))
            painter.setPen(colour)
            painter.drawText(zone.rect.adjusted(side + 2, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, zone.words)


def _hits(document: QTextDocument, needle: str) -> list[QTextCursor]:
    if not needle:
        return []
    hits, cursor = [], document.find(needle)
    while not cursor.isNull():
        hits.append(cursor)
        cursor = document.find(needle, cursor)
    return hits
