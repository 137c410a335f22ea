import hashlib
from collections.abc import Callable
from itertools import pairwise

import pytest

from engine.errors import InvalidInputError, NotFoundError
from engine.library import (
    Access,
    DocumentAdded,
    DocumentForgotten,
    DocumentTooLargeError,
    DocumentUnreadableError,
    Format,
)
from engine.settings import LibrarySettings
from tests.unit.engine.library.conftest import Reading

BEES = "Bees live in hives.\n\nThe queen lays two thousand eggs a day in June.\n\nWorkers gather nectar."
STONES = "Basalt is a volcanic rock. Granite cools slowly beneath the ground."
CRAFTS = """apiary brewery cooperage dairy estuary foundry granary hatchery infirmary jewellery kiln library
mill nursery orchard pottery quarry rectory smithy tannery""".split()  # noqa: SIM905 - a list a word a line is a page
LONG = "\n\n".join(
    f"Chapter {number} tells of the {word} and of how it is kept by those who know it well."
    for number, word in enumerate(CRAFTS * 3)
)


def test_a_document_is_its_content(reading: Reading) -> None:
    captured = reading.add(BEES)
    document = captured.document
    assert captured.new
    assert document.id == hashlib.sha256(BEES.encode()).hexdigest()
    assert (document.format, document.accesses, document.ref) == (Format.TEXT, 1, f"document:{document.id}")
    assert reading.library.open(document.id) == BEES
    assert [type(event) for event in reading.told] == [DocumentAdded]


def test_text_and_record_are_stored_together_with_frontmatter(reading: Reading) -> None:
    document = reading.add(BEES).document
    stored = reading.vault.documents.get(f"library/documents/{document.id}/content.md")
    assert stored is not None
    assert stored.text == BEES
    assert stored.meta["source"] == "bees.txt"
    assert stored.meta["sha256"] == document.id


