"""What every vector index must do; subclass it and give `make_index`."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.search import VectorIndex
from engine.search.port import Matrix

DIMENSION = 8
CHANGES = st.lists(
    st.tuples(st.sampled_from(["add", "remove"]), st.lists(st.integers(0, 12), max_size=5, unique=True)),
    max_size=15,
)


def unit_vectors(count: int, seed: int) -> Matrix:
    drawn = np.random.default_rng(seed).standard_normal((count, DIMENSION), dtype=np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def _change(index: VectorIndex, held: dict[str, Matrix], change: str, ids: list[str], seed: int) -> None:
    """Add or remove `ids` both in the index and in what it is compared with."""
    if change == "add":
        vectors = unit_vectors(len(ids), seed)
        rows = index.add(ids, vectors)
        assert [index.ids[row] for row in rows] == ids
        held |= dict(zip(ids, vectors, strict=True))
    else:
        index.remove(ids)
        for each in ids:
            held.pop(each, None)


class VectorIndexContract:
    examples = 60

    def make_index(self, dimension: int) -> VectorIndex:
        raise NotImplementedError

    def test_finds_what_a_plain_comparison_finds(self) -> None:
        @settings(deadline=None, max_examples=self.examples)
        @given(changes=CHANGES, k=st.integers(1, 15), seed=st.integers(0, 1000))
        def finds(changes: list[tuple[str, list[int]]], k: int, seed: int) -> None:
            index, held = self.make_index(DIMENSION), dict[str, Matrix]()
            for round_, (change, numbers) in enumerate(changes):
                _change(index, held, change, [f"v{number}" for number in numbers], seed + round_)
            query = unit_vectors(1, seed + 99)[0]
            expected = sorted(((float(vector @ query), each) for each, vector in held.items()), reverse=True)
            found = index.search(query, k)
            assert len(index) == len(held)
            assert [score for _, score in found] == pytest.approx(
                [score for score, _ in expected[:k]], abs=1e-4
            )
            assert {each for each, _ in found} <= set(held)

        finds()

    def test_scores_are_aligned_with_ids(self) -> None:
        index = self.make_index(DIMENSION)
        vectors = unit_vectors(5, 1)
        index.add(["a", "b", "c", "d", "e"], vectors)
        index.remove(["b"])
        scores = index.scores(vectors[3])
        assert len(scores) == len(index.ids)
        assert index.ids[int(np.nanargmax(scores))] == "d"
        assert all(np.isnan(score) == (each is None) for each, score in zip(index.ids, scores, strict=True))

    def test_a_mask_leaves_out_rows(self) -> None:
        index = self.make_index(DIMENSION)
        vectors = unit_vectors(3, 2)
        index.add(["a", "b", "c"], vectors)
        allowed = np.array([each != "a" for each in index.ids])
        assert "a" not in [each for each, _ in index.search(vectors[0], 3, allowed)]
        assert len(index.search(vectors[0], 3, allowed)) == 2

    def test_a_known_id_is_replaced(self) -> None:
        index = self.make_index(DIMENSION)
        first, second = unit_vectors(2, 3)
        index.add(["a"], first[None])
        index.add(["a"], second[None])
        assert len(index) == 1
        assert index.search(second, 1)[0][1] == pytest.approx(1.0, abs=1e-4)

    def test_an_empty_index_finds_nothing(self) -> None:
        assert self.make_index(DIMENSION).search(unit_vectors(1, 4)[0], 5) == []

    def test_refuses_vectors_that_do_not_fit(self) -> None:
        with pytest.raises(ValueError, match="dimension"):
            self.make_index(DIMENSION).add(["a"], np.zeros((1, DIMENSION + 1), np.float32))
