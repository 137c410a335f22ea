from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.errors import InvalidInputError
from engine.memory import (
    ContradictionState,
    Feeling,
    LinkType,
    NewNode,
    NodeKind,
    NodeMissingError,
    NoPersonError,
    Outcome,
    PromotionError,
    Relational,
    resonance,
)
from engine.trail import MoodPoint


def test_something_new_is_kept_and_found_by_meaning(mind):
    kept = mind.keep("We watched the sun go down over the harbour.", tags=("sea",))
    assert kept.outcome is Outcome.NEW
    assert mind.found("an evening by the water") == [kept.node.text]
    assert [type(event).__name__ for event in mind.told] == ["NodeRemembered"]


def test_it_is_found_after_reopening(mind):
    mind.keep("We watched the sun go down over the harbour.")
    again = mind.reopened()
    assert [one.node.text for one in again.recall("sunset")] == [
        "We watched the sun go down over the harbour."
    ]


def test_the_same_words_confirm(mind):
    first = mind.node(
        "She laughed about the burnt cake.", importance=0.4, tags=("cake",), sources=("step:1",)
    )
    mind.wait(days=3)
    again = mind.keep("she laughed, about the burnt cake", importance=0.7, tags=("fun",), sources=("step:2",))
    assert again.outcome is Outcome.CONFIRMED
    assert again.node.id == first.id
    assert again.node.importance == 0.7
    assert again.node.tags == ("cake", "fun")
    assert again.node.sources == ("step:1", "step:2")
    assert again.node.confirmed_at == mind.clock.now()
    assert again.node.created_at == first.created_at
    assert len(mind.memory.nodes()) == 1


def test_a_text_that_contains_the_other_becomes_one_with_it(mind):
    strong, weak = resonance(0.9, 0.9, "joy"), resonance(0.2, -0.5, "meh")
    short = mind.node("Ana plays the cello", importance=0.8, resonance=weak, sources=("step:1",))
    mind.wait(days=1)
    kept = mind.keep(
        "Ana plays the cello in the orchestra", importance=0.3, resonance=strong, tags=("music",)
    )
    assert kept.outcome is Outcome.MERGED
    whole = kept.node
    assert whole.text == "Ana plays the cello in the orchestra"
    assert (whole.importance, whole.resonance, whole.tags) == (0.8, strong, ("music",))
    assert whole.event_at == short.event_at
    archived = mind.memory.nodes(archived=True)
    assert {node.merged_into for node in archived} == {whole.id}
    assert {node.text for node in archived} == {short.text, whole.text}
    assert [node.id for node in mind.memory.nodes()] == [whole.id]


def test_what_is_alike_but_not_the_same_is_linked(mind):
    first = mind.node("Our walk along the river in the rain was lovely.")
    kept = mind.keep("We had a lovely walk along the river while it rained.")
    assert kept.outcome is Outcome.LINKED
    assert kept.other is not None
    assert kept.other.id == first.id
    links = mind.memory.links([kept.node.id])
    assert {(link.origin, link.target, link.type) for link in links} == {
        (kept.node.id, first.id, LinkType.RELATES_TO),
        (first.id, kept.node.id, LinkType.RELATES_TO),
    }


@pytest.mark.parametrize(
    ("known", "fresh"),
    [
        ("The wedding is on 12 June", "The wedding is on 14 June"),
        ("Ana likes the new flat", "Ana does not like the new flat"),
        ("The exam is on Monday", "The exam is on Thursday"),
        ("We always cycle to the lake", "We never cycle to the lake"),
    ],
)
def test_what_differs_never_becomes_one_and_is_looked_at(mind, known, fresh):
    one = mind.node(known, NodeKind.KNOWLEDGE)
    kept = mind.memory.remember(NewNode(NodeKind.KNOWLEDGE, fresh))
    assert kept.outcome is Outcome.LINKED
    assert kept.contradiction is not None
    assert {kept.contradiction.a, kept.contradiction.b} == {one.id, kept.node.id}
    assert len(mind.memory.nodes()) == 2
    assert mind.memory.contradictions() == [kept.contradiction]


def test_protected_kinds_stand_by_themselves(mind):
    mind.node("I was glad.", NodeKind.NOTE)
    assert mind.keep("I was glad.", NodeKind.NOTE).outcome is not Outcome.CONFIRMED
    assert len(mind.memory.nodes([NodeKind.NOTE])) == 2


