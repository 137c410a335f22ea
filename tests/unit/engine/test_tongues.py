"""Which language is answered in, where a message alone does not say it."""

import pytest

from engine.tongues import spoken_language

GERMAN = ("bin tobi, 16, geh in die zehnte klasse", "hab heute eine fünf in mathe kassiert")


@pytest.mark.parametrize(
    ("text", "before", "spoken"),
    [
        ("I have two sisters and a dog.", (), "en"),
        ("I have two sisters and a dog.", GERMAN, "en"),
        ("¿Dónde están mis llaves?", GERMAN, "es"),
        ("ok", GERMAN, "de"),
        ("ok", (), "en"),
        ("", (), "en"),
        ("", GERMAN, "de"),
        ("yo was geht", (), "de"),
        ("salut !", (), "fr"),
        ("¡Hola!", (), "es"),
        ("hallo", (), "de"),
        ("hello", (), "en"),
    ],
)
def test_the_language_of_a_conversation(text: str, before: tuple[str, ...], spoken: str) -> None:
    assert spoken_language(text, before) == spoken
