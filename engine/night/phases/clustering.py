"""Neighbourhoods of memories, found by meaning without a model ([C] §12, layer 1)."""

from collections.abc import Sequence

import networkx as nx

from engine.memory import Node

Pairs = Sequence[tuple[Node, Node, float]]
"""Two memories and their cosine."""
SEED = 0


def neighbourhoods(pairs: Pairs) -> list[list[Node]]:
    """Groups of memories that are near each other, the largest first; in each those with the most neighbours first.

    Louvain communities of the graph of `pairs`, the same each time. What has no neighbour is in no group.
    """
    graph = nx.Graph()
    nodes: dict[str, Node] = {}
    for a, b, share in sorted(pairs, key=lambda pair: (pair[0].id, pair[1].id)):
        nodes |= {a.id: a, b.id: b}
        graph.add_edge(a.id, b.id, weight=share)
    if not graph:
        return []
    found = nx.community.louvain_communities(graph, weight="weight", seed=SEED)
    ordered = [sorted(group, key=lambda each: (-graph.degree(each), each)) for group in found]
    ordered.sort(key=lambda group: (-len(group), group[0]))
    return [[nodes[each] for each in group] for group in ordered]


def within(pairs: Pairs, nodes: Sequence[Node]) -> list[tuple[Node, Node, float]]:
    """Those pairs of which both are among `nodes`."""
    ids = {node.id for node in nodes}
    return [pair for pair in pairs if pair[0].id in ids and pair[1].id in ids]


def batches(nodes: Sequence[Node], size: int, overlap: float) -> list[list[Node]]:
    """`nodes` in runs of `size`, each sharing that part of it with the one before ([C] §8, phase 2)."""
    step = max(1, round(size * (1 - overlap)))
    firsts = range(0, max(1, len(nodes) - size + step), step)
    return [list(nodes[first : first + size]) for first in firsts if nodes[first : first + size]]
