"""A numpy column that grows at its end in amortised constant time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Column:
    """Numbers of one type in rows; `values` is a live view of the rows in use."""

    def __init__(self, dtype: Any) -> None:
        self._buffer: NDArray[Any] = np.zeros(64, dtype)
        self._used = 0

    @property
    def values(self) -> NDArray[Any]:
        return self._buffer[: self._used]

    def extend(self, values: Any) -> None:
        """Append many; a view taken before may be stale afterwards."""
        fresh = np.asarray(values, self._buffer.dtype)
        needed = self._used + len(fresh)
        if needed > len(self._buffer):
            grown = np.zeros(max(needed, len(self._buffer) * 3 // 2), self._buffer.dtype)
            grown[: self._used] = self.values
            self._buffer = grown
        self._buffer[self._used : needed] = fresh
        self._used = needed

    def __len__(self) -> int:
        return self._used
