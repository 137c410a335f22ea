import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.governing.replies import Reply, read_reply


@pytest.mark.parametrize("text", ["Yes.", "yes please!", "Ja, bitte.", "D’accord", "是的。", "OK"])
def test_yes(text):
    assert read_reply(text) == Reply.YES


@pytest.mark.parametrize("text", ["No.", "Nein danke!", "不用", "Never mind..."])
def test_no(text):
    assert read_reply(text) == Reply.NO


@pytest.mark.parametrize(
    ("text", "which"), [("2", 1), ("The first one.", 0), ("die dritte", 2), ("第二个", 1), ("2.", 1)]
)
def test_which(text, which):
    assert read_reply(text) == which


@pytest.mark.parametrize("text", ["", "No, it's Ben.", "Yes, and it rained.", "first of all, hello"])
def test_anything_else_is_no_reply(text):
    assert read_reply(text) is None


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("Not now.", Reply.LATER),
        ("später", Reply.LATER),
        ("I'd rather not say", Reply.NEVER),
        ("Don’t ask me that!", Reply.NEVER),
    ],
)
def test_a_question_may_be_put_off_or_away(text, reply):
    assert read_reply(text) is reply


@given(st.text())
def test_marks_and_case_do_not_count(text):
    assert read_reply(f" {text.upper()}!") == read_reply(text.upper())
