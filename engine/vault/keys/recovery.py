"""The recovery code: 140 random bits, readable in seven groups of five, each with its own check character.

A check is the sum of position-weighted digits in GF(32) plus the group's number, so one wrong character, two
swapped neighbours or two swapped groups are found, and named. The alphabet is Crockford's base 32.
"""

import secrets

from engine.vault.errors import RecoveryCodeError

GROUPS = 7
_DATA = 4
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SAME = str.maketrans("OIL", "011", "- \t\n_.")
_POLYNOMIAL = 0b100101  # x⁵ + x² + 1, primitive: its powers of 2 are distinct weights


def new_code() -> str:
    """A fresh code such as `7K3QX-…`."""
    return "-".join(_group(number, _random_digits()) for number in range(GROUPS))


def read_code(code: str) -> bytes:
    """The secret a code stands for. Raises RecoveryCodeError naming the group that does not add up."""
    plain = code.upper().translate(_SAME)
    expected = GROUPS * (_DATA + 1)
    if len(plain) != expected:
        raise RecoveryCodeError(f"The recovery code has {len(plain)} characters instead of {expected}.")
    digits: list[int] = []
    for number in range(GROUPS):
        start = number * (_DATA + 1)
        digits += _digits(number, plain[start : start + _DATA + 1])
    return bytes(digits)


def _random_digits() -> list[int]:
    return [secrets.randbelow(32) for _ in range(_DATA)]


def _group(number: int, digits: list[int]) -> str:
    return "".join(_ALPHABET[digit] for digit in [*digits, _check(number, digits)])


def _digits(number: int, group: str) -> list[int]:
    name = f"Group {number + 1} of the recovery code"
    unknown = [character for character in group if character not in _ALPHABET]
    if unknown:
        raise RecoveryCodeError(f"{name} holds a character that no code has.", number + 1)
    *digits, check = [_ALPHABET.index(character) for character in group]
    if check != _check(number, digits):
        raise RecoveryCodeError(f"{name} does not add up.", number + 1)
    return digits


def _check(number: int, digits: list[int]) -> int:
    total = number
    for place, digit in enumerate(digits, start=1):
        total ^= _times_power_of_two(digit, place)
    return total


def _times_power_of_two(value: int, power: int) -> int:
    for _ in range(power):
        value <<= 1
        if value & 0b100000:
            value ^= _POLYNOMIAL
    return value
