"""Which voice speaks an answer."""

import pytest

from companion.voice.models import missing_language, voice_of
from engine.models import ModelRole, ModelStore, load_catalogue

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


def test_a_language_without_its_voice_is_told_with_what_to_do(tmp_path):
    store = ModelStore(tmp_path)
    for name in JOE.files:
        path = tmp_path / JOE.name / name.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.truncate(name.bytes)
    assert JOE in store.installed()
    assert missing_language(store, "en") is None
    german, icelandic = missing_language(store, "de"), missing_language(store, "is")
    assert "German" in german.message
    assert "companion models install piper-thorsten" in german.remedy
    assert icelandic.remedy
