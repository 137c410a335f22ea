"""What a person looks at: graphs, the history of a concept, and the rendered pages; made when asked for."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from engine.ids import Refs, is_open
from engine.memory.graph import Change, Graph, concept_graph, concept_history, temporal_graph
from engine.memory.kinds import NodeKind, Tier, kinds_of
from engine.memory.markdown import rendered_tree
from engine.memory.records import REWORDED, Link, Node, Working
from engine.memory.store import MemoryStore


class Views:
    """Derived views of one companion's memory with one person. Reads only."""

    def __init__(self, store: MemoryStore, local: Callable[[datetime], datetime]) -> None:
        self._store = store
        self._local = local

    def temporal_graph(self, most: int) -> Graph:
        """What happened last, in its order, `most` nodes of it ([A] §2)."""
        lived = self._store.nodes.standing(kinds_of(Tier.EPISODIC))
        shown = lived[-most:]
        return replace(temporal_graph(shown, self._links(shown)), more=len(lived) - len(shown))

    def concept_graph(self, most: int) -> Graph:
        """What matters most of what is known, `most` nodes of it, and how they hang together ([A] §2)."""
        known = self._store.nodes.standing(kinds_of(Tier.SEMANTIC))
        shown = sorted(known, key=lambda node: (-node.importance, node.id))[:most]
        return replace(concept_graph(shown, self._links(shown)), more=len(known) - len(shown))

    def concept_history(self, node: Node) -> list[Change]:
        """Every text that went into a node, oldest first."""
        return concept_history(node, self._merged_from([node.id]))

    def former(self, node_id: str) -> Node | None:
        """What stood in the place of a memory before the person worded it anew; None where they never did."""
        links = self._store.edges.links([node_id], standing=False)
        drawn = {link.target for link in links if link.origin == node_id and link.source == REWORDED}
        taken_in = self._store.nodes.merged_into({node_id})
        return next((node for node in taken_in if node.id in drawn and node.withdrawn_at is None), None)

    def pages(self, working: Working, hidden: Refs) -> Iterator[tuple[str, str]]:
        """Every rendered page as (path, text), of what does not rest on `hidden`."""
        nodes = self._store.nodes.standing()
        links = self._links(nodes)
        nodes = [node for node in nodes if is_open(hidden, node.ref, node.sources)]
        concepts = [node for node in nodes if node.kind is NodeKind.CONCEPT]
        sources = self._merged_from([node.id for node in concepts])
        histories = {node.id: concept_history(node, sources) for node in concepts}
        return rendered_tree(nodes, links, working.without(hidden), histories, self._local)

    def _links(self, nodes: Sequence[Node]) -> list[Link]:
        return self._store.edges.links([node.id for node in nodes])

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
