"""What the model's numbers say: views of its memory, log-softmax, shares of a few options."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.language.native.library import NativeFaultError

Floats = NDArray[np.float32]


def view(pointer: Any, size: int) -> Floats:
    """`size` floats at `pointer`, not copied. Raises NativeFaultError for a null pointer."""
    if not pointer:
        raise NativeFaultError("decode", "the model gave no numbers")
    return np.ctypeslib.as_array(pointer, shape=(size,))


def surprise(logits: Floats, token: int) -> float:
    """Negative log-likelihood of `token` in nats: log-sum-exp of the logits minus its own."""
    peak = float(logits.max())
    return float(
        np.log(np.exp(logits - peak, dtype=np.float32).sum(dtype=np.float64)) + peak - float(logits[token])
    )


def shares(logits: Floats, tokens: Sequence[int]) -> list[float]:
    """Softmax over `tokens` alone; sums to one."""
    chosen = logits[list(tokens)].astype(np.float64)
    weights = np.exp(chosen - chosen.max())
    return [float(weight) for weight in weights / weights.sum()]


def normalised(vector: NDArray[np.float64]) -> list[float]:
    """The same direction with length 1; a zero vector stays zero."""
    length = float(np.linalg.norm(vector))
    return [float(number) for number in (vector / length if length else vector)]
