"""Whom a query names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.trail.judging.naming import Speakers


@pytest.fixture
def speakers() -> Speakers:
    return Speakers(["Mira Okafor", "Tom", "you", "小林", "Élodie", "C++"])


@pytest.mark.parametrize(
    ("query", "name", "rest"),
    [
        ("When did Mira buy the boat?", "mira okafor", "When did   buy the boat?"),
        ("What is tom's dog called?", "tom", "What is   dog called?"),
        ("Mira Okafor’s boat", "mira okafor", "  boat"),
        ("小林さんの船", "小林", " さんの船"),
        ("élodie at work", "élodie", "  at work"),
        ("Tom", "tom", "Tom"),
    ],
)
def test_the_one_who_is_named_is_found_and_left_out(
    speakers: Speakers, query: str, name: str, rest: str
) -> None:
    code = speakers.named(query)
    assert code is not None
    assert speakers.names[code] == name
    assert speakers.without(query, code).split() == rest.split()


@pytest.mark.parametrize(
    "query", ["Where do you live?", "Mira and Tom", "tomorrow", "atom", "Which boat?", ""]
)
def test_nobody_or_several_are_nobody(speakers: Speakers, query: str) -> None:
    assert speakers.named(query) is None


def test_a_speaker_is_one_in_any_case(speakers: Speakers) -> None:
    assert speakers.code("TOM") == speakers.known("tom") == 1
    assert speakers.known("Ana") == -1


@given(st.lists(st.text(max_size=12), max_size=6), st.text(max_size=40))
def test_any_names_and_queries_are_safe(names: list[str], query: str) -> None:
    speakers = Speakers(names)
    assert Speakers(speakers.names).names == speakers.names
    code = speakers.named(query)
    if code is not None:
        speakers.without(query, code)
