"""What is asked in other words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.utterance import (
    asked_back,
    asked_of_them,
    asks_in_passing,
    asks_of_themselves,
    marked,
    plain_question,
    question_so_far,
)
from engine.conversation.utterance.asked import load_asking


@pytest.mark.parametrize(
    "text",
    [
        "whats my sisters name",
        "where do i live",
        "what colour is my bike",
        "how old is my cat",
        "do i drink coffee",
        "when is my birthday",
        "who lent me the tent",
        "what's my name",
        "did you know",
    ],
)
def test_a_question_that_was_left_without_its_mark_gets_it(text):
    assert plain_question(text) == marked(text) == f"{text}?"
    assert marked(f"I am home. {text}") == f"I am home. {text}?"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "what a day",
        "which is nice",
        "who knows",
        "had my hair cut today",
        "have a nice day",
        "when i was in porto i had soup",
        "what i did was go home",
        "how i wish it was over",
        "Where is it.",
        "Where is it...",
        "I live in Porto",
        "wo wohne ich",
    ],
)
def test_what_is_no_question_gets_none(text):
    assert marked(text) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Do you remember what my sister is called?", "What is my sister called?"),
        ("Do you still know where I work?", "Where I work?"),
        ("Hi! Do you remember how old my cat is?", "Hi! How old is my cat?"),
        ("Can you remind me of my sister's name?", "What is my sister's name?"),
        ("Could you please tell me what my dentist is called?", "What is my dentist called?"),
        ("Remind me what I'm allergic to, please.", "What I'm allergic to?"),
        ("Tell me again where my sister lives", "Where my sister lives?"),
        ("Did I ever tell you when Lotte’s twins were born?", "When were Lotte's twins born?"),
        ("Do you happen to know the name of my dentist?", "What is the name of my dentist?"),
        ("Do you remember my birthday?", "What is my birthday?"),
        ("Do you know my shoe size, by the way?", "What is my shoe size, by the way?"),
        ("Do you remember what I told you about Ana?", "What I told you about Ana?"),
        ("Do you know who lent me the tent?", "Who lent me the tent?"),
        ("Weißt du noch, wie meine Schwester heißt?", "Wie meine Schwester heißt?"),
        ("Tu te souviens où j'habite ?", "Où j'habite?"),
        ("Sabes dónde vivo?", "Dónde vivo?"),
    ],
)
def test_a_question_that_is_wrapped_up_is_taken_out(text, plain):
    assert plain_question(text) == plain


@pytest.mark.parametrize(
    ("text", "theirs"),
    [
        ("Do you still know my shoe size?", "your shoe size"),
        ("Do you remember the name of my sister’s cat?", "the name of your sister's cat"),
        ("Did I ever tell you our anniversary, please?!", "your anniversary"),
        ("Do you still know where I live?", "where you live"),
        ("Do you remember what I'm allergic to?", "what you're allergic to"),
        ("Do you remember what  I  am allergic to?", "what  you are allergic to"),
        ("Do you remember what my sister is called?", "what your sister is called"),
        ("Can you tell me how old our cat is?", "how old your cat is"),
        ("Do you remember who lent me the tent?", "who lent you the tent"),
        ("Do you remember what colour the walls of my room are?", "what colour the walls of your room are"),
        ("Do you know what you told me?", ""),
        ("Do you know where she lives?", ""),
        ("Weißt du noch, wo ich wohne?", ""),
        ("Recuerdas cuándo me mudé?", ""),
        ("Remind me of my appointment.", ""),
        ("Remind me where I live.", ""),
        ("Hi! Do you remember my birthday?", ""),
        ("Do you know my shoe size, by the way?", ""),
        ("Do you remember my telling you of Ana?", ""),
        ("What is my shoe size?", ""),
        ("", ""),
    ],
)
def test_what_is_asked_can_be_said_to_the_one_who_asks(text, theirs):
    assert asked_of_them(text) == theirs
    named = theirs.startswith(("your", "the name"))
    assert asked_of_them(text, by_name=True) == (theirs if named else "")


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "Remind me of my appointment at five.",
        "Do you remember the storm?",
        "Do you know that I moved?",
        "What do you know about me?",
        "Tell me a story.",
        "Tell me what you think about my plan.",
        "Can you tell me how you're doing?",
        "Can you tell me something about foxes?",
        "Remember that I live in Rome.",
        "I wonder how Ana is doing.",
        "I forgot what I wanted to say.",
        "She asked: do you know that?",
        "你还记得我住在哪里吗？",
        "",
    ],
)
def test_what_is_no_such_question_stays_as_it_is(text):
    assert plain_question(text) == text


@pytest.mark.parametrize(
    ("text", "passing"),
    [
        ("Do you remember where I parked?", True),
        ("Can you tell me my boss's name?", True),
        ("Tell me what you know about my boss.", False),
        ("Can you tell me what you have noted about me?", False),
        ("Where did I park?", False),
        ("Do you still know where I work? Please delete that.", False),
        ("", False),
    ],
)
def test_who_asks_for_one_thing_asks_for_no_telling_of_all(text, passing):
    assert asks_in_passing(text) is passing


@pytest.mark.parametrize(
    ("text", "themselves"),
    [
        ("What was my thesis about?", True),
        ("At what time are our lessons?", True),
        ("What do you know about my thesis?", False),
        ("Which facts about my job are stored?", False),
        ("What is known about me?", False),
        ("How about forgetting what I said?", False),
        ("Why don't we forget my old address?", False),
        ("What's my name? Please delete it.", False),
        ("What a day I had.", False),
        ("Who am I?", False),
        ("Is my name still there?", False),
        ("Wie heißt meine Katze?", False),
        ("", False),
    ],
)
def test_who_asks_of_their_own_life_wants_one_answer(text, themselves):
    assert asks_of_themselves(text) is themselves


@pytest.mark.parametrize(
    ("typed", "so_far"),
    [
        ("What is my cat", "What is my cat?"),
        ("what is my cat ", "what is my cat?"),
        ("Is my cat", "Is my cat?"),
        ("Wie heißt meine Katze", "Wie heißt meine Katze?"),
        ("What is ", ""),
        ("Can you tell me where my", ""),
        ("Can you tell me where my sister", "Can you tell me where my sister?"),
        ("My cat is", ""),
        ("I like it. What is my cat", ""),
        (" ", ""),
        ("", ""),
    ],
)
def test_what_begins_as_a_question_is_one_so_far(typed, so_far):
    assert question_so_far(typed, ("is", "can you")) == so_far


@given(
    st.sampled_from(load_asking().leads),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=80),
)
def test_whatever_is_wrapped_up_keeps_its_words(lead, rest):
    text = f"{lead} where {rest}"
    plain = plain_question(text)
    kept = set(re.findall(r"\w+", plain.casefold()))
    assert kept <= {*re.findall(r"\w+", text.casefold()), *load_asking().what.split()}
    assert plain_question(plain) == plain or lead in rest.casefold()


def test_its_words_are_written_as_they_are_compared():
    known = load_asking()
    for words in (known.leads, known.asking, known.named, known.subjects, known.auxiliaries):
        assert all(word == word.casefold().strip() or "ß" in word for word in words)


@pytest.mark.parametrize(
    ("text", "back"),
    [
        ("Where do I work?", "Where do you work?"),
        ("What's my sister's name?", "What's your sister's name?"),
        ("How old are my twins?", "How old are your twins?"),
        ("What am I allergic to?", "What are you allergic to?"),
        ("Where did I park?", ""),
        ("Which film was my favourite?", ""),
        ("Where is my passport now?", ""),
        ("What should I call my boat?", ""),
        ("What is my problem?", ""),
        ("What am I doing wrong?", ""),
        ("Why am I so tired?", ""),
        ("How do I bake my bread?", ""),
        ("What do you know about my work?", ""),
        ("I work at the bakery.", ""),
    ],
)
def test_what_is_asked_of_the_person_in_turn(text, back):
    assert asked_back(text) == back
