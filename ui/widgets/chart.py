"""Charts, drawn by pyqtgraph in the theme's colours: lines over days, and shares held against shares."""

import importlib
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPen, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QGraphicsRectItem, QVBoxLayout, QWidget

from ui.theme import Theme

HEIGHT = 190
"""Pixels at 100% text."""
PLOTTING = "pyqtgraph"
WIDTH, DOT = 2.2, 7.0
BEYOND = 0.2
"""How far a chart may be seen beyond its range."""
SHADE = 0.16
"""How much of its colour a band has, 0–1."""
Scale = Sequence[tuple[float, str]]
"""Values, each with the words that stand at it."""
SHARES: Scale = ((0.0, "0%"), (0.25, "25%"), (0.5, "50%"), (0.75, "75%"), (1.0, "100%"))


class Pen(QObject):
    """Brings pyqtgraph the first time that something is to be drawn, by a thread: it takes a quarter of a second."""

    brought = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._bringing = False

    @property
    def plotting(self) -> Any:
        """The module; None where it is not here yet: then it is brought, and `brought` follows."""
        if self._bringing:
            return None
        if PLOTTING not in sys.modules:
            self._bringing = True
            threading.Thread(target=self._bring, name=f"chart: {PLOTTING}").start()
            return None
        return sys.modules[PLOTTING]

    def _bring(self) -> None:
        importlib.import_module(PLOTTING)
        self._bringing = False
        self.brought.emit()


@cache
def the_pen() -> Pen:
    """The one of this process, as modules are loaded once."""
    return Pen()


class Chart(QWidget):
    """Empty until something is shown, and drawn only while it can be seen, in turns of the loop of its own.

    A kind of chart says what its plot is made with (`_options`), how it is dressed once (`_prepare`), which axes it
    shows and what it draws (`_draw`). All of it is always shown: it is not moved or enlarged by hand, and the wheel
    scrolls the page that it stands on.
    """

    axes: tuple[str, ...] = ("bottom",)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._plot: Any = None
        self.setAccessibleName(name)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._stale = False
        self._turn = QTimer(self)
        self._turn.setObjectName("chart: draw")
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._go_on)
        the_pen().brought.connect(self._go_on)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._turn.start()

    def _show(self) -> None:
        """Draw what there is, and nothing else, as soon as it can be seen."""
        self._stale = True
        self._turn.start()

    def _go_on(self) -> None:
        """The next step of drawing; each holds the main thread for a frame or two."""
        if not self._stale or not self.isVisible():
            return
        pyqtgraph = the_pen().plotting
        if pyqtgraph is None:
            return
        if self._plot is None:
            self._plot = self._made(pyqtgraph)
            self._column.addWidget(self._plot)
            self._turn.start()
        else:
            self._stale = False
            self._plot.clear()
            self._dress(pyqtgraph)
            self._draw(pyqtgraph)

    def _options(self, pyqtgraph: Any) -> dict[str, Any]:
        return {}

    def _prepare(self, plot: Any) -> None:
        raise NotImplementedError

    def _draw(self, pyqtgraph: Any) -> None:
        raise NotImplementedError

    def _made(self, pyqtgraph: Any) -> Any:
        plot = pyqtgraph.PlotWidget(self, enableMenu=False, **self._options(pyqtgraph))
        plot.hideButtons()
        plot.setFrameShape(plot.Shape.NoFrame)
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # It makes a menu that nobody owns, though none is wanted: let it go with the plot.
        menu = plot.getPlotItem().ctrlMenu
        menu.setParent(plot, menu.windowFlags())
        plot.setMouseEnabled(x=False, y=False)
        plot.viewport().installEventFilter(self)
        self._prepare(plot)
        return plot

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The wheel is the page's: a plot hands nothing on by itself, whether it takes it or not."""
        if event.type() is QEvent.Type.Wheel:
            page = self.parentWidget()
            while page is not None and not isinstance(page, QAbstractScrollArea):
                page = page.parentWidget()
            if page is not None:
                QCoreApplication.sendEvent(page.verticalScrollBar(), event)
            return True
        return super().eventFilter(watched, event)

    def _dress(self, pyqtgraph: Any) -> None:
        colours, metrics = self._theme.colours, self._theme.metrics
        self._plot.setBackground(QColor(colours.surface))
        for name in self.axes:
            axis = self._plot.getAxis(name)
            axis.setPen(pyqtgraph.mkPen(QColor(colours.line)))
            axis.setTextPen(pyqtgraph.mkPen(QColor(colours.muted)))
            axis.setStyle(tickFont=self._theme.font(metrics.small))

    def _dashed(self, pyqtgraph: Any, tone: str) -> Any:
        return pyqtgraph.mkPen(QColor(getattr(self._theme.colours, tone)), style=Qt.PenStyle.DashLine)

    def _dots(
        self, pyqtgraph: Any, places: Sequence[tuple[float, float]], told: Sequence[str], tone: str
    ) -> None:
        """Points that tell something when they are pointed at."""
        self._plot.addItem(
            pyqtgraph.ScatterPlotItem(
                [x for x, _ in places],
                [y for _, y in places],
                size=DOT,
                brush=pyqtgraph.mkBrush(QColor(getattr(self._theme.colours, tone))),
                pen=pyqtgraph.mkPen(QColor(self._theme.colours.surface)),
                hoverable=True,
                data=list(told),
                tip=lambda x, y, data: data,
            )
        )

    def _on_theme(self) -> None:
        self.setFixedHeight(self._theme.metrics.text(HEIGHT))
        if self._plot is not None:
            self._show()


