from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.trail.wording import MAX_CHARACTERS, cleaned, dated


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_readable_text_is_kept_as_it_is(text: str) -> None:
    assert cleaned(text) == text


@given(st.text(st.characters() | st.sampled_from("\0\ud800\udfff")))
def test_what_is_cleaned_can_be_stored_and_is_clean(text: str) -> None:
    clean = cleaned(text)
    clean.encode()
    assert "\0" not in clean
    assert cleaned(clean) == clean


def test_unreadable_signs_are_marked_and_pairs_are_joined() -> None:
    assert cleaned("a\0b\ud800c") == "a\ufffdb\ufffdc"
    assert cleaned("\ud83c\udf82") == "🎂"


def test_too_long_a_text_is_refused_by_name() -> None:
    assert len(cleaned("x" * MAX_CHARACTERS)) == MAX_CHARACTERS
    with pytest.raises(InvalidInputError, match="100,001") as caught:
        cleaned("x" * (MAX_CHARACTERS + 1), "query")
    assert caught.value.field == "query"


def test_the_dated_form_says_when_and_who() -> None:
    assert dated("Mira", "Hello.", datetime(2026, 11, 21, 9, 5)) == '(21 November 2026) Mira said, "Hello."'  # noqa: DTZ001 - the person's own clock
