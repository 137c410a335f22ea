from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.memory import Difference, differences, normalised
from engine.memory.writing.differences import conflicts, keeps_facts, opposes
from engine.memory.writing.merging import contained_text, merged
from tests.unit.engine.memory.made import NOW, bonds, feelings, node, refs, resonances, shares, words

LATER = NOW + timedelta(days=1)
nodes = st.lists(
    st.builds(
        lambda age, number, **given: node(
            id=f"n_{number}",
            event_at=NOW - timedelta(days=age),
            created_at=NOW - timedelta(days=age),
            **given,
        ),
        age=st.integers(0, 900),
        number=st.integers(),
        importance=shares,
        strength=shares,
        confidence=shares,
        private=st.booleans(),
        title=words,
        tags=st.lists(words, unique=True, max_size=3).map(tuple),
        resonance=st.none() | resonances,
        feeling=st.none() | feelings,
        relational=st.none() | bonds,
        recalls=st.integers(0, 9),
        sources=st.lists(refs, unique=True, max_size=2).map(tuple),
    ),
    min_size=2,
    max_size=5,
    unique_by=lambda one: one.id,
)


@given(nodes)
def test_a_merge_loses_nothing(sources):
    whole = merged(sources, "all of it", "n_whole", LATER)
    assert whole.importance == max(one.importance for one in sources)
    assert whole.intensity == max(one.intensity for one in sources)
    assert set(whole.tags) == {tag for one in sources for tag in one.tags}
    assert len(set(whole.tags)) == len(whole.tags)
    assert whole.event_at == min(one.event_at for one in sources)
    assert set(whole.sources) >= {ref for one in sources for ref in (one.ref, *one.sources)}
    assert whole.recalls == sum(one.recalls for one in sources)
    assert whole.private == any(one.private for one in sources)
    assert (whole.feeling is not None) == any(one.feeling for one in sources)
    assert whole.stands
    bonded = [one.relational for one in sources if one.relational]
    if bonded:
        assert whole.relational.bond_strength == max(bond.bond_strength for bond in bonded)
        assert set(whole.relational.user_values) == {each for bond in bonded for each in bond.user_values}


@given(nodes)
def test_the_order_of_a_merge_does_not_matter_for_what_counts(sources):
    one, other = (merged(order, "x", "n_whole", LATER) for order in (sources, sources[::-1]))
    for name in ("importance", "strength", "confidence", "event_at", "intensity", "recalls", "private"):
        assert getattr(one, name) == getattr(other, name)


@given(st.lists(st.text(max_size=30), min_size=1, max_size=5))
def test_a_containing_text_contains_every_other(texts):
    whole = contained_text(texts)
    if whole is not None:
        assert whole in texts
        assert all(f" {normalised(text)} " in f" {normalised(whole)} " for text in texts)


@given(st.text())
def test_normalising_twice_changes_nothing(text):
    assert normalised(normalised(text)) == normalised(text)


@given(st.text())
def test_a_text_does_not_differ_from_itself(text):
    assert differences(text, text) == frozenset()
    assert not conflicts(text, text)
    assert keeps_facts(text, [text])


@given(st.text(max_size=80), st.text(max_size=80))
def test_differing_is_symmetric(a, b):
    assert differences(a, b) == differences(b, a)
    assert conflicts(a, b) == conflicts(b, a)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_two_numbers_never_pass_for_one(a, b):
    found = differences(f"She paid {a} for it", f"She paid {b} for it")
    assert (Difference.NUMBERS in found) == (a != b)
    assert conflicts(f"She paid {a} for it", f"She paid {b} for it") == (a != b)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("He has two cats", "He has three cats", Difference.NUMBERS),
        ("He has two cats", "He has 3 cats", Difference.NUMBERS),
        ("We meet in May and June", "We meet in May and July", Difference.DATES),
        ("We meet on Monday", "We meet on Friday", Difference.DATES),
        ("We meet in May", "We meet in June", Difference.DATES),
        ("We meet on May 3", "We meet on June 3", Difference.DATES),
        ("他有二只猫", "他有三只猫", Difference.NUMBERS),
        ("She eats meat", "She doesn't eat meat", Difference.POLARITY),
        ("She eats meat", "She doesn’t eat meat", Difference.POLARITY),
        ("She can swim", "She cannot swim", Difference.POLARITY),
        ("She loves the sea", "She hates the sea", Difference.POLARITY),
        ("Er kommt", "Er kommt nicht", Difference.POLARITY),
        ("我喜欢猫", "我不喜欢猫", Difference.POLARITY),
        ("猫が好きです", "猫が好きではないです", Difference.POLARITY),
    ],
)
def test_what_keeps_texts_apart(a, b, kind):
    assert kind in differences(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("He has two cats", "He has 2 cats"),
        ("It cost 1,000 euros", "It cost 1000 euros"),
        ("We meet in February", "We meet in Feb"),
        ("She never eats meat", "She doesn't eat meat"),
        ("I'm glad", "I am glad"),
        ("It may be late", "It might be late"),
    ],
)
def test_what_does_not(a, b):
    assert differences(a, b) == frozenset()


def test_an_added_number_is_no_contradiction_but_no_merge_either():
    assert differences("We went to Rome", "We went to Rome in 2019") == {Difference.NUMBERS}
    assert not conflicts("We went to Rome", "We went to Rome in 2019")


@pytest.mark.parametrize(
    ("a", "b", "opposed"),
    [
        ("The shop is open.", "The shop is closed.", True),
        ("I ran 5 km by the river.", "I ran 8 km by the river.", True),
        ("I don't like coriander.", "I like coriander.", True),
        ("Ana tied a bowline when she was six.", "The speech for Ana has one rope, two sisters.", False),
        ("The baker can do almond, isn't that great?", "The baker makes the cake in the Mill Lane.", False),
    ],
)
def test_only_what_is_about_the_same_is_opposed_without_a_model(a, b, opposed):
    assert conflicts(a, b) or not opposed
    assert opposes(a, b) is opposes(b, a) is opposed


def test_a_merge_may_not_turn_a_text_round():
    assert not keeps_facts("She eats meat", ["She does not eat meat"])
    assert not keeps_facts("She has a dog", ["She has 2 dogs"])
    assert keeps_facts("In May she has 2 dogs", ["She has 2 dogs", "In May she has dogs"])


def test_a_merge_of_archived_nodes_stands():
    old = replace(node(), archived_at=NOW, merged_into="n_other")
    assert merged([old, node()], "x", "n_whole", LATER).stands
