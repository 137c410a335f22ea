"""Which language is answered in, where a message alone does not say it."""

import pytest

from engine.conversation.answering.reactions import first_words
from engine.tongues import spoken_language

GERMAN = ("bin tobi, 16, geh in die zehnte klasse", "hab heute eine fünf in mathe kassiert")


@pytest.mark.parametrize(
    ("text", "before", "spoken"),
    [
        ("I have two sisters and a dog.", (), "en"),
        ("I have two sisters and a dog.", GERMAN, "en"),
        ("¿Dónde están mis llaves?", GERMAN, "es"),
        ("ok", GERMAN, "de"),
        ("moin moin", GERMAN, "de"),
        ("ok", (), "en"),
        ("", (), "en"),
        ("", GERMAN, "de"),
        ("yo was geht", (), "de"),
        ("hello", (), "en"),
    ],
)
def test_the_language_of_a_conversation(text: str, before: tuple[str, ...], spoken: str) -> None:
    assert spoken_language(text, before) == spoken


@pytest.mark.parametrize(
    ("text", "before", "spoken"),
    [
        ("salut !", (), "fr"),
        ("¡Hola!", (), "es"),
        ("Hallo", (), "de"),
        ("hello", (), "en"),
        ("hi", (), "en"),
        ("salut !", GERMAN, "de"),
    ],
)
def test_a_greeting_tells_the_language_where_nothing_else_does(text, before, spoken):
    assert spoken_language(text, before, first_words()) == spoken
