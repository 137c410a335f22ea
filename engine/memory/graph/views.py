"""Graphs as plain data for whoever draws them: time, concepts, and how a concept came to be ([A] §2).

Links are walked outwards, strongest first, without ever going round in circles.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, pairwise

from engine.memory.kinds import Tier
from engine.memory.records import Link, LinkType, Node, Reached

THEN = "then"

Links = Callable[[Collection[str]], Sequence[Link]]
Nodes = Callable[[Collection[str]], Mapping[str, Node]]


@dataclass(frozen=True, slots=True)
class Vertex:
    """A node as it is drawn."""

    id: str
    kind: str
    label: str
    at: datetime
    importance: float


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two vertices; `type` is a link's, `then` (next in time), or thematic for shared tags."""

    origin: str
    target: str
    type: str
    strength: float


@dataclass(frozen=True, slots=True)
class Graph:
    """Vertices and edges; every edge's ends stand among the vertices. `more` nodes were left out."""

    vertices: tuple[Vertex, ...]
    edges: tuple[Edge, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """One version of a concept: when it was written, what it said, whether it stands."""

    node_id: str
    at: datetime
    text: str
    stands: bool


def temporal_graph(nodes: Sequence[Node], links: Sequence[Link]) -> Graph:
    """What happened, in the order it happened, with every link between."""
    lived = sorted(
        (node for node in nodes if node.stands and node.kind.row.tier is Tier.EPISODIC),
        key=lambda node: (node.event_at, node.created_at, node.id),
    )
    in_time = [Edge(before.id, after.id, THEN, 1.0) for before, after in pairwise(lived)]
    return Graph(tuple(map(_vertex, lived)), (*in_time, *_edges(lived, links)))


def concept_graph(nodes: Sequence[Node], links: Sequence[Link]) -> Graph:
    """What is known, joined by links, and by shared tags where nothing else joins it."""
    known = [node for node in nodes if node.stands and node.kind.row.tier is Tier.SEMANTIC]
    linked = _edges(known, links)
    joined = {frozenset((edge.origin, edge.target)) for edge in linked}
    thematic = [
        Edge(a.id, b.id, LinkType.THEMATIC, _shared(a, b))
        for a, b in combinations(known, 2)
        if _shared(a, b) > 0 and frozenset((a.id, b.id)) not in joined
    ]
    return Graph(tuple(map(_vertex, known)), (*linked, *thematic))


def concept_history(node: Node, merged_from: Mapping[str, Sequence[Node]]) -> list[Change]:
    """Every text that went into a node, oldest first; `merged_from` gives what each node took the place of."""
    versions: dict[str, Node] = {}
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.id not in versions and one.withdrawn_at is None:
            versions[one.id] = one
            waiting += merged_from.get(one.id, ())
    ordered = sorted(versions.values(), key=lambda each: (each.version, each.created_at, each.id))
    return [Change(each.id, each.updated_at, each.text, each.stands) for each in ordered]


def _vertex(node: Node) -> Vertex:
    return Vertex(node.id, node.kind, node.title or node.text[:80], node.event_at, node.importance)


def _edges(nodes: Sequence[Node], links: Sequence[Link]) -> list[Edge]:
    inside = {node.id for node in nodes}
    return [
        Edge(link.origin, link.target, link.type, link.strength)
        for link in links
        if link.origin in inside and link.target in inside
    ]


def _shared(a: Node, b: Node) -> float:
    """The share of their tags that two nodes have in common."""
    ours, theirs = set(a.tags), set(b.tags)
    return len(ours & theirs) / len(ours | theirs) if ours and theirs else 0.0


def explore(begin: Sequence[str], depth: int, limit: int, links: Links, nodes: Nodes) -> list[Reached]:
    """At most `limit` nodes within `depth` links of `begin`, nearest first, then by strength along the path.

    Links are walked either way. Each node is reached once, by the strongest of its shortest paths.
    """
    paths: dict[str, tuple[Link, ...]] = dict.fromkeys(begin, ())
    frontier = list(dict.fromkeys(begin))
    found: list[str] = []
    for _ in range(max(0, depth)):
        fresh = _next_ring(frontier, paths, links(frontier)) if frontier else {}
        ring = sorted(fresh, key=lambda each: -_strength(fresh[each]))
        paths |= fresh
        found += ring
        frontier = ring
        if len(found) >= limit:
            break
    chosen = found[: max(0, limit)]
    known = nodes(chosen)
    return [Reached(known[each], paths[each]) for each in chosen if each in known and known[each].stands]


def _next_ring(
    frontier: Sequence[str], paths: Mapping[str, tuple[Link, ...]], links: Sequence[Link]
) -> dict[str, tuple[Link, ...]]:
    ring: dict[str, tuple[Link, ...]] = {}
    inside = set(frontier)
    for link in links:
        for here, there in ((link.origin, link.target), (link.target, link.origin)):
            if here in inside and there not in paths:
                path = (*paths[here], link)
                if there not in ring or _strength(path) > _strength(ring[there]):
                    ring[there] = path
    return ring


def _strength(path: Sequence[Link]) -> float:
    """How much of what one end means reaches the other: the product along the path."""
    product = 1.0
    for link in path:
        product *= link.strength
    return product