def test_a_working_kind_gives_way_to_its_successor(mind):
    first = mind.node("We talk about the novel.", NodeKind.COMPASS)
    second = mind.keep("We talk about the garden.", NodeKind.COMPASS)
    assert second.other == first
    assert second.node.version == 2
    assert [node.text for node in mind.memory.nodes([NodeKind.COMPASS])] == ["We talk about the garden."]


def test_without_a_sentence_model_words_decide(wordy):
    wordy.node("Ana plays the cello")
    assert wordy.keep("ANA plays the cello!").outcome is Outcome.CONFIRMED
    assert wordy.keep("Ana plays the cello beautifully").outcome is Outcome.MERGED
    assert wordy.keep("The train was late").outcome is Outcome.NEW
    assert wordy.found("cello") == ["Ana plays the cello beautifully"]


def test_private_and_open_never_become_one(mind):
    mind.node("She is afraid of the operation", private=True)
    kept = mind.keep("She is afraid of the operation")
    assert kept.outcome is Outcome.NEW
    assert not mind.memory.links([kept.node.id])


def test_private_spreads_to_what_is_made_from_it(mind):
    secret = mind.node("She is afraid of the operation", private=True)
    assert mind.node("Fear makes her quiet", NodeKind.INSIGHT, sources=(secret.ref,)).private


def test_marking_private_reaches_everything_derived(mind):
    one = mind.node("Stubborn hope runs in the family")
    two = mind.node("Hope is learnt at home", NodeKind.INSIGHT, sources=(one.ref,))
    three = mind.node("I have grown more hopeful", NodeKind.IDENTITY, sources=(two.ref,))
    core = mind.memory.promote(three.id, NodeKind.CORE_EXTENSION)
    other = mind.node("The kettle is loud")
    assert mind.memory.set_private(one.id) == {one.ref, two.ref, three.ref, core.ref}
    assert all(mind.memory.node(each.id).private for each in (one, two, three))
    assert not mind.memory.node(other.id).private
    with pytest.raises(NodeMissingError):
        mind.memory.node(core.id)


def test_what_is_no_longer_private_is_so_alone_and_from_its_root_on(mind):
    one = mind.node("Stubborn hope runs in the family")
    two = mind.node("Hope is learnt at home", NodeKind.INSIGHT, sources=(one.ref,))
    mind.memory.set_private(one.id)
    with pytest.raises(InvalidInputError):
        mind.memory.lift_privacy(two.id)
    assert not mind.memory.lift_privacy(one.id).private
    assert mind.memory.node(two.id).private
    assert not mind.memory.lift_privacy(two.id).private


@pytest.mark.parametrize(
    "given",
    [{"text": "  "}, {"importance": 1.1}, {"confidence": -0.1}, {"sources": ("nothing",)}, {"strength": 2.0}],
)
def test_what_cannot_be_kept_is_refused(mind, given):
    new = {"kind": NodeKind.MOMENT, "text": "something"} | given
    with pytest.raises(InvalidInputError):
        mind.memory.remember(NewNode(**new))
    assert mind.memory.nodes() == []


def test_nothing_rests_on_what_is_not_there(mind):
    with pytest.raises(NodeMissingError):
        mind.keep("It follows.", NodeKind.INSIGHT, sources=("node:n_missing",))


def test_no_person_is_refused(mind):
    with pytest.raises(NoPersonError):
        mind.reopened(person=" ")


def test_each_person_has_their_own_and_the_core_is_shared(mind):
    mind.node("We watched the sun go down")
    mind.node("I am patient", NodeKind.CORE)
    other = mind.reopened(person="tom")
    assert [node.text for node in other.nodes()] == ["I am patient"]
    assert [one.node.text for one in other.recall("sun going down, patient")] == ["I am patient"]
    assert mind.reopened(companion="noah").nodes() == []


def test_what_becomes_the_companions_own_is_nobodys(mind):
    plain = mind.node("I choose to be playful", NodeKind.IDENTITY, sources=("step:1",))
    risen = mind.memory.promote(plain.id, NodeKind.CORE_EXTENSION, names=["Mira"])
    assert (risen.person, risen.sources) == (None, (plain.ref,))
    named = mind.node("I choose to be gentle with Mira", NodeKind.IDENTITY)
    private = mind.node("I keep secrets well", NodeKind.IDENTITY, private=True)
    claimed = mind.node("I slow down when someone is tired", NodeKind.IDENTITY, sources=("fact:1",))
    indirect = mind.node("I listen more than I talk", NodeKind.IDENTITY, sources=(claimed.ref,))
    for node in (named, private, claimed, indirect):
        with pytest.raises(PromotionError):
            mind.memory.promote(node.id, NodeKind.CORE_EXTENSION, names=["Mira"])
    with pytest.raises(PromotionError):
        mind.keep("She is brave", NodeKind.CORE, sources=("fact:1",))


