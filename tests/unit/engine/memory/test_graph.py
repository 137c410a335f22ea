from collections import deque
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.memory import ContradictionState, Link, LinkType, NodeKind, NodeMissingError, SettledError
from engine.memory.graph import concept_graph, concept_history, explore, temporal_graph
from tests.unit.engine.memory.made import NOW, node, shares

names = st.sampled_from("abcdefgh")
links = st.lists(
    st.builds(Link, names, names, st.sampled_from(LinkType), shares, st.just("test"), st.just(NOW)),
    max_size=20,
)


def walked(begin, depth, limit, edges):
    nodes = {name: node(id=name) for name in "abcdefgh"}

    def touching(ids):
        return [edge for edge in edges if {edge.origin, edge.target} & set(ids)]

    return explore(begin, depth, limit, touching, lambda ids: {each: nodes[each] for each in ids})


def distances(begin, edges):
    """Plain breadth-first search, as the oracle."""
    found, waiting = dict.fromkeys(begin, 0), deque(begin)
    while waiting:
        here = waiting.popleft()
        for edge in edges:
            for one, other in ((edge.origin, edge.target), (edge.target, edge.origin)):
                if one == here and other not in found:
                    found[other] = found[here] + 1
                    waiting.append(other)
    return found


@given(links, st.lists(names, min_size=1, max_size=2), st.integers(0, 5), st.integers(0, 8))
def test_exploring_is_bounded_and_reaches_each_node_once_by_a_shortest_path(edges, begin, depth, limit):
    reached = walked(begin, depth, limit, edges)
    far = distances(begin, edges)
    within = {name for name, distance in far.items() if 0 < distance <= depth}
    ids = [one.node.id for one in reached]
    assert len(ids) == len(set(ids)) == min(limit, len(within))
    assert set(ids) <= within
    assert [len(one.path) for one in reached] == sorted(len(one.path) for one in reached)
    for one in reached:
        assert len(one.path) == far[one.node.id]
        here = set(begin)
        for link in one.path:
            assert here & {link.origin, link.target}
            here = {link.origin, link.target}
        assert one.node.id in here


def test_links_are_drawn_walked_and_taken_away(mind):
    a, b, c = (mind.node(text) for text in ("The kettle sings", "Ana plays the cello", "Rain over Lisbon"))
    mind.memory.link(a.id, b.id, LinkType.RELATES_TO, strength=0.5)
    mind.memory.link(b.id, c.id, LinkType.DEPENDS_ON)
    assert [one.node.id for one in mind.memory.explore([a.id], depth=1)] == [b.id]
    two = mind.memory.explore([a.id], depth=2)
    assert [one.node.id for one in two] == [b.id, c.id]
    assert [link.type for link in two[1].path] == [LinkType.RELATES_TO, LinkType.DEPENDS_ON]
    assert mind.memory.unlink(b.id, a.id, LinkType.RELATES_TO)
    assert not mind.memory.unlink(b.id, a.id, LinkType.RELATES_TO)
    assert mind.memory.explore([a.id], depth=3) == []
    mind.memory.archive(c.id)
    assert mind.memory.explore([b.id], depth=3) == []


def test_a_parent_is_a_whole(mind):
    whole = mind.node("The trip to Lisbon", NodeKind.CONCEPT)
    part = mind.node("Rain on the second day", parent=whole.id)
    assert [(x.origin, x.target, x.type) for x in mind.memory.links([part.id])] == [
        (part.id, whole.id, LinkType.PART_OF)
    ]


def test_impossible_links_are_refused(mind):
    a = mind.node("The kettle sings")
    for target, strength in ((a.id, 1.0), (mind.node("Rain over Lisbon").id, 1.5)):
        with pytest.raises(InvalidInputError):
            mind.memory.link(a.id, target, LinkType.CITES, strength=strength)
    with pytest.raises(NodeMissingError):
        mind.memory.link(a.id, "n_missing", LinkType.CITES)


