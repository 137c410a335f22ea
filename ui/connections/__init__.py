"""How memories hang together: a graph of what was lived in its order, and of what is known by its links ([A] §2)."""

from ui.connections.model import Connections
from ui.connections.panel import ConnectionsPanel

__all__ = ["Connections", "ConnectionsPanel"]
