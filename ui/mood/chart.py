"""Lines over days with points that tell what happened, drawn by pyqtgraph in the theme's colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.theme import Theme

HEIGHT = 190
"""Pixels at 100% text."""
WIDTH, DOT = 2.2, 7.0


@dataclass(frozen=True, slots=True)
class Series:
    """A line: its name, the token of its colour, and its values by time; the points of one may tell something."""

    name: str
    tone: str
    points: Sequence[tuple[datetime, float]]
    told: Sequence[str] = ()


class TimeChart(QWidget):
    """Empty until something is shown: pyqtgraph brings numpy, which the window does not load before it is needed."""

    def __init__(
        self, name: str, low: float, high: float, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._range = theme, (low, high)
        self._plot: Any = None
        self._series: Sequence[Series] = ()
        self.setAccessibleName(name)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def show_series(self, series: Sequence[Series]) -> None:
        """Draw these lines and no others."""
        self._series = series
        self._draw()

    def _draw(self) -> None:
        if not self._series:
            return
        import pyqtgraph  # noqa: PLC0415 - heavy: numpy and a fifth of a second

        if self._plot is None:
            self._plot = self._made(pyqtgraph)
            self._column.addWidget(self._plot)
        self._plot.clear()
        self._dress(pyqtgraph)
        for one in self._series:
            self._add(pyqtgraph, one)

    def _made(self, pyqtgraph: Any) -> Any:
        plot = pyqtgraph.PlotWidget(self, axisItems={"bottom": pyqtgraph.DateAxisItem()}, enableMenu=False)
        plot.setMouseEnabled(x=True, y=False)
        plot.hideButtons()
        plot.hideAxis("left")
        plot.setYRange(*self._range, padding=0.08)
        plot.getViewBox().setLimits(yMin=self._range[0] - 0.2, yMax=self._range[1] + 0.2)
        plot.setFrameShape(plot.Shape.NoFrame)
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # It makes a menu that nobody owns, though none is wanted: let it go with the plot.
        menu = plot.getPlotItem().ctrlMenu
        menu.setParent(plot, menu.windowFlags())
        return plot

    def _dress(self, pyqtgraph: Any) -> None:
        colours, metrics = self._theme.colours, self._theme.metrics
        self._plot.setBackground(QColor(colours.surface))
        axis = self._plot.getAxis("bottom")
        axis.setPen(pyqtgraph.mkPen(QColor(colours.line)))
        axis.setTextPen(pyqtgraph.mkPen(QColor(colours.muted)))
        axis.setStyle(tickFont=self._theme.font(metrics.small))
        middle = pyqtgraph.mkPen(QColor(colours.line), style=Qt.PenStyle.DashLine)
        self._plot.addItem(pyqtgraph.InfiniteLine(sum(self._range) / 2, angle=0, pen=middle))

    def _add(self, pyqtgraph: Any, one: Series) -> None:
        colour = QColor(getattr(self._theme.colours, one.tone))
        times = [at.timestamp() for at, _ in one.points]
        values = [value for _, value in one.points]
        self._plot.plot(times, values, pen=pyqtgraph.mkPen(colour, width=WIDTH), antialias=True)
        if one.told:
            dots = pyqtgraph.ScatterPlotItem(
                times,
                values,
                size=DOT,
                brush=pyqtgraph.mkBrush(colour),
                pen=pyqtgraph.mkPen(QColor(self._theme.colours.surface)),
                hoverable=True,
                data=list(one.told),
                tip=lambda x, y, data: data,
            )
            self._plot.addItem(dots)

    def _on_theme(self) -> None:
        self.setFixedHeight(self._theme.metrics.text(HEIGHT))
        if self._plot is not None:
            self._draw()
