"""The library with the real sentence model, the real worker and an encrypted vault on disk."""

import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.clock import ManualClock
from engine.embedding import Embedder, OnnxEmbedder, Vectors
from engine.events import EventBus
from engine.library import SCHEMA, Library
from engine.models import standard_folder
from engine.process import Worker
from engine.settings import LibrarySettings
from engine.vault import DataKey, Vault

HANDBOOK = """# The allotment handbook

Water the seedlings before sunrise, because drops burn the leaves at noon.

## Quarrels

When two gardeners disagree about a fence, the committee hears both of them and decides within a week.

## Money

The annual fee is forty crowns and falls due in March. Whoever pays late loses the key to the gate.
"""
OTHER = "The submarine dived below the ice. Its crew listened to whales for eleven days."


@pytest.fixture(scope="module")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    made = Vault.open(tmp_path / "vault.db", DataKey(b"k" * 32), [SCHEMA])
    yield made
    made.close()


def opened(vault: Vault, embedder: Embedder | None, worker: Worker) -> Library:
    clock = ManualClock(datetime(2026, 11, 21, 9, 0, tzinfo=UTC))
    small = LibrarySettings(chunk_tokens=40, overlap_tokens=0)
    library = Library(vault, embedder, clock, EventBus(), small, worker_factory=lambda: worker)
    library.load()
    return library


@pytest.fixture
def library(vault: Vault, embedder: OnnxEmbedder, worker: Worker) -> Library:
    made = opened(vault, embedder, worker)
    made.add("handbook.md", HANDBOOK.encode())
    made.add("ocean.txt", OTHER.encode())
    made.catch_up()
    return made


def test_meaning_finds_what_shares_no_word(library: Library) -> None:
    best = library.search("How much does membership cost per year?")[0]
    assert "forty crowns" in best.text
    assert (best.similarity or 0) >= LibrarySettings().floor
    assert library.search("neighbours arguing over a boundary")[0].text.startswith("## Quarrels")


def test_what_it_is_not_about_is_left_out(library: Library) -> None:
    assert library.search("quantum chromodynamics lattice") == []
    assert {one.name for one in library.search("whales under the ice")} == {"ocean.txt"}


def test_vectors_are_kept(library: Library, vault: Vault, embedder: OnnxEmbedder, worker: Worker) -> None:
    again = opened(vault, embedder, worker)
    assert again.load() == 0
    assert again.catch_up() == 0
    query = "How much does membership cost per year?"
    assert [one.text for one in again.search(query)] == [one.text for one in library.search(query)]


def test_what_was_interrupted_goes_on(vault: Vault, embedder: OnnxEmbedder, worker: Worker) -> None:
    library = opened(vault, embedder, worker)
    document = library.add("handbook.md", (HANDBOOK * 20).encode()).document
    assert library.catch_up(lambda: True) == 0
    calls = iter([False, True, True, True])
    first = library.catch_up(lambda: next(calls))
    assert first > 0
    rest = opened(vault, embedder, worker).catch_up()
    owners, _ = vault.vectors.load(embedder.space, "d_")
    assert len(owners) == first + rest
    assert all(owner.startswith(f"d_{document.id}_") for owner in owners)


def test_forgetting_takes_the_vectors_too(library: Library, vault: Vault, embedder: OnnxEmbedder) -> None:
    for document in library.documents():
        library.forget(document.id)
    assert vault.vectors.load(embedder.space, "d_")[0] == []
    assert vault.documents.list() == []
    assert library.search("How much does membership cost per year?") == []


def test_without_the_model_words_are_enough(vault: Vault, worker: Worker) -> None:
    library = opened(vault, None, worker)
    library.add("handbook.md", HANDBOOK.encode())
    assert library.catch_up() == 0
    assert "forty crowns" in library.search("the annual fee")[0].text


class Pausing:
    """The sentence model, held up in the middle of a batch until it may go on."""

    def __init__(self, embedder: OnnxEmbedder) -> None:
        self._embedder = embedder
        self.space, self.dimension = embedder.space, embedder.dimension
        self.begun, self.may_go_on = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.begun.set()
        assert self.may_go_on.wait(10)
        return self._embedder.embed(texts)

    def close(self) -> None:
        """The model is the module's."""


@pytest.mark.parametrize("throwaway", [False, True])
@pytest.mark.parametrize("kept", [False, True])
def test_a_document_may_be_withdrawn_while_it_is_embedded(
    vault: Vault, embedder: OnnxEmbedder, worker: Worker, throwaway: bool, kept: bool
) -> None:
    place = Vault.throwaway([SCHEMA]) if throwaway else vault
    pausing = Pausing(embedder)
    library = opened(place, pausing, worker)
    document = library.add("handbook.md", HANDBOOK.encode()).document
    indexing = threading.Thread(target=library.catch_up)
    indexing.start()
    assert pausing.begun.wait(10)
    with place.unit() as unit:
        pausing.may_go_on.set()
        indexing.join(0.2)
        library.withdraw(unit, frozenset({document.ref}))
        if not kept:
            unit.commit()
    indexing.join(5)
    assert not indexing.is_alive()
    library.catch_up()
    found = library.search("How much does membership cost per year?")
    assert any("forty crowns" in each.text for each in found) is kept
    assert bool(place.vectors.load(embedder.space, "d_")[0]) is kept
    place.close()


def test_nothing_stands_on_the_disk_in_the_clear(library: Library, tmp_path: Path) -> None:
    assert library.documents()
    for file in tmp_path.rglob("*"):
        assert b"crowns" not in file.read_bytes()
