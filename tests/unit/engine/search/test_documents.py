import numpy as np
import pytest

from engine.search import Document, DocumentIndex, ExactIndex
from engine.search.documents import CANDIDATES
from tests.contracts.vector_index import DIMENSION, unit_vectors

TEXTS = {"a": "peanut cake", "b": "late train", "c": "wedding cake in the garden", "d": "a letter"}


@pytest.fixture
def index() -> DocumentIndex:
    made = DocumentIndex(ExactIndex(DIMENSION))
    made.add([Document(each, text) for each, text in TEXTS.items()])
    made.place(list(TEXTS)[::-1], unit_vectors(4, 1)[::-1])
    return made


def test_signals_are_aligned_whatever_order_vectors_came_in(index: DocumentIndex) -> None:
    signals = index.signals("peanut", unit_vectors(4, 1)[1])
    assert index.ids[int(np.nanargmax(signals["vector"]))] == "b"
    assert index.ids[int(np.nanargmax(signals["words"]))] == "a"


def test_both_signals_together_decide(index: DocumentIndex) -> None:
    best = index.rank("cake", unit_vectors(4, 1)[2], 4)[0]
    assert best.id == "c"
    assert best.similarity == pytest.approx(1.0, abs=1e-5)
    assert best.signals["words"] > 0
    assert 0.5 < best.score <= 1


def test_without_a_vector_only_shared_words_are_found(index: DocumentIndex) -> None:
    found = index.rank("cake", None, 10)
    assert {each.id for each in found} == {"a", "c"}
    assert all(each.similarity is None for each in found)


def test_a_document_without_its_vector_is_found_by_words(index: DocumentIndex) -> None:
    index.add([Document("new", "violin lesson")])
    found = {each.id: each for each in index.rank("violin", unit_vectors(4, 1)[0], 10)}
    assert found["new"].similarity is None
    assert found["a"].similarity is not None


def test_the_mask_is_obeyed_by_both_sides(index: DocumentIndex) -> None:
    allowed = np.array([each != "a" for each in index.ids])
    found = index.rank("peanut", unit_vectors(4, 1)[0], 10, allowed=allowed)
    assert {each.id for each in found} == {"b", "c", "d"}


def test_what_is_removed_or_replaced_is_gone_from_both_sides(index: DocumentIndex) -> None:
    index.remove(["a"])
    index.add([Document("c", "a violin")])
    found = {each.id: each for each in index.rank("peanut cake violin", unit_vectors(4, 1)[0], 10)}
    assert "a" not in found
    assert found["c"].similarity is None
    index.place(["c"], unit_vectors(1, 9))
    assert index.rank("x", unit_vectors(1, 9)[0], 1)[0].id == "c"


def test_the_best_of_many_is_the_best_of_all() -> None:
    vectors = unit_vectors(CANDIDATES * 3, 7)
    index = DocumentIndex(ExactIndex(DIMENSION))
    index.add([Document(f"d{n}", "cake") for n in range(len(vectors))])
    index.place([f"d{n}" for n in range(len(vectors))], vectors)
    found = index.rank("train", vectors[1234], 5)
    assert found[0].id == "d1234"
    assert [each.similarity for each in found] == sorted(
        (each.similarity or 0 for each in found), reverse=True
    )


def test_an_index_without_vectors_takes_none() -> None:
    index = DocumentIndex()
    index.add([Document("a", "cake")])
    with pytest.raises(ValueError, match="without vectors"):
        index.place(["a"], unit_vectors(1, 1))
