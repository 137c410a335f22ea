"""The graph as a picture: circles by importance, lines by strength, the chosen memory and what is near it in words."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.connections.model import Connections, Edge, Vertex
from ui.theme import Gap, Theme
from ui.widgets.rows import folded

MARGIN, LEAST, MOST = 46, 5, 13
"""Pixels at 100% text: the border, and the radius of the least and of the most important one."""
NAMED = 14
"""Memories up to which each has its words beside it."""
LABEL, SIDE = 150, 420
"""Pixels at 100% text: the longest words beside a memory, and the side that the picture wishes for."""


class GraphDrawing(QWidget):
    """Draws `connections`. The list beside it holds the same for the keyboard and for screen readers."""

    chosen = Signal(str)
    opened = Signal(str)

    def __init__(self, connections: Connections, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._connections, self._theme = connections, theme
        self.setAccessibleName(self.tr("How memories hang together"))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        connections.changed.connect(self.update)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        side = self._theme.metrics.text(SIDE)
        return QSize(side, side)

    def place_of(self, vertex: Vertex) -> QPointF:
        """Where a memory is drawn."""
        edge = self._theme.metrics.space(MARGIN)
        width, height = max(self.width() - 2 * edge, 1), max(self.height() - 2 * edge, 1)
        return QPointF(edge + vertex.x * width, edge + vertex.y * height)

    def at(self, point: QPointF) -> Vertex | None:
        """The memory under a point, with some room around it for a finger."""
        reach = self._theme.metrics.space(MOST + 6)
        near = [
            ((self.place_of(one) - point).manhattanLength(), one) for one in self._connections.graph.vertices
        ]
        distance, vertex = min(near, key=lambda pair: pair[0], default=(reach, None))
        return vertex if distance < reach else None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        graph, near = self._connections.graph, self._connections.near
        current = self._connections.current
        chosen = "" if current is None else current.ref
        places = {one.ref: self.place_of(one) for one in graph.vertices}
        for edge in graph.edges:
            self._paint_edge(painter, edge, places, bold=chosen in {edge.origin, edge.target})
        for vertex in graph.vertices:
            self._paint_vertex(painter, vertex, places[vertex.ref], near)
        for vertex in graph.vertices:
            if len(graph.vertices) <= NAMED or vertex.ref in near:
                self._paint_label(painter, vertex, places[vertex.ref])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        vertex = self.at(event.position())
        if vertex is not None:
            self.chosen.emit(vertex.ref)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        vertex = self.at(event.position())
        if vertex is not None:
            self.opened.emit(vertex.ref)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        vertex = self.at(event.position())
        self.setToolTip("" if vertex is None else vertex.label)
        self.setCursor(Qt.CursorShape.ArrowCursor if vertex is None else Qt.CursorShape.PointingHandCursor)

    def _paint_edge(self, painter: QPainter, edge: Edge, places: dict[str, QPointF], *, bold: bool) -> None:
        colours = self._theme.colours
        colour = colours.bad if edge.type == "contradicts" else colours.accent if bold else colours.edge
        pen = QPen(QColor(colour), self._theme.metrics.space(Gap.HAIR) if bold else 1)
        if edge.type in {"then", "thematic"}:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawLine(places[edge.origin], places[edge.target])

    def _paint_vertex(self, painter: QPainter, vertex: Vertex, at: QPointF, near: frozenset[str]) -> None:
        colours = self._theme.colours
        current = self._connections.current
        is_chosen = current is not None and current.ref == vertex.ref
        painter.setPen(QPen(QColor(colours.accent if vertex.ref in near or not near else colours.edge), 2))
        painter.setBrush(QColor(colours.accent if is_chosen else colours.wash))
        radius = self._theme.metrics.space(round(LEAST + vertex.importance * (MOST - LEAST)))
        painter.drawEllipse(at, radius, radius)

    def _paint_label(self, painter: QPainter, vertex: Vertex, at: QPointF) -> None:
        width = float(self._theme.metrics.text(LABEL))
        font = self._theme.font(self._theme.metrics.small)
        painter.setFont(font)
        height = QFontMetricsF(font).lineSpacing()
        left = min(max(at.x() - width / 2, 0.0), max(self.width() - width, 0.0))
        top = at.y() + self._theme.metrics.space(MOST + 4)
        for number, words in enumerate(folded(vertex.label, font, width)):
            line = QRectF(left, top + number * height, width, height)
            ground = painter.boundingRect(line, Qt.AlignmentFlag.AlignCenter, words)
            painter.fillRect(ground, QColor(self._theme.colours.canvas))  # lines end where words begin
            painter.setPen(QColor(self._theme.colours.text))
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)
