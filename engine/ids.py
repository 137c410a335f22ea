"""Identifiers: short, sortable by time, safe in a file name."""

import secrets
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(prefix: str) -> str:
    """A unique id such as `s_01jz4m…`: `prefix`, 9 characters of milliseconds and 10 random ones.

    Ids made later sort later (to the millisecond).
    """
    return f"{prefix}_{_encode(time.time_ns() // 1_000_000, 9)}{_encode(secrets.randbits(50), 10)}"


def _encode(number: int, length: int) -> str:
    digits = []
    for _ in range(length):
        number, digit = divmod(number, 32)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))
