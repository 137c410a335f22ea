"""How memories stand to each other: links, contradictions, and the graphs seen in them."""

from engine.memory.graph.contradictions import Contradictions
from engine.memory.graph.views import (
    Change,
    Edge,
    Graph,
    Vertex,
    concept_graph,
    concept_history,
    explore,
    temporal_graph,
)

__all__ = [
    "Change",
    "Contradictions",
    "Edge",
    "Graph",
    "Vertex",
    "concept_graph",
    "concept_history",
    "explore",
    "temporal_graph",
]