@dataclass(frozen=True, slots=True)
class Series:
    """A line: its name, the token of its colour, and its values by time; the points of one may tell something."""

    name: str
    tone: str
    points: Sequence[tuple[datetime, float]]
    told: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of time that is set off, in the token of its colour."""

    tone: str
    begin: datetime
    end: datetime


class TimeChart(Chart):
    """Lines over days, from `low` to `high`, before bands; the values of a `scale` stand at the left in its words."""

    def __init__(
        self,
        name: str,
        low: float,
        high: float,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        scale: Scale = (),
    ) -> None:
        self._range, self._scale = (low, high), scale
        self.axes = ("bottom", "left") if scale else ("bottom",)
        self._series: Sequence[Series] = ()
        self._bands: Sequence[Band] = ()
        self._span: tuple[datetime, datetime] | None = None
        super().__init__(name, theme, parent)

    def show_series(
        self,
        series: Sequence[Series],
        span: tuple[datetime, datetime] | None = None,
        bands: Sequence[Band] = (),
    ) -> None:
        """Draw these lines and no others, over the whole of `span`; without one, over as long as they last."""
        if (series, span, bands) != (self._series, self._span, self._bands):
            self._series, self._span, self._bands = series, span, bands
            if series:
                self._show()

    def _options(self, pyqtgraph: Any) -> dict[str, Any]:
        return {"axisItems": {"bottom": pyqtgraph.DateAxisItem()}}

    def _prepare(self, plot: Any) -> None:
        low, high = self._range
        if self._scale:
            plot.getAxis("left").setTicks([self._scale])
        else:
            plot.hideAxis("left")
        plot.setYRange(low, high, padding=0.08)
        plot.getViewBox().setLimits(yMin=low - BEYOND, yMax=high + BEYOND)

    def _draw(self, pyqtgraph: Any) -> None:
        self._plot.disableAutoRange()  # else the range would be found anew with each item that is added
        middle = self._dashed(pyqtgraph, "line")
        self._plot.addItem(pyqtgraph.InfiniteLine(sum(self._range) / 2, angle=0, pen=middle))
        for band in self._bands:
            self._plot.addItem(self._region(band), ignoreBounds=True)
        for one in self._series:
            places = [(at.timestamp(), value) for at, value in one.points]
            pen = pyqtgraph.mkPen(QColor(getattr(self._theme.colours, one.tone)), width=WIDTH)
            self._plot.plot([x for x, _ in places], [y for _, y in places], pen=pen, antialias=True)
            if one.told:
                self._dots(pyqtgraph, places, one.told, one.tone)
        if self._span is None:
            self._plot.enableAutoRange(x=True)
        else:
            self._plot.setXRange(*(at.timestamp() for at in self._span), padding=0.02)

    def _region(self, band: Band) -> QGraphicsRectItem:
        """Behind the lines; its edges are drawn too, as a short one is narrower than a pixel."""
        shade, edge = (QColor(getattr(self._theme.colours, band.tone)) for _ in range(2))
        shade.setAlphaF(SHADE)
        edge.setAlphaF(2 * SHADE)
        low, high = self._range
        begin = band.begin.timestamp()
        rect = QRectF(begin, low - BEYOND, band.end.timestamp() - begin, high - low + 2 * BEYOND)
        region = QGraphicsRectItem(rect)
        region.setBrush(shade)
        region.setPen(QPen(edge, 0))  # one pixel, whatever the scale
        region.setZValue(-10)
        return region


class ShareChart(Chart):
    """Points of two shares (0–1) each, and the line on which the two are the same."""

    axes = ("bottom", "left")

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        self._points: Sequence[tuple[float, float, str]] = ()
        super().__init__(name, theme, parent)

    def show_points(self, points: Sequence[tuple[float, float, str]]) -> None:
        """Draw these: how far to the right, how far up, and what each tells."""
        self._points = points
        self.setAccessibleDescription("\n".join(told for _, _, told in points))
        self._show()

    def _prepare(self, plot: Any) -> None:
        plot.setXRange(0, 1, padding=0.04)
        plot.setYRange(0, 1, padding=0.08)
        for name in self.axes:
            plot.getAxis(name).setTicks([SHARES])

    def _draw(self, pyqtgraph: Any) -> None:
        self._plot.plot([0, 1], [0, 1], pen=self._dashed(pyqtgraph, "edge"))
        places = [(x, y) for x, y, _ in self._points]
        pen = pyqtgraph.mkPen(QColor(self._theme.colours.accent), width=WIDTH)
        self._plot.plot([x for x, _ in places], [y for _, y in places], pen=pen, antialias=True)
        self._dots(pyqtgraph, places, [told for _, _, told in self._points], "accent")
