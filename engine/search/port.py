"""The vector index port: what is indexed and found, the array types that the room speaks in, and its errors.

* SearchError
  x ChromaMissingError     Chroma was asked for and is not installed
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import CompanionError

Scores = NDArray[np.float32]  # one number a row; NaN where a row has none
Mask = NDArray[np.bool_]  # True where a row may be found
Matrix = NDArray[np.float32]  # one vector a row


class SearchError(CompanionError):
    """Base of this room's errors."""


class ChromaMissingError(SearchError):
    """Chroma is an extra; everything works without it."""

    remedy = "Run the installer again (python3 installers/bootstrap.py run), or: pip install chromadb==1.5.9"


class VectorIndex(Protocol):
    """Nearest vectors by cosine. Not thread-safe: whoever owns it serialises the calls."""

    @property
    def ids(self) -> Sequence[str | None]:
        """What stands in each row; None where a vector was removed."""

    def add(self, ids: Sequence[str], vectors: Matrix) -> NDArray[np.int32]:
        """Put vectors of length 1, replacing those of known ids; returns the row that each one took."""

    def remove(self, ids: Sequence[str]) -> None:
        """Drop vectors; unknown ids are ignored."""

    def search(self, query: Matrix, k: int, allowed: Mask | None = None) -> list[tuple[str, float]]:
        """At most `k` (id, cosine in -1 to 1), best first; `allowed` is aligned with `ids`."""

    def scores(self, query: Matrix) -> Scores:
        """The cosine of every row, aligned with `ids`; NaN where nothing stands."""

    def __len__(self) -> int:
        """How many vectors stand in the index."""


@dataclass(frozen=True, slots=True)
class Document:
    """What is indexed: `text` for its words; neighbours are those of one `thread`, in order of `position`."""

    id: str
    text: str
    thread: str | None = None
    position: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A document found: `score` in 0-1 within its search, `similarity` the cosine, `signals` unscaled."""

    id: str
    score: float
    similarity: float | None
    signals: dict[str, float] = field(default_factory=dict)