def test_contradicting_opens_a_contradiction_once_and_it_is_settled_once(mind):
    a, b = mind.node("The kettle sings"), mind.node("Rain over Lisbon")
    mind.memory.link(a.id, b.id, LinkType.CONTRADICTS, source="night")
    mind.memory.link(b.id, a.id, LinkType.CONTRADICTS, source="person")
    (opened,) = mind.memory.contradictions()
    assert opened.sources == ("night", "person")
    mind.memory.resolve_contradiction(opened.id, ContradictionState.KEEP_A)
    with pytest.raises(SettledError):
        mind.memory.resolve_contradiction(opened.id, ContradictionState.KEEP_B)
    with pytest.raises(NodeMissingError):
        mind.memory.resolve_contradiction("x_missing", ContradictionState.KEEP_B)
    assert [one.state for one in mind.memory.contradictions(settled=True)] == [ContradictionState.KEEP_A]


def test_links_and_contradictions_pass_to_what_is_merged(mind):
    friend = mind.node("Rain over Lisbon")
    old = mind.node("Ana plays the cello")
    mind.memory.link(old.id, friend.id, LinkType.CITES)
    mind.memory.link(old.id, friend.id, LinkType.CONTRADICTS)
    whole = mind.node("Ana plays the cello at night")
    types = {(x.origin, x.target, x.type) for x in mind.memory.links([whole.id])}
    assert (whole.id, friend.id, LinkType.CITES) in types
    (one,) = mind.memory.contradictions()
    assert {one.a, one.b} == {whole.id, friend.id}


def test_a_client_does_not_reach_what_is_private_or_behind_it(mind):
    a, c = mind.node("The kettle sings"), mind.node("Rain over Lisbon")
    b = mind.node("Ana plays the cello", private=True)
    mind.memory.link(a.id, b.id, LinkType.CITES)
    mind.memory.link(b.id, c.id, LinkType.CITES)
    assert len(mind.memory.explore([a.id], depth=2)) == 2
    assert mind.memory.explore([a.id], depth=2, private=False) == []


kinds = st.sampled_from(NodeKind)


@given(st.lists(st.tuples(kinds, st.integers(-500, 500), st.booleans()), max_size=8), links)
def test_views_hold_what_stands_and_every_edge_has_its_ends(rows, edges):
    nodes = [
        node(
            kind, id="abcdefgh"[at], event_at=NOW + timedelta(hours=hours), tags=("t",) if at % 2 else (),
            archived_at=NOW if archived else None,
        )
        for at, (kind, hours, archived) in enumerate(rows)
    ]  # fmt: skip
    for graph, tier in (
        (temporal_graph(nodes, edges), "episodic"),
        (concept_graph(nodes, edges), "semantic"),
    ):
        ids = {vertex.id for vertex in graph.vertices}
        assert ids == {one.id for one in nodes if one.stands and one.kind.row.tier == tier}
        assert all({edge.origin, edge.target} <= ids for edge in graph.edges)
    lived = temporal_graph(nodes, edges)
    assert [vertex.at for vertex in lived.vertices] == sorted(vertex.at for vertex in lived.vertices)
    assert sum(edge.type == "then" for edge in lived.edges) == max(0, len(lived.vertices) - 1)


def test_concepts_of_one_theme_are_joined():
    a, b = node(NodeKind.CONCEPT, id="a", tags=("sea", "sun")), node(NodeKind.CONCEPT, id="b", tags=("sea",))
    (edge,) = concept_graph([a, b], []).edges
    assert (edge.type, edge.strength) == ("thematic", 0.5)
    drawn = Link("a", "b", LinkType.DEPENDS_ON, 1.0, "test", NOW)
    assert [edge.type for edge in concept_graph([a, b], [drawn]).edges] == ["depends_on"]


def test_a_concepts_history_tells_every_version(mind):
    mind.node("Trust is slow", NodeKind.CONCEPT)
    mind.wait(days=1)
    mind.node("Trust is slow and quiet", NodeKind.CONCEPT)
    mind.wait(days=1)
    last = mind.node("Trust is slow and quiet and kept", NodeKind.CONCEPT)
    history = mind.memory.concept_history(last.id)
    texts = [change.text for change in history]
    assert texts[0] == "Trust is slow"
    assert texts[-1] == last.text
    assert [change.stands for change in history] == [False] * (len(history) - 1) + [True]
    assert [one.text for one in concept_history(last, {})] == [last.text]
    assert {vertex.id for vertex in mind.memory.views.concept_graph(9).vertices} == {last.id}
    mind.node("We sat by the sea")
    assert [vertex.label for vertex in mind.memory.views.temporal_graph(9).vertices] == ["We sat by the sea"]
