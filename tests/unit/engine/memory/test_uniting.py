"""Memories that are much alike and were linked, and what becomes of them once a model looked at them."""

import pytest

from engine.conversation import unite_memories
from engine.language import Cancellation, ScriptedModel
from engine.memory import NodeKind, NodeRemembered, Outcome
from engine.settings import MemorySettings

KNOWN = "Jason enjoys old science fiction movies"
FRESH = "Jason enjoys old science fiction films a lot"
EXPANDED = (
    "Jason loves movies like Back to the Future, quotes them, adores synthesizer soundtracks and has a "
    "nostalgic connection to the pop culture of the Reagan era"
)
ASKED = MemorySettings(unites_parameters=0)


@pytest.fixture
def pair(mind):
    mind.node(KNOWN, NodeKind.ANCHOR, importance=0.5)
    assert mind.keep(FRESH, NodeKind.ANCHOR, importance=0.3).outcome is Outcome.LINKED
    found = mind.memory.uniting.next()
    assert (found.known.text, found.fresh.text) == (KNOWN, FRESH)
    return found


def texts(mind):
    return {node.text for node in mind.memory.nodes()}


def test_a_text_that_did_not_drift_makes_one_of_two(mind, pair):
    united = mind.memory.uniting.keep(pair, FRESH)
    assert united.outcome is Outcome.MERGED
    assert (united.node.text, united.node.importance) == (FRESH, 0.5)
    assert texts(mind) == {FRESH}
    assert mind.told[-1] == NodeRemembered(united)
    assert {mind.memory.node(one.id).merged_into for one in (pair.fresh, pair.known)} == {united.node.id}


@pytest.mark.parametrize("text", ["", EXPANDED])
def test_else_they_stay_linked_and_are_not_looked_at_again(mind, pair, text):
    assert mind.memory.uniting.keep(pair, text) is None
    assert texts(mind) == {KNOWN, FRESH}
    ends = {(link.origin, link.target) for link in mind.memory.links([pair.fresh.id])}
    assert ends == {(pair.fresh.id, pair.known.id), (pair.known.id, pair.fresh.id)}
    assert mind.memory.uniting.next() is None


def test_a_number_cannot_be_lost(mind):
    mind.node("The garden club meets at 7 on the square", NodeKind.KNOWLEDGE)
    mind.node("On the square the garden club meets at 7", NodeKind.KNOWLEDGE)
    assert mind.memory.uniting.keep(mind.memory.uniting.next(), "The garden club meets on the square") is None


@pytest.mark.parametrize(
    ("known", "fresh"),
    [
        ("The wedding is on 12 June", "The wedding is on 14 June"),
        ("Ana likes the new flat", "Ana does not like the new flat"),
    ],
)
def test_what_differs_is_never_asked_about(mind, known, fresh):
    mind.node(known, NodeKind.KNOWLEDGE)
    mind.node(fresh, NodeKind.KNOWLEDGE)
    assert mind.memory.uniting.next() is None


def test_what_is_private_is_not_compared_with_what_is_open(mind, pair):
    mind.memory.set_private(pair.known.id)
    assert mind.memory.uniting.next() is None


def test_one_that_was_put_away_meanwhile_stays_away(mind, pair):
    mind.memory.archive(pair.known.id)
    assert mind.memory.uniting.keep(pair, FRESH) is None
    assert mind.memory.node(pair.known.id).merged_into is None


def test_taking_one_telling_back_brings_the_other_back(mind, pair):
    united = mind.memory.uniting.keep(pair, FRESH)
    with mind.vault.unit() as unit:
        mind.memory.withdraw(unit, frozenset({pair.fresh.ref}))
        unit.commit()
    assert mind.memory.node(united.node.id, withdrawn=True).withdrawn_at is not None
    assert texts(mind) == {KNOWN}


def test_at_most_five_become_one(mind):
    most = MemorySettings().cluster
    texts = [
        f"Jason enjoys {adverb} old science fiction movies"
        for adverb in ("watching", "seeing", "very", "such", "good", "the", "all")
    ]
    for text in texts:
        mind.node(text, NodeKind.ANCHOR)
    united = [
        one
        for _ in range(20)
        if (pair := mind.memory.uniting.next()) and (one := mind.memory.uniting.keep(pair, pair.fresh.text))
    ]
    assert united

    def made_of(node):
        parts = [mind.memory.node(ref[5:]) for ref in node.sources if ref.startswith("node:")]
        return sum(1 for part in parts if not any(ref.startswith("node:") for ref in part.sources)) or 1

    assert max(made_of(node) for node in mind.memory.nodes()) <= most


def test_a_model_is_asked_with_both_and_its_text_is_kept(mind, pair):
    model = ScriptedModel(lambda _: FRESH)
    assert unite_memories(mind.memory, model, ASKED) == 1
    assert texts(mind) == {FRESH}
    (request,) = model.requests
    assert request.prompt[-1].cites == (pair.known.ref, pair.fresh.ref)


def test_a_model_that_says_they_differ_leaves_two(mind, pair):
    assert unite_memories(mind.memory, ScriptedModel(lambda _: "different"), ASKED) == 0
    assert texts(mind) == {KNOWN, FRESH}
    assert mind.memory.uniting.next() is None


def test_a_small_model_is_not_asked(mind, pair):
    model = ScriptedModel(lambda _: FRESH)
    assert unite_memories(mind.memory, model, MemorySettings()) == 0
    assert model.requests == []


def test_what_was_stopped_is_looked_at_another_time(mind, pair):
    stopped = Cancellation()
    stopped.cancel()
    assert unite_memories(mind.memory, ScriptedModel(lambda _: FRESH), ASKED, cancellation=stopped) == 0
    assert mind.memory.uniting.next() == pair
