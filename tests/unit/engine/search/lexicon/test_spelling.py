"""Unknown words and the known ones they look like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search.lexicon.spelling import ALIKE, MOST, SHORTEST, Spelling

KNOWN = ["bicycl", "peanut", "marriag", "carriag", "boat", "wed", "accordion", "violin", "42nd"]


@pytest.fixture
def spelling() -> Spelling:
    made = Spelling()
    made.learn(KNOWN)
    return made


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("bycicl", "bicycl"),
        ("penaut", "peanut"),
        ("acordion", "accordion"),
        ("violine", "violin"),
        ("boatt", "boat"),
    ],
)
def test_a_slip_of_the_pen_is_understood(spelling: Spelling, slip: str, meant: str) -> None:
    assert spelling.alike(slip)[0][0] == meant


@pytest.mark.parametrize("other", ["kayak", "barriag", "wen", "wedd", "", "43nd", "自行车"])
def test_another_word_is_not_taken_for_a_known_one(spelling: Spelling, other: str) -> None:
    assert spelling.alike(other) == []


def test_nothing_is_known_at_first() -> None:
    assert Spelling().alike("bicycl") == []


@given(
    st.lists(st.text("abcdeß", min_size=1, max_size=8), unique=True, max_size=12),
    st.text("abcdeß", max_size=8),
)
def test_likeness_is_bounded_ordered_and_whole_for_the_word_itself(known: list[str], word: str) -> None:
    spelling = Spelling()
    spelling.learn(known)
    found = spelling.alike(word)
    assert len(found) <= MOST
    assert [likeness for _, likeness in found] == sorted((each[1] for each in found), reverse=True)
    assert all(ALIKE <= likeness <= 1.0 for _, likeness in found)
    if word in known and len(word) >= SHORTEST:
        assert 1.0 in [likeness for _, likeness in found]
