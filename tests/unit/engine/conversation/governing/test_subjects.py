"""What one asks about as a whole, and where the statement of a request begins."""

import pytest

from engine.conversation.governing.targets import subjects
from tests.unit.engine.conversation.governing.test_governing import block_of


def test_each_subject_has_a_name_of_its_own():
    names = [name for one in subjects() for name in one["asked"]]
    assert len(names) == len(set(names))
    assert all(word == word.casefold() for one in subjects() for word in (*one["asked"], *one["words"]))


def test_the_facts_of_a_subject_are_told(talk):
    talk.know("My sister Nadia flies planes.", "I have asthma.", "Our budgie is called Rio.")
    talk.script.wanted = "tell"
    talk.say("What have you got on my family?")
    told = block_of(talk)
    assert "Nadia" in told
    assert "asthma" not in told
    talk.say("Which things do you know about my health?")
    assert "asthma" in block_of(talk)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Could you keep a note that my dentist is called Dr Amari?", "My dentist is called Dr Amari."),
        ("Save this: I sleep badly in summer.", "I sleep badly in summer."),
        ("Could you keep this for me? My locker is number 218.", "My locker is number 218."),
        ("My new colleague is called Henrike, save that please.", "My new colleague is called Henrike."),
    ],
)
def test_a_statement_begins_after_its_request_and_ends_before_it(talk, text, fact):
    talk.script.wanted, talk.script.statement = "remember", "nothing of this"
    talk.say(text)
    assert talk.texts() == [fact]


@pytest.mark.parametrize(
    "text", ["Remember the book that Ana lent me.", "Please remember my wifi: Lighthouse by the sea."]
)
def test_where_a_statement_has_begun_the_model_says_where(talk, text):
    statement = text.partition("emember ")[2]
    talk.script.wanted, talk.script.statement = "remember", statement
    talk.say(text)
    assert [fact.casefold() for fact in talk.texts()] == [statement.casefold().rstrip(".") + "."]


def test_two_sentences_are_also_read_as_one(talk):
    (old,) = talk.know("My landlord is called Mr Baert.")
    talk.script.wanted, talk.script.correction = "correct", "My landlord is called Mr Baeten."
    talk.say("That isn't right. My landlord is called Mr Baeten.")
    assert talk.texts() == ["My landlord is called Mr Baeten."]
    assert talk.mind.person.fact(old.id).quote
