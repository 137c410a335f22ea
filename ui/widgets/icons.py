"""Line icons, drawn on a grid of 24 so that they take the theme's colour and any size."""

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QTransform

GRID = 24.0
STROKE = 1.7


def _lines(*strokes: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for stroke in strokes:
        path.moveTo(*stroke[0])
        for point in stroke[1:]:
            path.lineTo(*point)
    return path


def _conversation() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(3.5, 4.5, 17, 12.5), 4, 4)
    path.moveTo(8, 17)
    path.lineTo(8, 20.5)
    path.lineTo(12, 17)
    path.addPath(_lines(((8, 9), (16, 9)), ((8, 12.5), (13, 12.5))))
    return path


def _settings() -> QPainterPath:
    path = _lines(((4, 7), (13, 7)), ((19, 7), (20, 7)), ((4, 17), (5, 17)), ((11, 17), (20, 17)))
    path.addEllipse(QPointF(16, 7), 2.8, 2.8)
    path.addEllipse(QPointF(8, 17), 2.8, 2.8)
    return path


def _search() -> QPainterPath:
    path = _lines(((15.5, 15.5), (20, 20)))
    path.addEllipse(QPointF(10.5, 10.5), 6.5, 6.5)
    return path


def _retry() -> QPainterPath:
    path = QPainterPath()
    path.arcMoveTo(QRectF(5, 5, 14, 14), 60)
    path.arcTo(QRectF(5, 5, 14, 14), 60, 290)
    path.addPath(_lines(((15.5, 2.5), (15.8, 6.2), (12, 6.6))))
    return path


def _copy() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(9, 9, 11, 11), 2.5, 2.5)
    path.addPath(_lines(((15, 5.5), (15, 4.5), (5.5, 4.5), (5.5, 15), (6.5, 15))))
    return path


def _memory() -> QPainterPath:
    path = _lines(((12, 7), (12, 12), (15.5, 14)))
    path.addEllipse(QPointF(12, 12), 8, 8)
    return path


def _person() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(12, 8), 3.8, 3.8)
    path.moveTo(4.5, 20)
    path.cubicTo(4.5, 15.6, 8, 14.4, 12, 14.4)
    path.cubicTo(16, 14.4, 19.5, 15.6, 19.5, 20)
    return path


def _question() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(12, 12), 8.5, 8.5)
    path.moveTo(9.6, 10)
    path.cubicTo(9.6, 6.6, 14.6, 6.8, 14.4, 10)
    path.cubicTo(14.3, 11.8, 12, 11.9, 12, 13.8)
    path.addPath(_lines(((12, 16.6), (12, 16.7))))
    return path


def _threads() -> QPainterPath:
    path = _lines(((7, 12), (17, 6)), ((7, 12), (17, 18)))
    for centre in (QPointF(6, 12), QPointF(18, 5.5), QPointF(18, 18.5)):
        path.addEllipse(centre, 2.4, 2.4)
    return path


def _layers() -> QPainterPath:
    return _lines(
        ((12, 3.5), (20.5, 8), (12, 12.5), (3.5, 8), (12, 3.5)),
        ((3.5, 12), (12, 16.5), (20.5, 12)),
        ((3.5, 16), (12, 20.5), (20.5, 16)),
    )


def _aside() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(3, 12)
    path.cubicTo(7, 5.5, 17, 5.5, 21, 12)
    path.cubicTo(17, 18.5, 7, 18.5, 3, 12)
    path.addEllipse(QPointF(12, 12), 2.8, 2.8)
    path.addPath(_lines(((4.5, 20), (19.5, 4))))
    return path


def _attach() -> QPainterPath:
    """A paperclip: three bends of one wire, leaning."""
    path = QPainterPath(QPointF(16, 8))
    path.lineTo(16, 16)
    path.arcTo(QRectF(8, 12, 8, 8), 0, -180)
    path.lineTo(8, 6.5)
    path.arcTo(QRectF(8, 3.5, 6, 6), 180, -180)
    path.lineTo(14, 15.5)
    path.arcTo(QRectF(10, 13.5, 4, 4), 0, -180)
    path.lineTo(10, 8.5)
    return QTransform().translate(12, 12).rotate(38).translate(-12, -12).map(path)


def _microphone() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(9, 3.5, 6, 10.5), 3, 3)
    path.arcMoveTo(QRectF(5.5, 5, 13, 12.5), 180)
    path.arcTo(QRectF(5.5, 5, 13, 12.5), 180, 180)
    path.addPath(_lines(((12, 17.5), (12, 20.5)), ((9, 20.5), (15, 20.5))))
    return path


def _muted() -> QPainterPath:
    path = _microphone()
    path.addPath(_lines(((4, 20), (20, 4))))
    return path


def _hold() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(12, 12), 8, 8)
    path.addEllipse(QPointF(12, 12), 3.2, 3.2)
    return path


def _stop() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(7, 7, 10, 10), 1.5, 1.5)
    return path


def _ring(x: float, y: float, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), radius, radius)
    return path


def _with(path: QPainterPath, *strokes: tuple[tuple[float, float], ...]) -> QPainterPath:
    path.addPath(_lines(*strokes))
    return path


def _today() -> QPainterPath:
    rays = (
        ((12, 2.5), (12, 4.5)),
        ((12, 19.5), (12, 21.5)),
        ((2.5, 12), (4.5, 12)),
        ((19.5, 12), (21.5, 12)),
    )
    slanted = (((5.3, 5.3), (6.7, 6.7)), ((17.3, 17.3), (18.7, 18.7)), ((5.3, 18.7), (6.7, 17.3)))
    return _with(_ring(12, 12, 4.2), *rays, *slanted, ((17.3, 6.7), (18.7, 5.3)))


