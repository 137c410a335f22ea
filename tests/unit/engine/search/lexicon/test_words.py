import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search import stems
from engine.search.lexicon.words import same_stems, stop_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The weddings were planned", ["wed", "plan"]),
        ("Ana's cake, Ana\u2019s cakes", ["ana", "cake", "ana", "cake"]),
        ("Don't! dont won\u2019t", []),
        ("Zo\u00eb at the CAFE\u0301 Stra\u00dfe", ["zoe", "cafe", "strass"]),
        ("我喜欢花生 tea", ["我喜", "喜欢", "欢花", "花生", "tea"]),
        ("猫", ["猫"]),
        ("한국어로", ["한국", "국어", "어로"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("room_2 at 12:30", ["room_2", "12", "30"]),
        ("\0 \ud800 … 🎂", []),
    ],
)
def test_stems(text: str, expected: list[str]) -> None:
    assert stems(text) == expected


@given(st.text())
def test_every_text_has_stems_without_blanks(text: str) -> None:
    assert all(stem and not stem.isspace() for stem in stems(text))


@given(st.text(st.characters(max_codepoint=0x17F)))
def test_the_ascii_path_agrees_with_the_other(text: str) -> None:
    plain = text.encode("ascii", "ignore").decode()
    assert stems(plain) == stems(plain + " \u2026")


@given(st.text(st.characters(max_codepoint=127)))
def test_case_does_not_count(text: str) -> None:
    assert stems(text.upper()) == stems(text.lower())


def test_stop_words_are_as_they_are_compared() -> None:
    assert {"the", "what", "dont"} <= stop_words()
    assert all(word == word.casefold() and word.isalpha() for word in stop_words())


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("mum's bikes", "my mother's bicycle"),
        ("What did I buy?", "I bought"),
        ("the kids", "a child"),
        ("favorite color", "favourite colours"),
        ("Oma", "Großmutter"),
    ],
)
def test_what_means_the_same_is_found_by_either(text: str, same: str) -> None:
    assert stems(text) == stems(same)


def test_what_only_looks_alike_stays_apart() -> None:
    same = same_stems()
    assert not set(same) & set(same.values())
    assert not set(same) & stop_words()
    assert [stems(word) for word in ("lives", "tired", "motorbike", "kindness")] == [
        ["live"],
        ["tire"],
        ["motorbik"],
        ["kind"],
    ]
