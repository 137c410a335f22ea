"""A seventh of the corpus against this room: what it captures stays data, and changes nothing but its own tables.

All of it is read in `tests/integration/library`.
"""

import re

import pytest

from engine.library.quoting import quoted
from tests.poison import Poison, poisons, some_poisons, speaking
from tests.unit.engine.library.conftest import Reading

# What the vault keeps for every room is looked at by its paths.
OWN = re.compile(r"library_|vault_documents|vault_vectors|vault_spaces|sqlite_")


@pytest.fixture(params=some_poisons(), ids=str)
def poison(request: pytest.FixtureRequest) -> Poison:
    found: Poison = request.param
    return found


def test_the_corpus_is_large_and_each_attempt_its_own() -> None:
    assert len(poisons()) >= 100
    assert (
        len({poison.id for poison in poisons()})
        == len({poison.data for poison in poisons()})
        == len(poisons())
    )
    assert {poison.kind for poison in poisons()} == {"document", "pasted", "pdf", "docx"}
    assert all(poison.plants for poison in poisons())


def test_what_they_plant_is_in_what_they_bring() -> None:
    for poison in poisons():
        brought = poison.text + poison.metadata + poison.name + " ".join(poison.hidden)
        for plant in poison.plants:
            assert " ".join(plant.split()) in " ".join(brought.split()), poison


def test_adding_and_searching_touch_nothing_else(reading: Reading, poison: Poison) -> None:
    before = reading.rows()
    captured = reading.library.add(poison.name, poison.data)
    for excerpt in reading.library.search(" ".join(poison.plants)):
        reading.library.cite(excerpt)
    after = reading.rows()
    assert {name for name in after if after[name] != before[name]} <= set(filter(OWN.match, after))
    assert reading.vault.documents.list() == [captured.document.path]


def test_what_is_hidden_is_not_captured(reading: Reading, poison: Poison) -> None:
    document = reading.library.add(poison.name, poison.data).document
    text = reading.library.open(document.id)
    assert text.strip()
    for hidden in poison.hidden:
        assert hidden not in text
        assert hidden not in repr(reading.rows()["library_documents"])


def test_what_is_quoted_cannot_speak(reading: Reading, poison: Poison) -> None:
    reading.library.add(poison.name, poison.data)
    (document,) = reading.library.documents()
    words = reading.library.open(document.id)
    found = reading.library.search(f"{poison.name} {words[:200]}")
    assert found
    for excerpt in found:
        block = quoted(f"{excerpt.before}\n{excerpt.text}\n{excerpt.after}", excerpt.name)
        assert speaking(block) == []
