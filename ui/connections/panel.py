"""The graphs of memories: which one, the memories in it as a list, and the picture."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.connections.drawing import GraphDrawing
from ui.connections.model import Connections, Of, Vertex
from ui.doors import Loading
from ui.facts.wording import day
from ui.frame import Notice, Split
from ui.theme import Gap, Theme
from ui.widgets.choices import Choices, Option
from ui.widgets.pages import Pages
from ui.widgets.rows import Row, RowList, RowModel
from ui.widgets.words import Words

translate = QCoreApplication.translate


def vertex_row(vertex: Vertex) -> Row:
    """A memory of the graph as a row."""
    kind = vertex.kind.replace("_", " ").capitalize()
    return Row(vertex.ref, vertex.label, f"{kind} · {day(vertex.at)}")


def vertex_key(vertex: Vertex) -> str:
    """What its row is found by."""
    return vertex.ref


def graph_options() -> list[Option]:
    """Which graphs there are."""
    return [
        Option(
            Of.TIME,
            translate("Connections", "As it happened"),
            translate("Connections", "What was lived, in its order"),
        ),
        Option(
            Of.CONCEPTS,
            translate("Connections", "What is known"),
            translate("Connections", "Insights and knowledge, by their links"),
        ),
    ]


class ConnectionsPanel(QWidget):
    """Draws `connections`; `opened` asks to see a memory in full, by its ref and its words."""

    opened = Signal(str, str)

    def __init__(self, connections: Connections, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._connections, self._theme = connections, theme
        self.which = Choices(self.tr("Which graph"), theme, self)
        self.which.offer(graph_options())
        self.show_whole = QPushButton(self.tr("Show in full"), self)
        self.show_whole.setProperty("class", "chip")
        self.show_whole.setToolTip(self.tr("All that is kept of the chosen memory (Enter)"))
        self.more = Words(self, kind="muted")
        self.notice = Notice(theme, self)
        self._model: RowModel[Vertex] = RowModel(vertex_row, vertex_key, self)
        self.rows = RowList(self._model, self.tr("Memories of the graph"), theme, self)
        self.drawing = GraphDrawing(connections, theme, self)
        self._split = Split(self.rows, self.drawing, theme, self)
        self._arrange()
        self._connect()
        self._on_theme()
        self.show_graph()

    def show_graph(self) -> None:
        """Show the graph as it is now, or why there is none."""
        connections = self._connections
        graph, chosen = connections.graph, connections.current
        self._model.show(graph.vertices)
        self.which.choose(connections.of.value)
        self.show_whole.setEnabled(chosen is not None)
        self.more.setText(
            self.tr("{count} more are not drawn.").format(count=graph.more) if graph.more else ""
        )
        self.more.setVisible(bool(graph.more))
        self._pages.setCurrentIndex(1 if graph.vertices else 0)
        if chosen is not None:
            self.rows.choose(chosen.ref)
        if not graph.vertices:
            self._show_notice()

    def _show_notice(self) -> None:
        connections = self._connections
        if connections.fault is not None:
            self.notice.tell(connections.fault)
        elif connections.loading is Loading.LOADING:
            self.notice.say(self.tr("One moment…"), self.tr("The memories are being laid out."))
        else:
            self.notice.say(
                self.tr("Nothing to draw yet."),
                self.tr("Once there are memories, you see here how they hang together."),
            )

    def _arrange(self) -> None:
        self._bar = QHBoxLayout()
        self._bar.addWidget(self.which, 1)
        self._bar.addWidget(self.show_whole)
        self._pages = Pages(self.notice, self._split)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._bar)
        self._column.addLayout(self._pages, 1)
        self._column.addWidget(self.more)
        self.setFocusProxy(self.rows)

    def _connect(self) -> None:
        self.which.chosen.connect(self._choose_of)
        self.show_whole.clicked.connect(self._open_chosen)
        self.notice.again.connect(self._load)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self._open_row)
        self.drawing.chosen.connect(self._select)
        self.drawing.opened.connect(self._open)
        self._connections.changed.connect(self.show_graph)
        self._theme.changed.connect(self._on_theme)

    def _choose_of(self, key: str) -> None:
        self._connections.choose_of(key)

    def _load(self) -> None:
        self._connections.load()

    def _select(self, ref: str) -> None:
        self._connections.select(ref)

    def _open_row(self, ref: str) -> None:
        """The memory in full; where the picture has no room beside the list, the picture first."""
        if self._split.wide:
            self._open(ref)
        else:
            self._connections.select(ref)
            self._split.open_detail()

    def _open(self, ref: str) -> None:
        self._connections.select(ref)
        self._open_chosen()

    def _open_chosen(self) -> None:
        chosen = self._connections.current
        if chosen is not None:
            self.opened.emit(chosen.ref, chosen.label)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._bar.setSpacing(space(Gap.NEAR))
        self._column.setSpacing(space(Gap.EASY))
