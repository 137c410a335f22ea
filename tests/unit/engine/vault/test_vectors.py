import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from engine.errors import InvalidInputError
from engine.vault import Vault

matrices = npst.arrays(
    np.float32, npst.array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.floats(-1, 1, width=32)
)


@given(matrices)
def test_vectors_come_back_as_half_precision_in_order(rows: np.ndarray) -> None:
    vault = Vault.throwaway()
    with vault.unit() as unit:
        for number, row in enumerate(rows):
            vault.vectors.put(unit, "space", f"s/{number}", row)
        unit.commit()
    owners, loaded = vault.vectors.load("space")
    vault.close()
    assert owners == [f"s/{number}" for number in range(len(rows))]
    assert loaded.dtype == np.float32
    assert loaded.shape == rows.shape
    np.testing.assert_array_equal(loaded, rows.astype(np.float16).astype(np.float32))


def _put(vault: Vault, space: str, owner: str, *numbers: float) -> None:
    with vault.unit() as unit:
        vault.vectors.put(unit, space, owner, np.array(numbers, np.float32))
        unit.commit()


def test_spaces_and_prefixes_are_apart(vault: Vault) -> None:
    _put(vault, "a", "s/1", 1, 2)
    _put(vault, "a", "d/1", 3, 4)
    _put(vault, "b", "s/1", 5, 6, 7)
    assert vault.vectors.load("a", "s/")[0] == ["s/1"]
    assert vault.vectors.load("b")[1].tolist() == [[5, 6, 7]]
    assert vault.vectors.load("a", "zz")[1].shape == (0, 2)
    assert vault.vectors.load("nowhere")[1].shape == (0, 0)


def test_replacing_and_removing(vault: Vault) -> None:
    _put(vault, "a", "s/1", 1, 2)
    _put(vault, "a", "s/2", 3, 4)
    _put(vault, "b", "s/1", 9)
    _put(vault, "a", "s/1", 7, 8)
    owners, loaded = vault.vectors.load("a")
    assert (owners, loaded.tolist()) == (["s/1", "s/2"], [[7, 8], [3, 4]])
    with vault.unit() as unit:
        assert vault.vectors.remove(unit, "s/1") == 2
        unit.commit()
    assert vault.vectors.load("a")[0] == ["s/2"]
    assert vault.vectors.load("b")[0] == []


@pytest.mark.parametrize("numbers", [[np.nan], [np.inf], [70_000.0], [], [[1.0, 2.0]], [1.0, 2.0, 3.0]])
def test_what_cannot_be_kept_is_refused(vault: Vault, numbers: list[float]) -> None:
    _put(vault, "a", "s/1", 1, 2)
    with pytest.raises(InvalidInputError), vault.unit() as unit:
        vault.vectors.put(unit, "a", "s/2", np.array(numbers, np.float32))
    assert vault.vectors.load("a")[0] == ["s/1"]
