"""What the person changes about a memory: privacy, links, that it still holds."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from engine.conversation import drive, may_be_recalled
from engine.errors import InvalidInputError, NotFoundError
from engine.language import ScriptedModel
from engine.memory import NewNode, NodeKind
from engine.mind import Mind
from engine.trail import StepKind

Ask = Callable[..., dict[str, Any]]


def kept(mind: Mind, text: str, *sources: str, kind: NodeKind = NodeKind.MOMENT) -> str:
    return mind.memory.remember(NewNode(kind, text, sources=sources)).node.id


def test_privacy_reaches_what_was_made_and_is_lifted_one_by_one(mind: Mind, ask: Ask) -> None:
    root = kept(mind, "The doctor called about the operation.")
    made = kept(mind, "Waiting wears her out.", f"node:{root}", kind=NodeKind.INSIGHT)
    done = ask("memory.private", node=f"node:{root}")
    assert done["row"]["private"]
    assert done["besides"] == [f"node:{made}"]
    assert not any(may_be_recalled(mind.memory.node(each)) for each in (root, made))
    with pytest.raises(InvalidInputError):
        ask("memory.private", node=made, private=False)
    assert not ask("memory.private", node=root, private=False)["row"]["private"]
    assert may_be_recalled(mind.memory.node(root))
    assert not may_be_recalled(mind.memory.node(made))


def test_what_is_private_now_leaves_what_was_read_and_what_was_answered_with_it(mind: Mind, ask: Ask) -> None:
    """`one-mind.md`: before the next answer."""
    model = ScriptedModel(lambda request: "{}" if request.schema else "The operation is on Monday.")
    mind.attach_language(model)
    root = kept(mind, "The doctor called about the operation of the knee.")
    asked = mind.begin("What did the doctor say about the operation?", "test", "p")
    result = drive(asked, lambda: model)
    assert root in {one.id for one in result.recalled}
    ask("memory.private", node=root)
    stream = mind.conversation.stream
    assert stream is not None
    assert not any("doctor called" in one.text for one in stream.ledger.segments)
    answer = next(step for step in mind.trail.steps_of(result.loop_id) if step.kind is StepKind.ANSWER)
    assert answer.withdrawn_at is not None
    assert f"node:{root}" in mind.conversation.withdrawn
    ask("memory.private", node=root, private=False)
    assert f"node:{root}" not in mind.conversation.withdrawn


def test_what_is_the_companions_own_is_not_hidden_by_the_way(mind: Mind, ask: Ask) -> None:
    value = kept(mind, "Kindness first.", kind=NodeKind.VALUE)
    with pytest.raises(InvalidInputError):
        ask("memory.private", node=value)
    assert mind.memory.node(value).stands


@pytest.mark.parametrize("kind", ["elaborates_on", "relates_to", "depends_on"])
def test_a_link_is_drawn_shown_and_taken_away(mind: Mind, ask: Ask, kind: str) -> None:
    one, other = kept(mind, "A lemon cake is planned."), kept(mind, "The train to work was late.")
    ends = {"origin": one, "target": f"node:{other}", "type": kind}
    drawn = ask("memory.link", **ends, strength=0.5)
    assert drawn["link"] == {"origin": one, "target": other, "type": kind, "strength": 0.5}
    assert drawn["contradiction"] is None
    links = ask("memory.node", node=one)["links"]
    assert {(link["type"], link["ref"]) for link in links} == {(kind, f"node:{other}")}
    ask("memory.unlink", **ends)
    assert ask("memory.node", node=one)["links"] == ask("memory.node", node=other)["links"] == []
    with pytest.raises(NotFoundError):
        ask("memory.unlink", **ends)


def test_a_link_that_contradicts_waits_for_the_person(mind: Mind, ask: Ask) -> None:
    one, other = kept(mind, "A lemon cake is planned."), kept(mind, "There will be no dessert at all.")
    drawn = ask("memory.link", origin=one, target=other, type="contradicts")
    (waiting,) = ask("memory.contradictions")["contradictions"]
    assert waiting["id"] == drawn["contradiction"]


def test_what_is_confirmed_counts_from_now(mind: Mind, ask: Ask) -> None:
    node = kept(mind, "A lemon cake is planned.")
    before = ask("memory.node", node=node)["confirmed_at"]
    mind.clock.advance(timedelta(days=3))
    done = ask("memory.confirm", node=node)
    assert (
        done["confirmed_at"] == mind.clock.now().isoformat() == ask("memory.node", node=node)["confirmed_at"]
    )
    assert ask("memory.confirm", node=node, at=before)["confirmed_at"] == before, "it was taken back"
    with pytest.raises(InvalidInputError, match="still to come"):
        ask("memory.confirm", node=node, at=(mind.clock.now() + timedelta(days=1)).isoformat())


@pytest.mark.parametrize(
    ("request_name", "asked"),
    [
        ("memory.private", {"node": "gone"}),
        ("memory.private", {"node": "gone", "private": False}),
        ("memory.confirm", {"node": "gone"}),
        ("memory.link", {"origin": "gone", "target": "lost", "type": "relates_to"}),
        ("memory.unlink", {"origin": "gone", "target": "lost", "type": "relates_to"}),
    ],
)
def test_what_is_not_there_is_said_to_be_so(ask: Ask, request_name: str, asked: dict[str, Any]) -> None:
    with pytest.raises(NotFoundError):
        ask(request_name, **asked)


@pytest.mark.parametrize("wrong", [{"type": "derived_from"}, {"type": "dance"}, {"strength": 1.5}])
def test_links_that_are_none_are_refused(mind: Mind, ask: Ask, wrong: dict[str, Any]) -> None:
    one, other = kept(mind, "A lemon cake is planned."), kept(mind, "The train to work was late.")
    with pytest.raises(InvalidInputError):
        ask("memory.link", **{"origin": one, "target": other, "type": "relates_to"} | wrong)
    with pytest.raises(InvalidInputError):
        ask("memory.link", origin=one, target=one, type="relates_to")
    assert mind.memory.links([one]) == []


def test_a_memory_says_what_the_person_wrote_and_again_what_it_said_before(mind: Mind, ask: Ask) -> None:
    near = kept(mind, "She plays the cello on Sundays.", kind=NodeKind.KNOWLEDGE)
    old = kept(mind, "Mira sold her boat because of the leak.")
    insight = kept(mind, "Boats are dear to keep.", f"node:{old}", kind=NodeKind.INSIGHT)
    ask("memory.link", origin=old, target=near, type="elaborates_on")
    row = ask("memory.reword", node=old, text="I gave my boat to Ana.")["row"]
    shown = ask("memory.node", node=row["ref"])
    assert (row["text"], shown["former"]) == (
        "I gave my boat to Ana.",
        "Mira sold her boat because of the leak.",
    )
    assert [one["text"] for one in shown["history"]] == [shown["former"], row["text"]]
    assert f"node:{near}" in {one["ref"] for one in shown["links"]}
    assert not mind.memory.node(old).stands
    assert mind.memory.node(insight).stands
    assert ask("memory.unword", node=row["ref"])["row"]["ref"] == f"node:{old}"
    again = ask("memory.node", node=old)
    assert (again["archived"], again["former"]) == (False, None)
    assert f"node:{near}" in {one["ref"] for one in again["links"]}
    assert not mind.memory.node(row["ref"].removeprefix("node:")).stands
    with pytest.raises(NotFoundError):
        ask("memory.unword", node=old)


def test_the_last_of_several_wordings_is_taken_back_first(mind: Mind, ask: Ask) -> None:
    first = kept(mind, "The hall is booked for June.")
    second = ask("memory.reword", node=first, text="The hall is booked for July.")["row"]["ref"]
    third = ask("memory.reword", node=second, text="The hall is ours in July.")["row"]["ref"]
    assert ask("memory.unword", node=third)["row"]["ref"] == second
    assert ask("memory.node", node=second)["former"] == "The hall is booked for June."
    assert ask("memory.unword", node=second)["row"]["text"] == "The hall is booked for June."


def test_what_became_private_meanwhile_stays_so_when_the_wording_is_taken_back(mind: Mind, ask: Ask) -> None:
    old = kept(mind, "She cried over the letter.")
    new = ask("memory.reword", node=old, text="The letter moved me.")["row"]["ref"]
    ask("memory.private", node=new)
    assert ask("memory.unword", node=new)["row"]["private"]


def test_the_former_words_leave_what_was_read_at_once(mind: Mind, ask: Ask) -> None:
    model = ScriptedModel(lambda request: "{}" if request.schema else "The operation is on Monday.")
    mind.attach_language(model)
    root = kept(mind, "The doctor called about the operation of the knee.")
    asked = mind.begin("What did the doctor say about the operation?", "test", "p")
    assert root in {one.id for one in drive(asked, lambda: model).recalled}
    ask("memory.reword", node=root, text="The surgeon wrote to me about my hip.")
    stream = mind.conversation.stream
    assert stream is not None
    assert not any("doctor called" in one.text for one in stream.ledger.segments)
    assert "The surgeon wrote to me about my hip." in {
        one["text"] for one in ask("recall", query="the surgeon and the hip")["results"]
    }


@pytest.mark.parametrize("text", ["Kindness first.", "  "])
def test_what_is_no_memory_of_something_or_says_the_same_is_not_worded_anew(
    mind: Mind, ask: Ask, text: str
) -> None:
    value, moment = kept(mind, "Honesty.", kind=NodeKind.VALUE), kept(mind, "Kindness first.")
    with pytest.raises(InvalidInputError):
        ask("memory.reword", node=moment, text=text)
    with pytest.raises(InvalidInputError):
        ask("memory.reword", node=value, text="Courage.")
    assert mind.memory.node(moment).stands
