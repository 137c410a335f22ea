"""What the application and the process of the model agree on: the context of small questions, and tokens in a frame."""

from array import array
from collections.abc import Iterable
from fractions import Fraction

PROBED_LAYERS = Fraction(3, 4)
"""Of a model's layers those that are read for a probe: one that was fitted at another depth does not fit."""

PROBING_LANES = 10
"""Sequences for what stands before the texts of decisions that are read off a middle layer: those of a turn."""

SCORING_LANES = 4
"""Sequences for few-shot prefixes: one for each rewriting, and one for what is only scored."""

SCORING_TOKENS = 1408
"""Room of each of them: its examples, and what is asked about. They share no cells: a decision would have to look past
those of all others, which makes it four times as slow."""


def pack_tokens(tokens: Iterable[int]) -> bytes:
    """Token ids as 32-bit integers."""
    return array("i", tokens).tobytes()


def unpack_tokens(payload: bytes) -> list[int]:
    """The ids that `pack_tokens` packed."""
    return array("i", payload).tolist()
