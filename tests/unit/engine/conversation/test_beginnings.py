"""How the answer to a question most likely begins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.utterance import begun_answer


@pytest.mark.parametrize(
    ("question", "begun"),
    [
        ("Where do I live?", "You"),
        ("What can't I eat?", "You"),
        ("What colour did we choose?", "You"),
        ("What is my cat called?", "Your cat"),
        ("What’s my shoe size?", "Your shoe"),
        ("Where's our boat?", "Your boat"),
        ("Where is my best friend's house?", "Your best friend's"),
        ("Where does my old friend from Porto live?", "Your old"),
        ("How old are the twins?", "The twins"),
        ("What does she do?", "She"),
        ("What does Mrs Peeters complain about?", "Mrs Peeters"),
        ("What are Lotte's twins called?", "Lotte's"),
        ("In what year did my father die?", "Your father"),
        ("With whom do I share the workshop?", "You"),
        ("How I drink my tea?", "You"),
        ("I'm in the shop. What's my shoe size?", "Your shoe"),
        # What the answer is about stands nowhere in these.
        ("Which of my friends lives in Porto?", ""),
        ("What is it that I collect?", ""),
        ("When I was in Porto, who did I meet?", ""),
        # No question, or none that a question word begins, or in another language.
        ("Where I live.", ""),
        ("Do I like tea?", ""),
        ("Wie heißt meine Katze?", ""),
        ("Was ist mein Name?", ""),
        ("Où est mon vélo ?", ""),
        ("我的猫叫什么？", ""),
        ("What?", ""),
        ("What's?", ""),
        ("What is my?", ""),
        ("?", ""),
        ("", ""),
    ],
)
def test_an_answer_begins_with_what_it_is_about(question, begun):
    assert begun_answer(question, "my brother") == begun


@pytest.mark.parametrize(
    ("question", "found", "begun"),
    [
        ("Who lent me the tent?", "my brother", "Your brother"),
        ("Who looked after the cat while I was away?", "Mrs Peeters", "Mrs Peeters"),
        ("Who lent me the tent?", "", ""),
        ("Who is my boss?", "Mr Aerts", "Your boss"),
        ("Who did I meet?", "Lotte", "You"),
    ],
)
def test_who_did_something_begins_the_answer(question, found, begun):
    assert begun_answer(question, found) == begun


@given(st.text(max_size=60), st.text(max_size=20))
def test_whatever_is_asked_it_begins_as_a_sentence_does(question, found):
    begun = begun_answer(f"Who {question}?", found)
    assert begun[:1] == begun[:1].upper()
