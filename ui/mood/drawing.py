"""The point in affect space, drawn: left heavy, right pleasant, low calm, high lively; its halo is openness."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QRadialGradient
from PySide6.QtWidgets import QWidget

from ui.mood.records import Point
from ui.theme import RADIUS, Theme, tint_of

SIDE = 236
"""Pixels at 100% text."""
EDGE = 24.0
CORE, DOT = 9.0, 3.0
HALO = 34.0
TRAIL = 12


class AffectMap(QWidget):
    """`show_mood` gives it the point, where it rests, and where it was before, newest first."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._point: Point | None = None
        self._rest: Point | None = None
        self._before: Sequence[Point] = ()
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def show_mood(self, point: Point, rest: Point, before: Sequence[Point], words: str) -> None:
        """Draw it; `words` are what a screen reader says of it."""
        self._point, self._rest, self._before = point, rest, before[:TRAIL]
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        side = self._theme.metrics.text(SIDE)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        if self._point is not None and self._rest is not None:
            self._paint_trail(painter)
            self._paint_rest(painter, self._rest)
            self._paint_point(painter, self._point)
        painter.end()

    def _inside(self) -> QRectF:
        edge = self._theme.metrics.text(EDGE)
        return QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)

    def _at(self, point: Point) -> QPointF:
        inside = self._inside()
        x = inside.left() + (point.valence + 1) / 2 * inside.width()
        return QPointF(x, inside.bottom() - point.energy * inside.height())

    def _paint_ground(self, painter: QPainter) -> None:
        colours, metrics, inside = self._theme.colours, self._theme.metrics, self._inside()
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.setBrush(QColor(colours.canvas))
        painter.drawRoundedRect(inside, RADIUS, RADIUS)
        painter.setPen(QPen(QColor(colours.line), 1, Qt.PenStyle.DashLine))
        middle = inside.center()
        painter.drawLine(QPointF(inside.left(), middle.y()), QPointF(inside.right(), middle.y()))
        painter.drawLine(QPointF(middle.x(), inside.top()), QPointF(middle.x(), inside.bottom()))
        painter.setPen(QColor(colours.muted))
        painter.setFont(self._theme.font(metrics.small))
        whole, centred = QRectF(self.rect()), Qt.AlignmentFlag.AlignHCenter
        painter.drawText(whole, centred | Qt.AlignmentFlag.AlignTop, self.tr("lively"))
        painter.drawText(whole, centred | Qt.AlignmentFlag.AlignBottom, self.tr("calm"))
        self._paint_sides(painter, inside)

    def _paint_sides(self, painter: QPainter, inside: QRectF) -> None:
        for words, turned, x in (
            (self.tr("heavy"), -90, inside.left()),
            (self.tr("pleasant"), 90, inside.right()),
        ):
            painter.save()
            painter.translate(x, inside.center().y())
            painter.rotate(turned)
            edge = self._theme.metrics.text(EDGE)
            place = QRectF(-inside.height() / 2, -edge, inside.height(), edge - 4)
            painter.drawText(place, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, words)
            painter.restore()

    def _paint_trail(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        dot = DOT * self._theme.metrics.scale
        for age, point in enumerate(self._before):
            colour = QColor(tint_of(self._theme.colours, point.valence).glow)
            colour.setAlphaF(0.45 * (1 - age / TRAIL))
            painter.setBrush(colour)
            painter.drawEllipse(self._at(point), dot, dot)

    def _paint_rest(self, painter: QPainter, rest: Point) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.colours.edge), 1.5))
        core = CORE * self._theme.metrics.scale
        painter.drawEllipse(self._at(rest), core, core)

    def _paint_point(self, painter: QPainter, point: Point) -> None:
        scale, centre = self._theme.metrics.scale, self._at(point)
        tint = tint_of(self._theme.colours, point.valence)
        radius = (CORE + HALO * point.openness) * scale
        halo, core = QRadialGradient(centre, radius), QColor(tint.glow)
        core.setAlphaF(0.55)
        halo.setColorAt(0, core)
        core.setAlphaF(0)
        halo.setColorAt(1, core)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(halo)
        painter.drawEllipse(centre, radius, radius)
        painter.setBrush(QColor(tint.core))
        painter.drawEllipse(centre, CORE * scale, CORE * scale)

    def _on_theme(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()