def _mood() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(12, 19.5)
    path.cubicTo(5, 15, 3.5, 11.5, 3.5, 9)
    path.cubicTo(3.5, 4, 10, 3.5, 12, 8)
    path.cubicTo(14, 3.5, 20.5, 4, 20.5, 9)
    path.cubicTo(20.5, 11.5, 19, 15, 12, 19.5)
    return path


def _imprint() -> QPainterPath:
    path = _ring(12, 12, 2)
    path.addEllipse(QPointF(12, 12), 5.4, 5.4)
    path.addEllipse(QPointF(12, 12), 8.8, 8.8)
    return path


def _reminder() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(6, 16.5)
    path.cubicTo(7.5, 14.5, 6.2, 10, 8, 7.4)
    path.cubicTo(9.8, 4.6, 14.2, 4.6, 16, 7.4)
    path.cubicTo(17.8, 10, 16.5, 14.5, 18, 16.5)
    path.closeSubpath()
    path.addPath(_lines(((10.2, 19.5), (13.8, 19.5))))
    return path


def _mind() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(9, 16.2)
    path.cubicTo(3.5, 12, 6.5, 3.5, 12, 3.5)
    path.cubicTo(17.5, 3.5, 20.5, 12, 15, 16.2)
    path.closeSubpath()
    path.addPath(_lines(((9.6, 19.2), (14.4, 19.2)), ((10.8, 21.5), (13.2, 21.5))))
    return path


def _night() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(14.5, 3.5)
    path.cubicTo(5.5, 2.5, 1.5, 13, 8, 18.2)
    path.cubicTo(13, 22, 20, 19, 20.5, 13.5)
    path.cubicTo(15, 16.5, 9.5, 10.5, 14.5, 3.5)
    return path


PATHS: dict[str, Callable[[], QPainterPath]] = {
    "conversation": _conversation,
    "settings": _settings,
    "search": _search,
    "retry": _retry,
    "copy": _copy,
    "memory": _memory,
    "person": _person,
    "question": _question,
    "threads": _threads,
    "layers": _layers,
    "stop": _stop,
    "send": lambda: _lines(((12, 19), (12, 5)), ((6, 11), (12, 5), (18, 11))),
    "menu": lambda: _lines(((4, 7), (20, 7)), ((4, 12), (20, 12)), ((4, 17), (20, 17))),
    "edit": lambda: _lines(((5, 19), (6, 15), (16, 5), (19, 8), (9, 18), (5, 19))),
    "close": lambda: _lines(((6, 6), (18, 18)), ((18, 6), (6, 18))),
    "up": lambda: _lines(((6, 15), (12, 9), (18, 15))),
    "down": lambda: _lines(((6, 9), (12, 15), (18, 9))),
    "keep": lambda: _lines(((7, 4), (17, 4), (17, 20), (12, 16), (7, 20), (7, 4))),
    "mend": lambda: _lines(((4, 12), (9, 17), (20, 6)), ((4, 20), (20, 20))),
    "note": lambda: _lines(
        ((6, 3.5), (18, 3.5), (18, 20.5), (6, 20.5), (6, 3.5)),
        ((9, 8.5), (15, 8.5)),
        ((9, 12), (15, 12)),
        ((9, 15.5), (12.5, 15.5)),
    ),
    "aside": _aside,
    "attach": _attach,
    "microphone": _microphone,
    "muted": _muted,
    "hold": _hold,
    "today": _today,
    "mood": _mood,
    "imprint": _imprint,
    "reminder": _reminder,
    "mind": _mind,
    "night": _night,
    "goal": lambda: _with(_ring(12, 12, 8.5), ((8, 12.2), (11, 15), (16, 9.2))),
    "correction": lambda: _lines(
        ((4, 7), (20, 7)), ((4, 12), (12, 12)), ((4, 17), (9, 17)), ((13, 17), (15.5, 19.5), (20.5, 13))
    ),
    "self": lambda: _with(
        _ring(12, 12, 8.5),
        ((12, 12), (15.8, 8.2)),
        ((12, 12), (9.6, 14.4)),
        ((12, 5.8), (12, 6)),
        ((12, 18), (12, 18.2)),
    ),
    "trail": lambda: _with(
        _ring(6, 6, 2),
        ((6, 8), (6, 16)),
        ((10, 6), (20, 6)),
        ((10, 12), (18, 12)),
        ((10, 18), (20, 18)),
        ((6, 17.9), (6, 18.1)),
    ),
    "more": lambda: _lines(((5.5, 12), (5.6, 12)), ((12, 12), (12.1, 12)), ((18.5, 12), (18.6, 12))),
    "right": lambda: _lines(((9, 6), (15, 12), (9, 18))),
}


@lru_cache(maxsize=64)
def icon_path(name: str) -> QPainterPath:
    """The strokes of an icon on the grid of 24; KeyError for a name that is not drawn."""
    return PATHS[name]()


def paint_icon(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Draw an icon into `rect`, which should be square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / GRID, rect.height() / GRID)
    pen = QPen(colour, STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(colour if name == "stop" else Qt.BrushStyle.NoBrush)
    painter.drawPath(icon_path(name))
    painter.restore()


def icon(name: str, colour: str, size: int, checked: str | None = None, ratio: float = 2.0) -> QIcon:
    """An icon of `size` pixels in `colour`, and in `checked` when its button is on."""
    result = QIcon()
    result.addPixmap(_pixmap(name, colour, size, ratio), QIcon.Mode.Normal, QIcon.State.Off)
    if checked:
        result.addPixmap(_pixmap(name, checked, size, ratio), QIcon.Mode.Normal, QIcon.State.On)
    return result


def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_icon(painter, name, QRectF(0, 0, size, size), QColor(colour))
    painter.end()
    return pixmap
