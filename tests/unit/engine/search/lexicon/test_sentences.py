"""Sentences end where a reader would say so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search import clauses, sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I like tea. You like it too!", ["I like tea.", "You like it too!"]),
        ("I weigh 72.5 kg. It was 80.", ["I weigh 72.5 kg.", "It was 80."]),
        ("Dr. Okafor is my dentist. She is kind.", ["Dr. Okafor is my dentist.", "She is kind."]),
        ("Ask J. R. Tolkien. He knows.", ["Ask J. R. Tolkien.", "He knows."]),
        ("He said no. Then he left.", ["He said no.", "Then he left."]),
        ("I sit in row no. 5. She does not.", ["I sit in row no. 5.", "She does not."]),
        ("I love art. St. Petersburg has much of it.", ["I love art.", "St. Petersburg has much of it."]),
        ("So am I. We both are.", ["So am I.", "We both are."]),
        ("I get up at 6 a.m. on weekdays.", ["I get up at 6 a.m. on weekdays."]),
        ("I get up at 6 a.m. Then I run.", ["I get up at 6 a.m.", "Then I run."]),
        ("Write to ana@example.com. Thanks", ["Write to ana@example.com.", "Thanks"]),
        ("Am 3. Mai habe ich Geburtstag. Komm!", ["Am 3. Mai habe ich Geburtstag.", "Komm!"]),
        ("Ich mag Obst, z.B. Birnen. Und du?", ["Ich mag Obst, z.B. Birnen.", "Und du?"]),
        ("She was born in 1990. I was not.", ["She was born in 1990.", "I was not."]),
        ("i love it. it is great", ["i love it.", "it is great"]),
        ("He said “go.” Then he went.", ["He said “go.”", "Then he went."]),
        ("我喜欢茶。你呢？好！", ["我喜欢茶。", "你呢？", "好！"]),
        ("one\ntwo\n\nthree", ["one", "two", "three"]),
        ("Wait... What? No!", ["Wait...", "What?", "No!"]),
        ("", []),
        ("  \n ", []),
        (". .", [".", "."]),
    ],
)
def test_a_text_in_sentences(text, parts):
    assert sentences(text) == parts


def test_clauses_end_at_semicolons_too():
    assert clauses("I cook; she bakes; 他来；我走") == ["I cook;", "she bakes;", "他来；", "我走"]
    assert clauses("Fine ;) See Dr. Ito at 3.30; then call.") == [
        "Fine ;) See Dr. Ito at 3.30;",
        "then call.",
    ]


@given(st.text(alphabet='aI3 .!?;。\n"”DrM', max_size=60))
def test_nothing_but_blanks_is_left_out(text):
    whole = "".join(text.split())
    assert "".join("".join(sentences(text)).split()) == whole
    assert "".join("".join(clauses(text)).split()) == whole
