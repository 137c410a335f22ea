"""What one asks about as a whole, and where the statement of a request begins."""

import pytest

from engine.conversation.governing.targets import subjects


def test_each_subject_has_a_name_of_its_own():
    names = [name for one in subjects() for name in one["asked"]]
    assert len(names) == len(set(names))
    assert all(word == word.casefold() for one in subjects() for word in (*one["asked"], *one["words"]))


@pytest.mark.parametrize(
    ("text", "claim", "fact"),
    [
        ("Could you keep a note that my dentist is called Dr Amari?", "My dentist is called Dr Amari.", None),
        ("Save this: I sleep badly in summer.", "I sleep badly in summer", "I sleep badly in summer."),
        (
            "Save this: my locker is number 218, by the door.",
            "My locker is by the door.",
            "Save this: my locker is number 218, by the door.",
        ),
        (
            "My locker is number 218, save that please.",
            "My locker is in Ghent.",
            "My locker is number 218, save that please.",
        ),
    ],
)
def test_what_is_to_be_remembered_stands_without_the_request_and_in_words_that_were_said(
    talk, text, claim, fact
):
    talk.script.wanted, talk.script.claim = "remember", claim
    talk.say(text)
    assert talk.texts() == [fact or claim]


def test_whom_it_means_is_taken_from_what_was_said_before(talk):
    talk.say("My niece Nadia comes on Sunday.")
    talk.script.wanted, talk.script.claim = "remember", "My niece Nadia can't have nuts."
    talk.say("Please remember that she can't have nuts.")
    assert talk.texts()[-1:] == ["My niece Nadia can't have nuts."]


def test_two_sentences_are_also_read_as_one(talk):
    (old,) = talk.know("My landlord is called Mr Baert.")
    talk.script.wanted, talk.script.correction = "correct", "My landlord is called Mr Baeten."
    talk.say("That isn't right. My landlord is called Mr Baeten.")
    assert talk.texts() == ["My landlord is called Mr Baeten."]
    assert talk.mind.person.fact(old.id).quote
