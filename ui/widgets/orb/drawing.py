"""How the orb is drawn, in a widget or in an icon: a glow, a sphere in its mood's colours, and a sign for its state."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient

from ui.theme import Colours, Tint, tint_of
from ui.widgets.badge import SIDES
from ui.widgets.orb.states import ANIMATED, DULL, Bearing, OrbState

CORE = 0.66
"""The sphere's radius at rest, in shares of the orb's."""
GLOW_STEPS = 8
TIGHT, WIDE = 0.86, 1.0
"""How far the glow reaches, guarded and open, in shares of the orb's radius."""
CRISP, SOFT = 0.02, 0.16
"""How much of the sphere's edge melts into the glow, guarded and open."""

RING = 0.84
CUP_DEGREES = 62
"""How far the sign of an open microphone goes up on each side."""
DOTS = (0.115, 0.085, 0.06)
"""Radii of the dots of thought, in shares of the orb's."""
WAVES, WAVE_DEGREES = 2, 34
"""Arcs on each side while it speaks, and how far each goes up and down."""
STARS = ((0.40, -0.40, 0.085, 0.0), (0.60, 0.06, 0.06, 2.1), (0.24, 0.40, 0.05, 4.0))
"""Where the stars of a dream stand, how large they are (all in shares of the sphere), and when each is brightest."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that a picture of the orb depends on. `beat` is how long it has swelled, in seconds of an even tempo."""

    state: OrbState
    bearing: Bearing
    colours: Colours
    beat: float = 0.0

    @property
    def tint(self) -> Tint:
        return tint_of(self.colours, self.bearing.valence)

    @property
    def swell(self) -> float:
        """How large the sphere is, about 0.9–1.1 of its rest."""
        t, much = self.beat, self.bearing.amplitude
        match self.state:
            case OrbState.SPEAKING:
                return 1.0 + much * (0.035 * math.sin(7.1 * t) + 0.02 * math.sin(11.3 * t + 1))
            case OrbState.THINKING:
                return 0.96 + much * 0.03 * math.sin(2.4 * t)
            case OrbState.DREAMING:
                return 1.0 + much * 0.025 * math.sin(0.8 * t)
        return 1.0


def paint_orb(painter: QPainter, radius: float, look: Look) -> None:
    """Draw it around the painter's origin, `radius` pixels large with its glow."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if look.state in DULL:
        _paint_deaf(painter, radius, look)
    else:
        _paint_glow(painter, radius, look)
        if look.state is OrbState.DREAMING:
            _paint_dream(painter, CORE * radius * look.swell, look)
        else:
            _paint_core(painter, CORE * radius * look.swell, look)
            _paint_sign(painter, radius, look)
    painter.restore()


def orb_icon(look: Look) -> QIcon:
    """The orb in every size that a tray may ask for."""
    result = QIcon()
    for side in SIDES:
        pixmap = QPixmap(QSize(side, side))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.translate(side / 2, side / 2)
        paint_orb(painter, side / 2, look)
        painter.end()
        result.addPixmap(pixmap)
    return result


def _paint_glow(painter: QPainter, radius: float, look: Look) -> None:
    """It fades as light does: a straight fall would show its edge."""
    openness = look.bearing.openness
    reach = TIGHT + (WIDE - TIGHT) * openness
    strength = (110 + 50 * openness) * (1.2 if look.state in ANIMATED else 1.0)
    glow, gradient = QColor(look.tint.glow), QRadialGradient(QPointF(0, 0), radius * reach)
    begins = 0.9 * CORE / reach
    for step in range(GLOW_STEPS + 1):
        along = step / GLOW_STEPS
        glow.setAlpha(round(strength * (1 - along) ** (3 - openness)))
        gradient.setColorAt(begins + (1 - begins) * along, glow)
    _fill(painter, gradient, radius * reach)


def _paint_core(painter: QPainter, size: float, look: Look) -> None:
    tint, core = look.tint, QColor(look.tint.core)
    angle = (2.2 * look.beat if look.state is OrbState.THINKING else 0.0) - 2.2
    light = QPointF(0.38 * size * math.cos(angle), 0.38 * size * math.sin(angle))
    gradient = QRadialGradient(QPointF(0, 0), size, light)
    gradient.setColorAt(0.0, core.lighter(122))
    gradient.setColorAt(0.48, core)
    _end_softly(gradient, tint.glow, look)
    _fill(painter, gradient, size)


def _paint_dream(painter: QPainter, size: float, look: Look) -> None:
    """A small night: a crescent in its mood's light, that rocks a little, and three stars."""
    night, tint = QColor(look.colours.orb_night), look.tint
    gradient = QRadialGradient(QPointF(0, 0), size, QPointF(-0.3 * size, -0.2 * size))
    gradient.setColorAt(0.0, night.lighter(135))
    gradient.setColorAt(0.6, night)
    _end_softly(gradient, look.colours.orb_night, look)
    _fill(painter, gradient, size)
    painter.save()
    painter.rotate(-24 + 5 * math.sin(0.4 * look.beat))
    moon = QRadialGradient(QPointF(-0.5 * size, 0), size)
    moon.setColorAt(0.0, QColor(tint.core).lighter(118))
    moon.setColorAt(1.0, QColor(tint.core))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(_crescent(size), moon)
    painter.restore()
    star = QColor(tint.core).lighter(112)
    for x, y, large, late in STARS:
        star.setAlphaF(0.8 + 0.2 * math.cos(0.9 * look.beat - late))
        painter.setBrush(star)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(x * size, y * size), max(0.6, large * size), max(0.6, large * size))


