"""What the model has read in an episode, token by token, and where each run of it came from."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from engine.language.port import LanguageModel
from engine.language.records import Place, Role, Segment


class TokenLedger:
    """The ordered, encoded segments of one prompt.

    Tokens, not text, are the truth: the model's cache is reused exactly as far as these ids stay the same.
    Every segment cites the Steps, facts and nodes it came from, so that a withdrawn claim can be found here.
    """

    def __init__(self, segments: Iterable[Segment] = ()) -> None:
        self._segments: list[Segment] = []
        for segment in segments:
            self.append(segment)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All segments in the order they are read."""
        return tuple(self._segments)

    @property
    def token_count(self) -> int:
        """Tokens of all segments, chat markers included."""
        return sum(len(segment.tokens) for segment in self._segments)

    def append(self, segment: Segment) -> None:
        """Put a segment at the end. Raises ValueError for one that no model has encoded."""
        if segment.text and not segment.tokens:
            raise ValueError("a segment must be encoded before it enters the ledger")
        self._segments.append(segment)

    def truncate(self, count: int) -> None:
        """Keep the first `count` segments."""
        if count < 0:
            raise ValueError("a ledger cannot be shorter than empty")
        del self._segments[count:]

    def to_json(self) -> list[dict[str, Any]]:
        """The ledger as plain JSON values, token ids included."""
        return [
            {
                "role": segment.role.value,
                "text": segment.text,
                "place": segment.place.value,
                "opens": segment.opens,
                "closes": segment.closes,
                "cites": list(segment.cites),
                "tokens": list(segment.tokens),
            }
            for segment in self._segments
        ]

    @classmethod
    def from_json(cls, rows: Iterable[dict[str, Any]]) -> "TokenLedger":
        """A ledger from what `to_json` gave. Raises KeyError or ValueError for anything else."""
        return cls(
            Segment(
                role=Role(row["role"]),
                text=row["text"],
                place=Place(row["place"]),
                opens=row["opens"],
                closes=row["closes"],
                cites=tuple(row["cites"]),
                tokens=tuple(row["tokens"]),
            )
            for row in rows
        )


def context_hash(segments: Iterable[Segment], model: str) -> str:
    """A short name of what a model (by its hash) has read, for figures that depend on it."""
    digest = blake2b(model.encode(), digest_size=8)
    for segment in segments:
        digest.update(array("i", segment.tokens).tobytes())
    return digest.hexdigest()


def answer_segment(model: LanguageModel, segment: Segment, tokens: Sequence[int]) -> Segment:
    """`segment` with the ids a generation drew, exactly as they were, between the model's own markers.

    Encoding the answer's text again may give other ids (1 in 8 answers did), and the prefix would be read
    again.
    """
    opening = model.encode(replace(segment, text="", closes=False, tokens=())).tokens
    closing = model.encode(replace(segment, text="", opens=False, tokens=())).tokens
    return replace(segment, tokens=(*opening, *tokens, *closing))
