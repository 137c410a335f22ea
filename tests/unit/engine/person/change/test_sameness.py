"""What need not stand twice, by words alone; meanings are tried with the real sentence model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person.claims.reading import Reading, says_same
from engine.settings import PersonSettings

SETTINGS = PersonSettings()


def same(one: str, other: str) -> bool:
    return says_same(Reading(one), Reading(other), (None, None), SETTINGS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I'm allergic to peanuts", "I am allergic to peanuts!"),
        ("My cat is called Tom", "my CAT is called Tom."),
        ("我喜欢咖啡", "我喜欢咖啡。"),
        ("I am allergic to peanuts", "I'm allergic to a peanut"),
    ],
)
def test_the_same(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana loves tom", "tom loves ana"),
        ("I have 2 cats", "I have 3 cats"),
        ("I like tea", "I don't like tea"),
        ("我喜欢咖啡", "我喜欢喝咖啡"),
        ("?", "!"),
        ("I live in Lisbon", "I live in Porto"),
    ],
)
def test_not_the_same(one: str, other: str) -> None:
    assert not same(one, other)


@given(st.text(max_size=60), st.text(max_size=60))
def test_it_is_mutual(one: str, other: str) -> None:
    assert same(one, other) == same(other, one)
