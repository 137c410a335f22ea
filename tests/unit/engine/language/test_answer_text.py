"""Text streams in whole characters and never shows a stop text, however the bytes are cut."""

import sys
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.language.native.generation import AnswerText

letters = st.text(alphabet="abAB\n🍏é", max_size=40)
stops = st.lists(st.text(alphabet="abAB\n🍏", min_size=1, max_size=4), max_size=3)


def pieces_of(data: bytes, cuts: list[int]) -> list[bytes]:
    marks = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in pairwise(marks)]


@given(letters, stops, st.lists(st.integers(0, sys.maxsize), max_size=20))
def test_the_stream_is_the_text_before_the_first_stop(text, stops, cuts):
    answer = AnswerText(stops)
    streamed = [answer.feed(piece) for piece in pieces_of(text.encode(), cuts)]
    streamed.append(answer.finish())
    ends = [at for stop in stops if (at := text.find(stop)) >= 0]
    assert "".join(streamed) == answer.text
    assert answer.stopped == bool(ends)
    assert all(stop not in answer.text for stop in stops)
    if not ends:
        assert answer.text == text
    else:
        assert text.startswith(answer.text)


@given(letters, st.lists(st.integers(0, sys.maxsize), max_size=20))
def test_a_character_comes_whole(text, cuts):
    answer = AnswerText()
    for piece in pieces_of(text.encode(), cuts):
        assert "�" not in answer.feed(piece)


def test_without_stops_nothing_is_held_back():
    answer = AnswerText()
    assert [answer.feed(b"ab"), answer.feed(b"\xf0\x9f"), answer.feed(b"\x8d\x8f!")] == ["ab", "", "🍏!"]


def test_what_might_be_a_stop_is_held_back_until_it_is_clear():
    answer = AnswerText(["\nUser:"])
    assert [answer.feed(b"Hi\nUs"), answer.feed(b"e it"), answer.finish()] == ["Hi", "\nUse it", ""]


def test_the_answer_ends_before_the_stop():
    answer = AnswerText(["END"])
    assert [answer.feed(b"one E"), answer.feed(b"ND two"), answer.finish()] == ["one ", "", ""]
    assert answer.stopped
