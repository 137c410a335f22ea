"""Stand-ins for the tokens of a model that keeps its tokenizer to itself.

A server takes text and gives text, but budgets and the token ledger count tokens. A text is cut into pieces of
3.5 bytes on average, about what a token of English takes; where the server told how many tokens an answer had, it
is cut into so many. An id is a hash of its piece: equal texts get equal ids, in every process, and no more is
meant by it.
"""

from dataclasses import replace
from itertools import pairwise
from math import ceil
from zlib import crc32

from engine.language.records import Role, Segment

BYTES_A_TOKEN = 3.5
_LARGEST_ID = 0x7FFF_FFFF


def count_pieces(text: str) -> int:
    """About how many tokens `text` takes."""
    return ceil(len(_data(text)) / BYTES_A_TOKEN)


def piece_ids(text: str, count: int | None = None) -> tuple[int, ...]:
    """The ids of `text`; with `count`, exactly so many (none for an empty text)."""
    data = _data(text)
    pieces = count_pieces(text) if count is None else count if data else 0
    edges = [number * len(data) // pieces for number in range(pieces + 1)] if pieces else []
    return tuple(crc32(data[start:end]) & _LARGEST_ID for start, end in pairwise(edges))


def with_pieces(segment: Segment) -> Segment:
    """The segment with its ids, one for each marker included; one that has them is left as it is."""
    if segment.tokens:
        return segment
    opening = opening_ids(segment.role) if segment.opens else ()
    closing = piece_ids("<end>", 1) if segment.closes else ()
    return replace(segment, tokens=(*opening, *piece_ids(segment.text), *closing))


def opening_ids(role: Role) -> tuple[int, ...]:
    """What stands for the beginning of a message."""
    return piece_ids(f"<{role}>", 1)


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
