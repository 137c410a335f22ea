import numpy as np

from engine.search import ExactIndex
from engine.search.exact import BLOCK_ROWS
from tests.contracts.vector_index import DIMENSION, VectorIndexContract, unit_vectors


class TestExactIndex(VectorIndexContract):
    def make_index(self, dimension: int) -> ExactIndex:
        return ExactIndex(dimension)


def test_grows_past_a_block_and_past_a_loaded_matrix() -> None:
    loaded = unit_vectors(BLOCK_ROWS + 10, 1)
    index = ExactIndex(DIMENSION)
    index.add([f"l{n}" for n in range(len(loaded))], loaded)
    later = unit_vectors(BLOCK_ROWS + 1, 2)
    index.add([f"n{n}" for n in range(len(later))], later)
    assert index.search(loaded[-1], 1)[0][0] == f"l{len(loaded) - 1}"
    assert index.search(later[-1], 1)[0][0] == f"n{len(later) - 1}"


def test_a_read_only_loaded_matrix_can_still_be_changed() -> None:
    loaded = unit_vectors(BLOCK_ROWS, 1)
    loaded.flags.writeable = False
    index = ExactIndex(DIMENSION)
    index.add([f"l{n}" for n in range(BLOCK_ROWS)], loaded)
    index.remove(["l7"])
    assert index.search(loaded[7], 1)[0][0] != "l7"


def test_a_removed_vector_leaves_memory_at_once() -> None:
    vector = unit_vectors(1, 5)
    index = ExactIndex(DIMENSION)
    index.add(["a"], vector)
    index.remove(["a"])
    assert not any(np.any(block) for block in index._blocks)
