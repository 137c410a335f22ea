"""The graphs of memories over a real mind."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from engine.memory import LinkType, NewNode, NodeKind
from engine.mind import Mind

Ask = Callable[..., dict[str, Any]]


def kept(mind: Mind, text: str, kind: NodeKind, importance: float = 0.5) -> str:
    mind.clock.advance(timedelta(hours=1))
    return mind.memory.remember(NewNode(kind, text, importance=importance)).node.ref


def test_what_was_lived_goes_from_left_to_right(mind: Mind, ask: Ask) -> None:
    refs = [
        kept(mind, text, NodeKind.MILESTONE)
        for text in ("We met.", "It rained on Ana.", "The boat was sold.")
    ]
    kept(mind, "Boats need paint.", NodeKind.KNOWLEDGE)
    graph = ask("memory.graph", of="time")
    assert [one["ref"] for one in graph["vertices"]] == refs
    places = [one["x"] for one in graph["vertices"]]
    assert places == sorted(places) == [0, 0.5, 1]
    assert [(one["origin"], one["target"]) for one in graph["edges"] if one["type"] == "then"] == [
        (refs[0], refs[1]),
        (refs[1], refs[2]),
    ]


def test_only_the_latest_are_laid_out(mind: Mind, ask: Ask) -> None:
    refs = [
        kept(mind, f"Milestone of the {word}.", NodeKind.MILESTONE) for word in ("boat", "cello", "garden")
    ]
    graph = ask("memory.graph", of="time", limit=2)
    assert [one["ref"] for one in graph["vertices"]] == refs[1:]
    assert graph["more"] == 1
    ends = {edge[end] for edge in graph["edges"] for end in ("origin", "target")}
    assert ends <= set(refs[1:])


def test_what_is_linked_lies_nearer_than_what_is_not(mind: Mind, ask: Ask) -> None:
    texts = ("Boats need paint.", "Cellos have four strings.", "Lemons want sun.", "The tram is often late.")
    refs = [kept(mind, text, NodeKind.KNOWLEDGE) for text in texts]
    mind.memory.link(refs[0][5:], refs[1][5:], LinkType.RELATES_TO)
    graph = ask("memory.graph", of="concepts")
    at = {one["ref"]: (one["x"], one["y"]) for one in graph["vertices"]}
    assert all(0 <= figure <= 1 for place in at.values() for figure in place)

    def apart(a: str, b: str) -> float:
        return sum((one - other) ** 2 for one, other in zip(at[a], at[b], strict=True)) ** 0.5

    assert apart(refs[0], refs[1]) < min(apart(refs[0], refs[2]), apart(refs[0], refs[3]))
    assert ask("memory.graph", of="concepts") == graph


def test_an_empty_memory_has_an_empty_graph(mind: Mind, ask: Ask) -> None:
    for of in ("time", "concepts"):
        assert ask("memory.graph", of=of) == {"vertices": [], "edges": [], "more": 0}


def test_what_matters_most_of_what_is_known_is_kept(mind: Mind, ask: Ask) -> None:
    kept(mind, "Boats need paint.", NodeKind.KNOWLEDGE, 0.2)
    best = [
        kept(mind, text, NodeKind.KNOWLEDGE, 0.8)
        for text in ("Lemons want sun.", "Cellos have four strings.")
    ]
    assert {one["ref"] for one in ask("memory.graph", of="concepts", limit=2)["vertices"]} == set(best)
