"""The program's icon with a badge in its corner: its form tells the state as well as its colour does."""

from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

SIDES = (16, 22, 24, 32, 48, 64)
"""Sizes that trays ask for, in pixels."""

SHARE = 0.56
"""The badge's diameter as a share of the icon's side."""


class Badge(StrEnum):
    """Nothing to say, wait (a ring), see to something (a disc with a bar), broken (a disc with a cross)."""

    NONE = "none"
    WAIT = "wait"
    LOOK = "look"
    BROKEN = "broken"


def badged(base: QIcon, badge: Badge, colour: str, rim: str) -> QIcon:
    """`base` in every size a tray may ask for, with `badge` in `colour` and its mark and edge in `rim`."""
    result = QIcon()
    for side in SIDES:
        pixmap = QPixmap(QSize(side, side))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        base.paint(painter, pixmap.rect())
        if badge is not Badge.NONE:
            _paint(painter, badge, side, QColor(colour), QColor(rim))
        painter.end()
        result.addPixmap(pixmap)
    return result


def _paint(painter: QPainter, badge: Badge, side: int, colour: QColor, rim: QColor) -> None:
    diameter = SHARE * side
    disc = QRectF(side - diameter, side - diameter, diameter, diameter)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(rim)
    painter.drawEllipse(disc)
    edge = max(1.0, diameter * 0.1)
    painter.setBrush(colour)
    painter.drawEllipse(disc.adjusted(edge, edge, -edge, -edge))
    painter.setPen(QPen(rim, max(1.2, diameter * 0.15), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    arm, middle = diameter * 0.18, disc.center()
    match badge:
        case Badge.WAIT:
            painter.setBrush(rim)
            painter.drawEllipse(middle, arm * 0.8, arm * 0.8)
        case Badge.LOOK:
            painter.drawLine(middle - QPointF(0, arm * 1.3), middle + QPointF(0, arm * 0.2))
            painter.drawPoint(middle + QPointF(0, arm * 1.3))
        case _:
            painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm))
            painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm))
