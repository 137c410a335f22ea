import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.governing.replies import Reply, read_reply


@pytest.mark.parametrize("text", ["Yes.", "yes please!", "Ja, bitte.", "D’accord", "是的。", "OK"])
def test_yes(text):
    assert read_reply(text) == Reply(accept=True)


@pytest.mark.parametrize("text", ["No.", "Nein danke!", "不用", "Never mind..."])
def test_no(text):
    assert read_reply(text) == Reply(accept=False)


@pytest.mark.parametrize(
    ("text", "which"), [("2", 1), ("The first one.", 0), ("die dritte", 2), ("第二个", 1), ("2.", 1)]
)
def test_which(text, which):
    assert read_reply(text) == Reply(which=which)


@pytest.mark.parametrize("text", ["", "No, it's Ben.", "Yes, and it rained.", "first of all, hello"])
def test_anything_else_is_no_reply(text):
    assert read_reply(text) is None


@given(st.text())
def test_a_reply_says_one_thing(text):
    reply = read_reply(text)
    assert reply is None or (reply.accept is None) != (reply.which is None)