def test_a_rolled_back_memory_is_not_found(mind):
    with pytest.raises(RuntimeError, match="lost"), mind.vault.unit() as unit:
        mind.memory.remember(NewNode(NodeKind.MOMENT, "The lamp fell over"), unit)
        assert mind.found("lamp") == ["The lamp fell over"]
        raise RuntimeError("lost")
    assert mind.found("lamp") == []
    assert mind.memory.nodes() == []


def test_what_a_rollback_brings_back_is_found_again(mind):
    node = mind.node("The lamp fell over")
    with pytest.raises(RuntimeError, match="lost"), mind.vault.unit() as unit:
        mind.memory.withdraw(unit, frozenset({node.ref}))
        assert mind.found("lamp") == []
        raise RuntimeError("lost")
    assert mind.found("lamp") == ["The lamp fell over"]


@pytest.mark.parametrize("choice", [ContradictionState.KEEP_A, ContradictionState.KEEP_B])
def test_the_person_keeps_one_side(mind, choice):
    mind.node("The exam is on Monday", NodeKind.KNOWLEDGE)
    opened = mind.keep("The exam is on Thursday", NodeKind.KNOWLEDGE).contradiction
    kept, given_up = (opened.a, opened.b) if choice is ContradictionState.KEEP_A else (opened.b, opened.a)
    assert mind.memory.resolve_contradiction(opened.id, choice).state is choice
    assert [node.id for node in mind.memory.nodes()] == [kept]
    assert [node.id for node in mind.memory.nodes(archived=True)] == [given_up]
    assert mind.memory.contradictions() == []


def test_the_person_merges_or_keeps_both(mind):
    mind.node("The exam is on Monday", NodeKind.KNOWLEDGE)
    opened = mind.keep("The exam is on Thursday", NodeKind.KNOWLEDGE).contradiction
    with pytest.raises(InvalidInputError):
        mind.memory.resolve_contradiction(opened.id, ContradictionState.MERGED)
    text = "The exam was moved from Monday to Thursday"
    mind.memory.resolve_contradiction(opened.id, ContradictionState.MERGED, text)
    assert [node.text for node in mind.memory.nodes()] == [text]
    assert mind.found("exam") == [text]
    first = mind.node("We live in Bonn", NodeKind.KNOWLEDGE)
    mind.wait(days=400)
    second = mind.node("We live in Lyon", NodeKind.KNOWLEDGE)
    mind.memory.link(first.id, second.id, LinkType.CONTRADICTS)
    (opened,) = mind.memory.contradictions()
    mind.memory.resolve_contradiction(opened.id, ContradictionState.BOTH)
    links = mind.memory.links([first.id])
    assert (second.id, first.id, LinkType.CONTINUES) in {(x.origin, x.target, x.type) for x in links}


def test_threads_remember_and_recall_together(mind):
    cities = ["Lisbon", "Oslo", "Cairo", "Lima"]
    things = ["trains", "gardens", "violins", "bakeries", "storms"]

    def talk(city):
        for thing in things:
            mind.node(f"We talked about the {thing} of {city}", NodeKind.MILESTONE)
            assert mind.found(f"{thing} {city}", limit=1) == [f"We talked about the {thing} of {city}"]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(talk, cities))
    assert len(mind.memory.nodes()) == 20
    assert len(mind.reopened().recall("talked", 50)) == 20


def test_what_is_remembered_survives_a_new_process(mind):
    kept = mind.node(
        "She laughed",
        title="Cake",
        tags=("a", "b"),
        importance=0.3,
        confidence=0.9,
        resonance=resonance(0.9, -0.5, "why"),
        feeling=Feeling(MoodPoint(0.1, 0.2, 0.3), "calm"),
        relational=Relational(0.4, ("direct",), ("the cake",), {"cake": "trouble"}, "warmth", ("honesty",)),
        place="kitchen",
        sources=("step:2", "step:1"),
        synthesis="insight",
    )
    assert mind.reopened().node(kept.id) == kept