def _crescent(size: float) -> QPainterPath:
    """A moon's lit side, open to the right."""
    disc, dark = QPainterPath(), QPainterPath()
    disc.addEllipse(QPointF(-0.10 * size, 0), 0.68 * size, 0.68 * size)
    dark.addEllipse(QPointF(0.24 * size, 0), 0.62 * size, 0.62 * size)
    return disc.subtracted(dark)


def _paint_sign(painter: QPainter, radius: float, look: Look) -> None:
    """What tells the state in a still picture too: half a ring waits, a ring listens, dots think, waves speak."""
    pen = QPen(QColor(look.tint.sign), max(1.2, radius * 0.05))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if look.state is OrbState.LISTENING:
        painter.drawEllipse(QPointF(0, 0), radius * RING, radius * RING)
    elif look.state in SIGNS:
        SIGNS[look.state](painter, radius, look)


def _paint_dots(painter: QPainter, radius: float, look: Look) -> None:
    painter.setBrush(painter.pen().color())
    painter.setPen(Qt.PenStyle.NoPen)
    for number, size in enumerate(DOTS):
        angle = 2.2 * look.beat - 0.9 - 0.62 * number
        centre = QPointF(0.86 * radius * math.cos(angle), 0.86 * radius * math.sin(angle))
        painter.drawEllipse(centre, size * radius, size * radius)


def _paint_waves(painter: QPainter, radius: float, look: Look) -> None:
    """Arcs on both sides, which go outward and fade."""
    pen, moved = painter.pen(), 0.5 * look.beat % 1
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


def _paint_cup(painter: QPainter, radius: float, _look: Look) -> None:
    """Half of the ring of listening, open above: whatever is said falls in."""
    size = radius * RING
    painter.drawArc(QRectF(-size, -size, 2 * size, 2 * size), 16 * (270 - CUP_DEGREES), 32 * CUP_DEGREES)


SIGNS: dict[OrbState, Callable[[QPainter, float, Look], None]] = {
    OrbState.READY: _paint_cup,
    OrbState.THINKING: _paint_dots,
    OrbState.SPEAKING: _paint_waves,
}


def _paint_deaf(painter: QPainter, radius: float, look: Look) -> None:
    """A grey disc with a stroke through it, or, without a device, a broken ring around nothing."""
    pen = QPen(QColor(look.colours.muted), max(1.6, radius * 0.09))
    size = CORE * radius
    if look.state is OrbState.ABSENT:
        pen.setStyle(Qt.PenStyle.DotLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0), size, size)
    if look.state is OrbState.MUTED:
        painter.drawLine(QPointF(-0.72 * size, 0.72 * size), QPointF(0.72 * size, -0.72 * size))


def _end_softly(gradient: QRadialGradient, colour: str, look: Look) -> None:
    """Let the sphere end in `colour`, the more open the softer."""
    edge, soft = QColor(colour), CRISP + (SOFT - CRISP) * look.bearing.openness
    gradient.setColorAt(1 - soft, edge)
    edge.setAlpha(0)
    gradient.setColorAt(1.0, edge)


def _fill(painter: QPainter, brush: QBrush | QRadialGradient, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)
    painter.drawEllipse(QRectF(-radius, -radius, 2 * radius, 2 * radius))
