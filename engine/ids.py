"""How things are named: ids that are short, sortable by time and safe in a file name, and refs to what can be cited.

A ref is `step:<id>`, `fact:<id>`, `node:<id>`, `document:<id>`.
"""

import secrets
import time
from collections.abc import Iterable
from threading import Lock

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

Refs = frozenset[str]
NOTHING: Refs = frozenset()
PROGRAMS = ("mcp:", "import:")
"""What begins the name of another program that noted something, or that it was brought in from."""


class _Made:
    """The moment and the tail of the last id: what a process makes within one millisecond keeps its order too."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._last = (0, 0)

    def next(self) -> tuple[int, int]:
        """Milliseconds, and 50 bits that are random but after another id of the same millisecond."""
        with self._guard:
            now, (before, tail) = time.time_ns() // 1_000_000, self._last
            # One bit less than there is room for: what is counted up from there stays within it.
            self._last = (now, secrets.randbits(49)) if now > before else (before, tail + 1)
            return self._last


_made = _Made()


def new_id(prefix: str) -> str:
    """A unique id such as `s_01jz4m…`: `prefix`, 9 characters of milliseconds and 10 random ones.

    Ids made later sort later: by the millisecond between processes, always within one.
    """
    milliseconds, tail = _made.next()
    return f"{prefix}_{_encode(milliseconds, 9)}{_encode(tail, 10)}"


def _encode(number: int, length: int) -> str:
    digits = []
    for _ in range(length):
        number, digit = divmod(number, 32)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))


def is_open(hidden: Refs, ref: str, cites: Iterable[str] = ()) -> bool:
    """Whether a thing may be told where `hidden` may not: neither named among those, nor resting on one."""
    return ref not in hidden and hidden.isdisjoint(cites)
