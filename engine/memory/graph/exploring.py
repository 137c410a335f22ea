"""Walking links outwards, strongest first, without ever going round in circles."""

from collections.abc import Callable, Collection, Mapping, Sequence

from engine.memory.records import Link, Node, Reached

Links = Callable[[Collection[str]], Sequence[Link]]
Nodes = Callable[[Collection[str]], Mapping[str, Node]]


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
