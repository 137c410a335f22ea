"""The orb: the companion's painted presence. It moves only while there is something to show.

Until the mood room colours it, it wears the theme's neutral warmth. At rest, and whenever reduced motion is
asked for, no timer runs and nothing is repainted.
"""

import math
import time
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QRadialGradient
from PySide6.QtWidgets import QWidget

from ui.theme import Theme

FRAME_MS = 16
GLOW_ALPHA = 90
DOTS = (0.115, 0.085, 0.06)
"""Radii of the dots of thought, in shares of the orb's."""

WAVES, WAVE_DEGREES = 2, 34
"""Arcs on each side while it speaks, and how far each goes up and down."""


class OrbState(StrEnum):
    """What the companion is doing."""

    IDLE = "idle"
    LISTENING = "listening"
    THINKING = "thinking"
    SPEAKING = "speaking"
    MUTED = "muted"
    ABSENT = "absent"


ANIMATED = frozenset({OrbState.THINKING, OrbState.SPEAKING})
DULL = frozenset({OrbState.MUTED, OrbState.ABSENT})
"""What cannot hear: without colour, so that it is told apart at a glance."""


class Orb(QWidget):
    """A glowing sphere of `diameter` pixels, with a sign around it for what it does.

    Listening shows as a still ring: typing must not cost frames.
    """

    def __init__(self, theme: Theme, diameter: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._diameter = diameter
        self._state = OrbState.IDLE
        self._began = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setObjectName("orb: frames")
        self._timer.setInterval(FRAME_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.update)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Presence"))
        theme.changed.connect(self._refresh)
        self._refresh()

    @property
    def state(self) -> OrbState:
        return self._state

    @property
    def animating(self) -> bool:
        return self._timer.isActive()

    def set_state(self, state: OrbState) -> None:
        if state is self._state:
            return
        self._state = state
        self._began = time.monotonic()
        self._refresh()

    def sizeHint(self) -> QSize:
        side = self._theme.metrics.space(self._diameter)
        return QSize(side, side)

    def showEvent(self, event: object) -> None:
        self._run_or_rest()

    def hideEvent(self, event: object) -> None:
        self._timer.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height())
        painter.translate(self.width() / 2, self.height() / 2)
        if self._state in DULL:
            self._paint_deaf(painter, side / 2)
            return
        self._paint_glow(painter, side / 2)
        self._paint_core(painter, side / 2)
        self._paint_sign(painter, side / 2)

    def _phase(self) -> float:
        """Seconds into the state, or a still 0 where nothing moves."""
        return time.monotonic() - self._began if self.animating else 0.0

    def _swell(self) -> float:
        """How large the core is, 0.9–1.06 of its rest."""
        if self._state is OrbState.SPEAKING:
            t = self._phase()
            return 1.0 + 0.035 * math.sin(7.1 * t) + 0.02 * math.sin(11.3 * t + 1)
        if self._state is OrbState.THINKING:
            return 0.96 + 0.03 * math.sin(2.4 * self._phase())
        return 1.0

    def _paint_glow(self, painter: QPainter, radius: float) -> None:
        glow = QColor(self._theme.colours.orb_glow)
        gradient = QRadialGradient(QPointF(0, 0), radius)
        strength = 1.25 if self._state in ANIMATED else 1.0
        glow.setAlpha(round(GLOW_ALPHA * strength))
        gradient.setColorAt(0.45, glow)
        glow.setAlpha(0)
        gradient.setColorAt(1.0, glow)
        self._fill(painter, gradient, radius)

    def _paint_core(self, painter: QPainter, radius: float) -> None:
        core = QColor(self._theme.colours.orb_core)
        edge = QColor(self._theme.colours.orb_glow)
        turn = 2.2 * self._phase() if self._state is OrbState.THINKING else 0.0
        angle = turn - 2.2
        size = 0.66 * radius * self._swell()
        light = QPointF(0.38 * size * math.cos(angle), 0.38 * size * math.sin(angle))
        gradient = QRadialGradient(QPointF(0, 0), size, light)
        gradient.setColorAt(0.0, core.lighter(122))
        gradient.setColorAt(0.45, core)
        gradient.setColorAt(1.0, edge)
        self._fill(painter, gradient, size)

    def _paint_sign(self, painter: QPainter, radius: float) -> None:
        """What tells the state in a still picture too: a ring listens, dots go round in thought, waves speak."""
        pen = QPen(QColor(self._theme.colours.accent), max(1.2, radius * 0.05))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        match self._state:
            case OrbState.LISTENING:
                painter.drawEllipse(QPointF(0, 0), radius * 0.84, radius * 0.84)
            case OrbState.THINKING:
                self._paint_dots(painter, radius)
            case OrbState.SPEAKING:
                self._paint_waves(painter, radius)
            case _:
                pass

    def _paint_dots(self, painter: QPainter, radius: float) -> None:
        painter.setBrush(painter.pen().color())
        painter.setPen(Qt.PenStyle.NoPen)
        for number, size in enumerate(DOTS):
            angle = 2.2 * self._phase() - 0.9 - 0.62 * number
            centre = QPointF(0.86 * radius * math.cos(angle), 0.86 * radius * math.sin(angle))
            painter.drawEllipse(centre, size * radius, size * radius)

    def _paint_waves(self, painter: QPainter, radius: float) -> None:
        """Arcs on both sides, which go outward and fade."""
        pen, moved = painter.pen(), 0.5 * self._phase() % 1
        for number in range(WAVES):
            along = (number + moved) / WAVES
            size = radius * (0.74 + 0.24 * along)
            colour = pen.color()
            colour.setAlphaF(1 - 0.7 * along)
            pen.setColor(colour)
            painter.setPen(pen)
            box = QRectF(-size, -size, 2 * size, 2 * size)
            for middle in (0, 180):
                painter.drawArc(box, 16 * (middle - WAVE_DEGREES), 32 * WAVE_DEGREES)

    def _paint_deaf(self, painter: QPainter, radius: float) -> None:
        """A grey disc with a stroke through it, or, without a device, a broken ring around nothing."""
        pen = QPen(QColor(self._theme.colours.muted), max(1.6, radius * 0.09))
        size = 0.66 * radius
        if self._state is OrbState.ABSENT:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(0, 0), size, size)
        if self._state is OrbState.MUTED:
            painter.drawLine(QPointF(-0.72 * size, 0.72 * size), QPointF(0.72 * size, -0.72 * size))

    @staticmethod
    def _fill(painter: QPainter, gradient: QRadialGradient, radius: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gradient)
        painter.drawEllipse(QRectF(-radius, -radius, 2 * radius, 2 * radius))

    def _refresh(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.setAccessibleDescription(self._words())
        self._run_or_rest()
        self.update()

    def _run_or_rest(self) -> None:
        moves = self._state in ANIMATED and not self._theme.reduced_motion and self.isVisible()
        if moves and not self._timer.isActive():
            self._timer.start()
        elif not moves:
            self._timer.stop()

    def _words(self) -> str:
        return {
            OrbState.IDLE: self.tr("at rest"),
            OrbState.LISTENING: self.tr("listening"),
            OrbState.THINKING: self.tr("thinking"),
            OrbState.SPEAKING: self.tr("answering"),
            OrbState.MUTED: self.tr("muted"),
            OrbState.ABSENT: self.tr("without microphone or speaker"),
        }[self._state]
