"""The topic tables: no name stands for two things, plain statements are placed, near misses are not."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person.folding import folded
from engine.person.topics import known_topic, topic_key, topic_of_statement

ROOT = Path(__file__).parents[4]
TABLES = [
    tomllib.loads((ROOT / f"resources/person/{name}.toml").read_text("utf-8"))
    for name in ("single_valued", "safety")
]


def test_no_name_stands_for_two_topics() -> None:
    names = Counter(
        name
        for table in TABLES
        for key, entry in table.items()
        for name in {folded(each) for each in (key, *entry["topics"])}
    )
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("I live in Lisbon", "lives_in"),
        ("I'm living in Rome now", "lives_in"),
        ("I've moved to Porto", "lives_in"),
        ("Ich wohne in Graz", "lives_in"),
        ("J'habite à Lyon", "lives_in"),
        ("Vivo en Sevilla", "lives_in"),
        ("Abito a Torino", "lives_in"),
        ("Moro em Braga", "lives_in"),
        ("我住在上海", "lives_in"),
        ("私は京都に住んでいます", "lives_in"),
        ("나는 부산에 살고 있어", "lives_in"),
        ("I work at the city library", "works_at"),
        ("我在医院工作", "works_at"),
        ("My name is Mira", "name"),
        ("Ich heiße Mira", "name"),
        ("我叫米拉", "name"),
        ("My wife's name is Ana", "partner"),
        ("My birthday is on 3 May", "birthday"),
        ("I'm 34 years old", "age"),
        ("I'm allergic to peanuts", "allergy"),
        ("Soy alérgica al maní", "allergy"),
        ("I can't eat gluten", "allergy"),
        ("I'm lactose intolerant", "allergy"),
        ("I carry an EpiPen", "allergy"),
        ("I can't have another coffee today", None),
        ("My daughter is allergic to eggs", "others_allergy"),
        ("The neighbour's cat is allergic to fish", None),
        ("I take blood thinners", "medication"),
        ("I have celiac disease", "health"),
        ("I have a pacemaker", "health"),
        ("I have a cat", None),
        ("我对花生过敏", "allergy"),
        ("Please don't", None),
        ("Don't ask me about my father", "boundary"),
        ("My sister lives in Rome", None),
        ("I lived in Rome as a child", None),
        ("People say I live in chaos", None),
        ("Is your name Mira?", None),
        ("妹は東京に住んでいます", None),
    ],
)
def test_a_plain_statement_is_placed(text: str, key: str | None) -> None:
    topic = topic_of_statement(text)
    assert (topic.key if topic else None) == key


@pytest.mark.parametrize("name", ["Home City", "residence", "住所", "거주지", "Wohnort", "lives_in"])
def test_names_of_one_topic(name: str) -> None:
    known = known_topic(name)
    assert known is not None
    assert (known.key, known.single) == ("lives_in", True)


def test_somebody_elses_topic_is_another() -> None:
    assert known_topic("sister lives in") is None
    assert topic_key("Sister  lives-in") == topic_key("sister lives in")


@given(st.text(max_size=100))
def test_folding_ends(text: str) -> None:
    assert folded(folded(text)) == folded(text)
