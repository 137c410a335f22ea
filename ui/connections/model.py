"""The view-model of the graphs of memories. No Qt."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from ui.doors import Door, Fault, Json, Loading
from ui.observable import Signal


class Of(StrEnum):
    """Which graph is shown."""

    TIME = "time"
    CONCEPTS = "concepts"


class _Answered(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Vertex(_Answered):
    """A memory as it is drawn; `x`, `y` and the importance are 0–1."""

    ref: str
    kind: str
    label: str
    at: datetime
    importance: float
    x: float
    y: float


class Edge(_Answered):
    """A line between two of them; `then` leads to what came next."""

    origin: str
    target: str
    type: str
    strength: float


class Drawn(_Answered):
    """A graph as it was laid out; `more` memories are left out of it."""

    vertices: tuple[Vertex, ...] = ()
    edges: tuple[Edge, ...] = ()
    more: int = 0


class Connections:
    """One of the graphs, and the chosen memory in it."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._asked = 0
        self.of = Of.TIME
        self.graph = Drawn()
        self.current: Vertex | None = None
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.changed: Signal[[]] = Signal()
        self.unread: Signal[[Fault]] = Signal()  # what is shown could not be read anew

    def load(self) -> None:
        """Read the graph anew; what was chosen stays so if it is still there."""
        self._asked += 1
        asked = self._asked
        self.loading, self.fault = Loading.LOADING, None

        def found(answer: Json) -> None:
            if asked == self._asked:
                self._show(Drawn.model_validate(answer))

        def failed(fault: Fault) -> None:
            if asked == self._asked:
                self.loading, self.fault = Loading.FAILED, fault
                self.changed.emit()
                if self.graph.vertices:
                    self.unread.emit(fault)

        self._door.question("memory.graph", {"of": self.of.value}, success=found, failure=failed)
        self.changed.emit()

    def choose_of(self, key: str) -> None:
        """Show the other graph."""
        self.of = Of(key)
        self.graph, self.current = Drawn(), None
        self.load()

    def select(self, ref: str) -> None:
        """Choose a memory of the graph."""
        self.current = next((one for one in self.graph.vertices if one.ref == ref), None)
        self.changed.emit()

    @property
    def near(self) -> frozenset[str]:
        """The refs of what hangs together with the chosen one, itself included."""
        chosen = "" if self.current is None else self.current.ref
        ends = [(edge.origin, edge.target) for edge in self.graph.edges]
        return frozenset(end for pair in ends if chosen in pair for end in pair) | {chosen}

    def _show(self, graph: Drawn) -> None:
        self.loading, self.graph = Loading.READY, graph
        wanted = "" if self.current is None else self.current.ref
        self.current = next((one for one in graph.vertices if one.ref == wanted), None)
        self.changed.emit()
