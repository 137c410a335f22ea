"""Memories in full, and contradictions, over a real mind."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from engine.errors import CompanionError, InvalidInputError, NotFoundError
from engine.memory import Feeling, LinkType, NewNode, NodeKind, resonance
from engine.mind import Mind
from engine.trail import MoodPoint, StepKind

Ask = Callable[..., dict[str, Any]]


def kept(mind: Mind, text: str, *sources: str, kind: NodeKind = NodeKind.KNOWLEDGE) -> str:
    mind.clock.advance(timedelta(minutes=1))
    return mind.memory.remember(NewNode(kind, text, sources=sources)).node.id


def contradiction(mind: Mind) -> dict[str, str]:
    kept(mind, "The bakery in Mill Lane opens at 7 in the morning.")
    kept(mind, "The bakery in Mill Lane opens at 9 in the morning.")
    (one,) = mind.memory.contradictions()
    return {"id": one.id, "a": one.a, "b": one.b}


def test_a_node_shows_links_sources_and_where_they_come_from(mind: Mind, ask: Ask) -> None:
    loop = mind.trail.open_loop("window", "p", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, "Ana gets married in June.", "Mira")
    moment = kept(mind, "We talked about the wedding.", f"step:{step.id}", "step:gone", kind=NodeKind.MOMENT)
    other = kept(mind, "Weddings move her.", kind=NodeKind.INSIGHT)
    mind.memory.link(moment, other, LinkType.ELABORATES_ON, strength=0.8, source="test")
    shown = ask("memory.node", node=moment)
    assert shown["row"]["text"] == "We talked about the wedding."
    assert shown["sources"][0]["who"] == "Mira"
    assert shown["sources"][0]["text"] == "Ana gets married in June."
    assert shown["sources"][1] == {"ref": "step:gone", "text": "", "at": None, "who": ""}
    (link,) = [one for one in shown["links"] if one["ref"] == f"node:{other}"]
    assert (link["type"], link["out"]) == ("elaborates_on", True)
    (back,) = [one for one in ask("memory.node", node=other)["links"] if one["ref"] == f"node:{moment}"]
    assert not back["out"]


def test_a_link_that_leads_both_ways_is_shown_once(mind: Mind, ask: Ask) -> None:
    first, second = kept(mind, "Boats need paint."), kept(mind, "The tram is often late.")
    mind.memory.link(second, first, LinkType.RELATES_TO)
    mind.memory.link(second, first, LinkType.DEPENDS_ON)
    shown = ask("memory.node", node=first)["links"]
    assert {(one["type"], one["out"]) for one in shown} == {("relates_to", True), ("depends_on", False)}
    assert len(shown) == 2


def test_the_latest_come_first_and_the_archived_apart(mind: Mind, ask: Ask) -> None:
    first = kept(mind, "The train to work was late.", kind=NodeKind.MOMENT)
    second = kept(mind, "A lemon cake is planned.", kind=NodeKind.MOMENT)
    assert [one["ref"] for one in ask("memory.list")["results"]] == [f"node:{second}", f"node:{first}"]
    ask("memory.archive", node=first)
    assert [one["ref"] for one in ask("memory.list")["results"]] == [f"node:{second}"]
    assert [one["ref"] for one in ask("memory.list", archived=True)["results"]] == [f"node:{first}"]
    assert ask("memory.node", node=first)["archived"]
    ask("memory.restore", node=first)
    assert len(ask("memory.list")["results"]) == 2


@pytest.mark.parametrize(("choice", "kept_side"), [("keep_a", "a"), ("keep_b", "b")])
def test_the_side_that_is_given_up_is_found_no_more(
    mind: Mind, ask: Ask, choice: str, kept_side: str
) -> None:
    one = contradiction(mind)
    (waiting,) = ask("memory.contradictions")["contradictions"]
    assert {waiting["a"]["ref"], waiting["b"]["ref"]} == {f"node:{one['a']}", f"node:{one['b']}"}
    assert ask("memory.resolve", contradiction=one["id"], choice=choice)["state"] == choice
    assert [row["ref"] for row in ask("memory.list")["results"]] == [f"node:{one[kept_side]}"]
    assert ask("memory.contradictions")["contradictions"] == []


@pytest.mark.parametrize("choice", ["keep_a", "both"])
def test_taking_back_how_it_was_settled_is_tried_out_first(mind: Mind, ask: Ask, choice: str) -> None:
    one = contradiction(mind)
    ask("memory.resolve", contradiction=one["id"], choice=choice)
    kept = ask("memory.list")
    told = ask("memory.reopen", contradiction=one["id"], dry_run=True)
    assert told == {"id": one["id"], "state": "open", "dry_run": True}
    assert ask("memory.contradictions")["contradictions"] == []
    assert ask("memory.list") == kept
    assert not ask("memory.reopen", contradiction=one["id"])["dry_run"]
    assert len(ask("memory.contradictions")["contradictions"]) == 1
    with pytest.raises(CompanionError):
        ask("memory.reopen", contradiction=one["id"], dry_run=True)


def test_both_stay_and_a_merge_says_what_is_so(mind: Mind, ask: Ask) -> None:
    one = contradiction(mind)
    ask("memory.resolve", contradiction=one["id"], choice="both")
    assert len(ask("memory.list")["results"]) == 2
    with pytest.raises(CompanionError):
        ask("memory.resolve", contradiction=one["id"], choice="both")


def test_a_merge_needs_words(mind: Mind, ask: Ask) -> None:
    one = contradiction(mind)
    with pytest.raises(InvalidInputError):
        ask("memory.resolve", contradiction=one["id"], choice="merged")
    ask("memory.resolve", contradiction=one["id"], choice="merged", text="It opens at 7, on Sundays at 9.")
    assert [row["text"] for row in ask("memory.list")["results"]] == ["It opens at 7, on Sundays at 9."]


def test_a_node_shows_all_that_its_record_holds(mind: Mind, ask: Ask) -> None:
    feeling = Feeling(MoodPoint(0.4, 0.5, 0.6), "calm")
    new = NewNode(
        NodeKind.MOMENT, "We sat by the harbour.", category="Trips", tags=("sea", "rest"), place="Porto",
        resonance=resonance(0.8, -0.5, "It was a goodbye."), feeling=feeling,
    )  # fmt: skip
    node = mind.memory.remember(new).node
    shown = ask("memory.node", node=node.ref)
    assert (shown["category"], shown["tags"], shown["place"]) == ("Trips", ["sea", "rest"], "Porto")
    assert shown["mood"] == {"valence": 0.4, "energy": 0.5, "openness": 0.6, "label": "calm"}
    assert (shown["felt"], shown["intensity"]) == ("negative", 0.4)
    assert (shown["version"], shown["accesses"], shown["accessed_at"]) == (1, 0, None)
    mind.memory.recall("the harbour", explicit=True)
    again = ask("memory.node", node=node.id)
    assert (again["accesses"], again["recalls"]) == (1, 1)
    assert again["accessed_at"] == mind.clock.now().isoformat()


def test_what_is_not_there_is_said_to_be_so(ask: Ask) -> None:
    with pytest.raises(NotFoundError):
        ask("memory.node", node="nothing")
    with pytest.raises(InvalidInputError):
        ask("memory.resolve", contradiction="c", choice="open")
