"""A small calm drawing for the day ([E] §9.7): hills under a sun or a moon, another every day, as the mood is."""

from datetime import date
from math import sin, tau
from random import Random

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import RADIUS_SMALL, Feeling, Theme, Tint, tint_of

HEIGHT, WIDTH = 92, 280
"""Pixels at 100% text; it is as wide as its place is."""
HILLS = 3
STEPS = 48
"""Points of which the line of a hill is made."""
BIRDS = 3
FAINT, SOFT, CLEAR = 0.16, 0.34, 0.62
"""How much of its colour a part has, the farther the less."""


class Doodle(QWidget):
    """Empty until a day is shown; the same day and mood always give the same drawing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._day: date | None = None
        self._feeling: Feeling | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("A small drawing for this day"))
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def show_day(self, day: date, feeling: Feeling | None) -> None:
        """Draw this day, as it feels; None where that is not known."""
        self._day, self._feeling = day, feeling
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.metrics.space(WIDTH), self._theme.metrics.space(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._day is None:
            return
        # Nothing is kept secret by it: the day alone makes the drawing, and the same one again.
        chance, area = Random(self._day.isoformat()), QRectF(self.rect())  # noqa: S311
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QPainterPath()
        frame.addRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)
        painter.setClipPath(frame)
        tint = tint_of(self._theme.colours, 0.0 if self._feeling is None else self._feeling.valence)
        self._paint_sky(painter, area, tint)
        self._paint_light(painter, area, tint, chance)
        self._paint_birds(painter, area, chance)
        for place in range(HILLS):
            self._paint_hill(painter, area, tint, chance, place)
        painter.end()

    def _paint_sky(self, painter: QPainter, area: QRectF, tint: Tint) -> None:
        sky = QLinearGradient(area.topLeft(), area.bottomLeft())
        sky.setColorAt(0, QColor(self._theme.colours.canvas))
        sky.setColorAt(1, _faint(tint.core, SOFT))
        painter.fillRect(area, QColor(self._theme.colours.canvas))
        painter.fillRect(area, sky)

    def _paint_light(self, painter: QPainter, area: QRectF, tint: Tint, chance: Random) -> None:
        """The sun by day's colours, a moon where the window is dark: the livelier, the higher it stands."""
        energy = 0.5 if self._feeling is None else self._feeling.energy
        radius = area.height() * chance.uniform(0.13, 0.17)
        across = area.left() + area.width() * chance.uniform(0.58, 0.88)
        centre = QPointF(across, area.top() + area.height() * (0.52 - 0.24 * energy))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_faint(tint.core, FAINT))
        for share in (2.3, 1.6):
            painter.drawEllipse(centre, radius * share, radius * share)
        painter.setBrush(QColor(tint.core))
        light = QPainterPath()
        light.addEllipse(centre, radius, radius)
        if self._theme.colours.dark:
            shadow = QPainterPath()
            shadow.addEllipse(centre + QPointF(radius * 0.5, -radius * 0.3), radius * 0.9, radius * 0.9)
            light = light.subtracted(shadow)
        painter.drawPath(light)

    def _paint_birds(self, painter: QPainter, area: QRectF, chance: Random) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(_faint(self._theme.colours.muted, CLEAR), 1.3, c=Qt.PenCapStyle.RoundCap))
        flock = area.left() + area.width() * chance.uniform(0.12, 0.4)
        for _ in range(chance.randint(0, BIRDS)):
            wing = area.height() * chance.uniform(0.04, 0.065)
            at = QPointF(
                flock + area.height() * chance.uniform(-0.5, 0.5),
                area.top() + area.height() * chance.uniform(0.18, 0.36),
            )
            bird = QPainterPath(at + QPointF(-2 * wing, -wing * 0.6))
            bird.quadTo(at + QPointF(-wing, -wing), at)
            bird.quadTo(at + QPointF(wing, -wing), at + QPointF(2 * wing, -wing * 0.6))
            painter.drawPath(bird)

    def _paint_hill(self, painter: QPainter, area: QRectF, tint: Tint, chance: Random, place: int) -> None:
        """The farthest first: each nearer one lower and clearer."""
        ground = area.top() + area.height() * (0.6 + 0.13 * place)
        rise, turns, shift = (
            area.height() * chance.uniform(0.07, 0.13),
            chance.uniform(0.7, 1.6),
            chance.random(),
        )
        path = QPainterPath(area.bottomLeft())
        for step in range(STEPS + 1):
            share = step / STEPS
            wave = sin(tau * (turns * share + shift)) + 0.35 * sin(tau * (2.3 * turns * share + 2 * shift))
            path.lineTo(area.left() + area.width() * share, ground - rise * wave)
        path.lineTo(area.bottomRight())
        path.closeSubpath()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_faint(tint.glow, (FAINT, SOFT, CLEAR)[place]))
        painter.drawPath(path)

    def _on_theme(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self.update()


def _faint(colour: str, strength: float) -> QColor:
    """A token with so much of its colour, 0–1."""
    made = QColor(colour)
    made.setAlphaF(strength)
    return made