def test_a_failed_write_leaves_neither(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr(reading.library._store, "log", fail)
    before = reading.rows()
    with pytest.raises(RuntimeError):
        reading.add(BEES)
    assert reading.rows() == before
    assert reading.library.search("bees") == []


def test_a_second_adding_is_an_access(reading: Reading) -> None:
    first = reading.add(BEES)
    reading.wait(days=1)
    again = reading.add(BEES, "the same under another name.txt")
    assert not again.new
    assert again.document.name == first.document.name
    assert again.document.accesses == 2
    assert again.document.accessed_at == reading.clock.now()
    assert len(reading.library.documents()) == 1
    assert len([event for event in reading.told if isinstance(event, DocumentAdded)]) == 1


def test_opening_and_citing_are_accesses_and_searching_is_none(reading: Reading) -> None:
    document = reading.add(BEES).document
    (found,) = reading.library.search("the queen's eggs")
    assert reading.library.document(document.id).accesses == 1
    assert reading.library.cite(found, context="how many eggs") == document.ref
    reading.library.open(document.id)
    log = reading.library.accesses(document.id)
    assert [record.kind for record in log] == [Access.OPENED, Access.CITED, Access.ADDED]
    assert log[1].context == "how many eggs"
    assert reading.library.document(document.id).accesses == 3


def test_importance_follows_use(reading: Reading) -> None:
    bees, stones = reading.add(BEES).document, reading.add(STONES, "stones.md").document
    reading.library.open(stones.id)
    assert [one.id for one in reading.library.documents()] == [stones.id, bees.id]
    fresh = reading.library.document(stones.id).importance
    reading.wait(days=8)
    assert reading.library.document(stones.id).importance == pytest.approx(fresh / 1.2)


def test_only_what_it_is_about_is_found(reading: Reading) -> None:
    reading.add(BEES)
    reading.add(STONES, "stones.md")
    assert [one.name for one in reading.library.search("volcanic rock")] == ["stones.md"]
    assert reading.library.search("the price of train tickets in Peru") == []
    assert reading.library.search("   ") == []
    assert reading.library.search("bees", limit=0) == []


def test_an_excerpt_stands_where_it_says_and_shows_its_neighbours(reading: Reading) -> None:
    document = reading.add(LONG, "crafts.txt").document
    text = reading.library.open(document.id)
    found = reading.library.search("cooperage", 3)
    assert found
    for excerpt in found:
        assert text[excerpt.start : excerpt.end] == excerpt.text
        assert "cooperage" in f"{excerpt.before} {excerpt.text} {excerpt.after}"
        assert excerpt.text not in excerpt.before
        assert 0 <= excerpt.score <= 1
        assert excerpt.name == "crafts.txt"
    spans = sorted((one.start, one.end) for one in found)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


def test_chinese_is_found_by_its_words(reading: Reading) -> None:
    reading.add("蜜蜂住在蜂箱里。女王每天产卵两千个。", "zh.txt")
    assert [one.name for one in reading.library.search("女王每天产卵")] == ["zh.txt"]


def test_a_new_opening_finds_the_same(reading: Reading) -> None:
    reading.add(BEES)
    reading.add(LONG, "crafts.txt")
    found = reading.library.search("queen eggs")
    assert reading.reopened().search("queen eggs") == found != []


def test_forgetting_leaves_nothing(reading: Reading) -> None:
    before = reading.rows()
    document = reading.add(BEES).document
    reading.library.open(document.id)
    assert reading.library.forget(document.id[:8]).id == document.id
    assert {name: rows for name, rows in reading.rows().items() if rows} == {
        name: rows for name, rows in before.items() if rows
    }
    assert reading.library.search("bees") == []
    assert isinstance(reading.told[-1], DocumentForgotten)
    assert reading.reopened().search("bees") == []


def test_forgetting_one_leaves_the_others(reading: Reading) -> None:
    bees, stones = reading.add(BEES).document, reading.add(STONES, "stones.md").document
    reading.library.forget(bees.id)
    assert reading.library.open(stones.id) == STONES
    assert [one.name for one in reading.library.search("granite")] == ["stones.md"]


def test_a_withdrawn_document_is_hidden_until_it_is_given_again(reading: Reading) -> None:
    document = reading.add(BEES).document
    with reading.vault.unit() as unit:
        assert reading.library.withdraw(unit, frozenset({document.ref, "fact:x"})) == frozenset()
        unit.commit()
    assert reading.library.search("bees") == reading.library.documents() == []
    assert reading.library.accesses() == []
    assert not any("content.md" in path for path, _ in reading.library.export_markdown())
    assert reading.reopened().search("bees") == []
    with pytest.raises(NotFoundError):
        reading.library.open(document.id)
    assert not reading.add(BEES).new
    assert len(reading.library.search("bees")) == 1


@pytest.mark.parametrize("act", ["withdraw", "erase"])
def test_what_is_rolled_back_is_found_again(reading: Reading, act: str) -> None:
    document = reading.add(BEES).document
    with reading.vault.unit() as unit:
        getattr(reading.library, act)(unit, frozenset({document.ref}))
        assert reading.library.search("bees") == []
    reading.library.catch_up()
    assert len(reading.library.search("bees")) == 1


def test_erasing_reaches_only_documents(reading: Reading) -> None:
    document = reading.add(BEES).document
    with reading.vault.unit() as unit:
        reading.library.erase(unit, frozenset({f"step:{document.id}", "document:unknown"}))
        unit.commit()
    assert reading.library.citing(frozenset({document.ref})) == frozenset()
    assert len(reading.library.documents()) == 1


@pytest.mark.parametrize(
    "act",
    [
        lambda library: library.open("0123abcd"),
        lambda library: library.forget("0123abcd"),
        lambda library: library.document("01"),
        lambda library: library.accesses("document:0123abcd"),
    ],
)
def test_the_unknown_is_not_found(reading: Reading, act: Callable[[object], object]) -> None:
    with pytest.raises(NotFoundError):
        act(reading.library)


@pytest.mark.parametrize("name", ["", " \n", "x" * 201])
def test_a_name_is_needed(reading: Reading, name: str) -> None:
    with pytest.raises(InvalidInputError):
        reading.add(BEES, name)


def test_the_settings_bound_what_is_read(reading: Reading) -> None:
    small = reading.reopened(LibrarySettings(file_bytes=1024, characters=1000))
    with pytest.raises(DocumentTooLargeError):
        small.add("large.txt", b"bee " * 300)
    with pytest.raises(DocumentTooLargeError):
        small.add("long.txt", b"bees" * 251)
    assert small.add("fitting.txt", b"bees" * 249).new


def test_a_refused_document_leaves_nothing(reading: Reading) -> None:
    before = reading.rows()
    with pytest.raises(DocumentUnreadableError):
        reading.library.add("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert reading.rows() == before
