"""Token ids as the payload of a frame."""

from array import array
from collections.abc import Iterable


def pack_tokens(tokens: Iterable[int]) -> bytes:
    """Token ids as 32-bit integers."""
    return array("i", tokens).tobytes()


def unpack_tokens(payload: bytes) -> list[int]:
    """The ids that `pack_tokens` packed."""
    return array("i", payload).tolist()
