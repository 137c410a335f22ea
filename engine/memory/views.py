"""What a person looks at: graphs, the history of a concept, and the rendered pages; made when asked for."""

from collections.abc import Callable, Collection, Iterator
from datetime import datetime

from engine.memory.graph import Change, Graph, concept_graph, concept_history, temporal_graph
from engine.memory.kinds import NodeKind
from engine.memory.markdown import rendered_tree
from engine.memory.records import Link, Node, Working
from engine.memory.store import MemoryStore


class Views:
    """Derived views of one companion's memory with one person. Reads only."""

    def __init__(self, store: MemoryStore, local: Callable[[datetime], datetime]) -> None:
        self._store = store
        self._local = local

    def temporal_graph(self) -> Graph:
        """What happened, in its order ([A] §2)."""
        return temporal_graph(*self._nodes_and_links())

    def concept_graph(self) -> Graph:
        """What is known, and how it hangs together."""
        return concept_graph(*self._nodes_and_links())

    def concept_history(self, node: Node) -> list[Change]:
        """Every text that went into a node, oldest first."""
        return concept_history(node, self._merged_from([node.id]))

    def pages(self, working: Working) -> Iterator[tuple[str, str]]:
        """Every rendered page as (path, text); what is private is in none."""
        nodes, links = self._nodes_and_links()
        nodes = [node for node in nodes if not node.private]
        concepts = [node for node in nodes if node.kind is NodeKind.CONCEPT]
        sources = self._merged_from([node.id for node in concepts])
        histories = {node.id: concept_history(node, sources) for node in concepts}
        return rendered_tree(nodes, links, working, histories, self._local)

    def _nodes_and_links(self) -> tuple[list[Node], list[Link]]:
        nodes = self._store.nodes.standing()
        return nodes, self._store.edges.links([node.id for node in nodes])

    def _merged_from(self, node_ids: Collection[str]) -> dict[str, list[Node]]:
        """What each node took the place of, however far back."""
        taken: dict[str, list[Node]] = {}
        waiting = set(node_ids)
        while waiting:
            found = self._store.nodes.merged_into(waiting)
            for node in found:
                taken.setdefault(str(node.merged_into), []).append(node)
            waiting = {node.id for node in found} - taken.keys()
        return taken
