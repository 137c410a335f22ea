"""How memories hang together, laid out for whoever draws them ([A] §2).

Of time what was lived last, from left to right; of concepts what matters most of what is known, near to what it is
linked with. `x` and `y` are 0–1, `more` counts what is left out.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from pydantic import Field

from companion.requests.room import Place, Request, Requests, Setting, record, several
from companion.service import Json
from engine.memory import Edge, Graph, Vertex

Places = Mapping[str, tuple[float, float]]
SEED = 7
"""Laid out alike each time."""
LANES = 4
"""Rows that what was lived is spread over."""


class Of(StrEnum):
    """Which graph: what happened in its order, or what is known by its links."""

    TIME = "time"
    CONCEPTS = "concepts"


class AskGraph(Request):
    """Which graph, and of how many memories at most."""

    of: Of = Field(default=Of.TIME, description="What was lived (time), or what is known (concepts).")
    limit: int = Field(default=60, ge=2, le=200, description="How many at most.")


REQUESTS = Requests()
VERTEX = record(ref=str, kind=str, label=str, at=datetime, importance=float, x=float, y=float)
EDGE = record(origin=str, target=str, type=str, strength=float)


@REQUESTS.verb(
    "memory.graph",
    "How memories hang together: what was lived in its order, or what is known.",
    place=Place.BESIDE,
    gives=record(vertices=several(VERTEX), edges=several(EDGE), more=int),
)
def graph(setting: Setting, asked: AskGraph) -> Json:
    """A graph with a place for each of its vertices."""
    views = setting.mind.memory.views
    if asked.of is Of.TIME:
        shown = views.temporal_graph(asked.limit)
        places = by_time(shown.vertices)
    else:
        shown = views.concept_graph(asked.limit)
        places = by_links(shown)
    return {
        "vertices": [_vertex(one, places[one.id]) for one in shown.vertices],
        "edges": [_edge(one) for one in shown.edges],
        "more": shown.more,
    }


def by_time(vertices: Sequence[Vertex]) -> Places:
    """From left to right in their order, in lanes so that their words have room."""
    last = max(len(vertices) - 1, 1)
    return {one.id: (number / last, (number % LANES + 0.5) / LANES) for number, one in enumerate(vertices)}


def by_links(whole: Graph) -> Places:
    """Near to what each is linked with, the more firmly the nearer."""
    import networkx as nx  # noqa: PLC0415 - a third of a second, and seldom wanted

    drawn = nx.Graph()
    drawn.add_nodes_from(one.id for one in whole.vertices)
    drawn.add_weighted_edges_from((one.origin, one.target, one.strength) for one in whole.edges)
    found = nx.spring_layout(drawn, seed=SEED)
    return {key: (float(x + 1) / 2, float(y + 1) / 2) for key, (x, y) in found.items()}


def _vertex(one: Vertex, place: tuple[float, float]) -> Json:
    x, y = place
    return {
        "ref": f"node:{one.id}",
        "kind": one.kind,
        "label": one.label,
        "at": one.at.isoformat(),
        "importance": one.importance,
        "x": round(x, 4),
        "y": round(y, 4),
    }


def _edge(one: Edge) -> Json:
    ends = {"origin": f"node:{one.origin}", "target": f"node:{one.target}"}
    return ends | {"type": one.type, "strength": round(one.strength, 4)}
