"""The memory room's SQL, all of it: tables, nodes, links, the recall log, the working memory."""

from engine.memory.store.edges import EdgeStore
from engine.memory.store.nodes import NodeStore, RecallLog
from engine.memory.store.schema import SCHEMA
from engine.memory.store.working import WorkingStore
from engine.vault import Vault


class MemoryStore:
    """Every table of one companion with one person."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self.nodes = NodeStore(vault, companion, person)
        self.edges = EdgeStore(vault, companion, person)
        self.recalls = RecallLog(vault, companion, person)
        self.working = WorkingStore(vault, companion, person)


__all__ = ["SCHEMA", "MemoryStore", "NodeStore", "WorkingStore"]
