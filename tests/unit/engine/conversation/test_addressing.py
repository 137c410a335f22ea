"""What was said in the first person, told in the second."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.prompting.wording import load_wording
from engine.conversation.utterance import addressed, attributed_sentences


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm allergic to peanuts.", "You're allergic to peanuts."),
        ("I’m a nurse.", "You're a nurse."),
        ("I am a nurse and I was in Rome.", "You are a nurse and you were in Rome."),
        ("My sister Ana lives with me.", "Your sister Ana lives with you."),
        ("The red car is mine.", "The red car is yours."),
        ("We moved to Porto; our dog came with us.", "You moved to Porto; your dog came with you."),
        ("I made it myself. My boss paid.", "You made it yourself. Your boss paid."),
        ("Ana and I play chess.", "Ana and you play chess."),
        (
            "I've known Tom since May, and I'd like a cat.",
            "You've known Tom since May, and you'd like a cat.",
        ),
        ("i   am from Graz", "You are from Graz"),
    ],
)
def test_the_first_person_becomes_the_second(said, told):
    assert addressed(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Mira is allergic to peanuts.",
        "Ich bin allergisch gegen Nüsse.",
        "Me gusta el café.",
        "Mi hermana me visita.",
        "Je suis infirmière, I think.",
        "我住在北京。",
        "Tom came home to Amy.",
        "",
    ],
)
def test_everything_else_stays_as_it_was_said(said):
    assert addressed(said) == said


@given(st.text(max_size=200))
def test_turning_a_text_once_is_enough(text):
    assert addressed(addressed(text)) == addressed(text)


@given(st.lists(st.sampled_from(["I", "my", "me", "we", "was", "am", "the", "Tom", "."]), max_size=12))
def test_nothing_of_the_first_person_is_left_of_an_english_sentence(words):
    told = addressed(" ".join(["I", *words])).casefold().split()
    assert not {"i", "my", "me", "we"}.intersection(told)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ana: I'm in Oslo. It rains.", ["Ana: I'm in Oslo.", "Ana: It rains."]),
        ("I'm in Oslo. It rains.", ["I'm in Oslo.", "It rains."]),
        ("At 10:30 we go. Bye.", ["At 10:30 we go.", "Bye."]),
    ],
)
def test_each_sentence_of_a_talk_keeps_who_said_it(text, parts):
    assert attributed_sentences(text) == parts


@pytest.mark.parametrize(
    ("language", "said", "polite"),
    [
        ("de", ["Können Sie mir das erklären?"], True),
        ("de", ["Sie kommt morgen.", "ich frag sie"], False),
        ("de", ["magst du katzen", "Ich bitte Sie."], True),
        ("de", ["Ich bitte Sie.", "magst du katzen"], False),
        ("fr", ["Pourriez-vous me le rappeler ?"], True),
        ("fr", ["tu peux me le rappeler"], False),
        ("nl", ["Kunt u mij dat uitleggen?"], True),
        ("it", ["Glielo chiedo, Lei lo sa?"], True),
        ("es", ["¿Me lo explica usted?"], True),
        ("es", [], False),
    ],
)
def test_who_speaks_politely_is_known_by_how_they_spoke_last(language, said, polite):
    address = load_wording().address[language]
    assert (address.unfit(reversed(said), "") == address.familiar) is polite


@pytest.mark.parametrize(
    ("said", "known", "unfit"),
    [
        (["¿y tú qué haces?"], "mi madre está en casa", ("su", "sus", "usted")),
        (["¿y tú qué haces?"], "mi madre y su hermana", ("sus", "usted")),
        (["mi madre está en casa"], "", ()),
    ],
)
def test_who_speaks_to_a_friend_is_spoken_to_as_one(said, known, unfit):
    assert load_wording().address["es"].unfit(said, known) == unfit
