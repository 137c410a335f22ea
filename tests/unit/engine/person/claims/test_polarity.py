"""For and against in nine languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person import opposed, stance_of

PAIRS = [
    ("I like jazz", "I don't like jazz"),
    ("I love cilantro", "I can't stand cilantro"),
    ("I enjoy running", "I never enjoy running"),
    ("Ich mag Kaffee", "Ich mag keinen Kaffee"),
    ("Ich liebe Opern", "Ich hasse Opern"),
    ("J'aime le café", "Je n'aime pas le café"),
    ("Me gusta el café", "No me gusta el café"),
    ("Amo il jazz", "Odio il jazz"),
    ("Gosto de café", "Não gosto de café"),
    ("我喜欢咖啡", "我不喜欢咖啡"),
    ("私は猫が好きです", "私は猫が嫌いです"),
    ("私は猫が好きです", "私は猫が好きじゃない"),
    ("나는 커피를 좋아해요", "나는 커피를 안 좋아해요"),
]
APART = [
    ("I like jazz", "I hate opera"),
    ("I love coffee", "My sister hates coffee"),
    ("I like tea", "I love tea"),
    ("I live in Porto", "I don't live in Lisbon"),
    ("我喜欢咖啡", "我不喜欢茶"),
]
words = st.sampled_from(("coffee", "tea", "jazz", "opera", "running", "snow", "winter", "chess"))


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_opposites(one: str, other: str) -> None:
    first, second = stance_of(one), stance_of(other)
    assert (first.sign, second.sign) == (1, -1)
    assert opposed(first, second, 0.67)
    assert opposed(second, first, 0.67)


@pytest.mark.parametrize(("one", "other"), APART)
def test_no_opposites(one: str, other: str) -> None:
    assert not opposed(stance_of(one), stance_of(other), 0.67)


@given(st.text(max_size=200))
def test_nothing_opposes_itself(text: str) -> None:
    stance = stance_of(text)
    assert stance.sign in (-1, 1)
    assert not opposed(stance, stance, 0.67)


@given(words, st.integers(0, 6))
def test_each_denial_turns_it_round(word: str, denials: int) -> None:
    stance = stance_of(f"I do {'not ' * denials}like {word}")
    assert stance.sign == (-1) ** denials
    assert stance.object == stance_of(f"I like {word}").object


@given(st.text(max_size=80), st.text(max_size=80))
def test_opposition_is_mutual(one: str, other: str) -> None:
    first, second = stance_of(one), stance_of(other)
    assert opposed(first, second, 0.67) == opposed(second, first, 0.67)
