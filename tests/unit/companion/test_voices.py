"""Which voice speaks an answer."""

import pytest

from companion.voice.models import voice_of
from engine.models import ModelRole, load_catalogue

CATALOGUE = load_catalogue()
JOE, THORSTEN = CATALOGUE.get("piper-joe"), CATALOGUE.get("piper-thorsten")


@pytest.mark.parametrize(
    ("here", "wish", "language", "speaks"),
    [
        ([JOE, THORSTEN], "piper-joe", "en", JOE),
        ([JOE, THORSTEN], "piper-joe", "de", THORSTEN),
        ([JOE, THORSTEN], "piper-joe", "", JOE),
        ([JOE, THORSTEN], "piper-thorsten", "en", JOE),
        ([JOE, THORSTEN], "piper-thorsten", "pt", THORSTEN),
        ([JOE], "piper-thorsten", "de", JOE),
    ],
)
def test_a_voice_of_the_language_speaks_where_one_is_here(here, wish, language, speaks):
    assert voice_of(here, wish, language) == speaks.name


def test_every_voice_says_what_it_speaks():
    assert all(one.languages for one in CATALOGUE.of_role(ModelRole.VOICE))
    spoken = {language for one in CATALOGUE.of_role(ModelRole.VOICE) for language in one.languages}
    assert {"en", "de", "fr", "es"} <= spoken
