"""What the memory room tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event
from engine.memory.records import Remembered


@dataclass(frozen=True, slots=True)
class NodeRemembered(Event):
    """Something was kept; `remembered.outcome` says how."""

    remembered: Remembered


@dataclass(frozen=True, slots=True)
class NodesChanged(Event):
    """Nodes were put away, brought back, hidden or erased."""

    node_ids: frozenset[str]
