"""What a publisher says of the newest version: one JSON document below one line with its Ed25519 signature.

The signature covers a name of this kind of document before its bytes, so that nothing else that was ever signed with
the key can stand for one. A statement holds until its last day, or who stands between could show an old one for ever.
"""

import base64
import binascii
import re
from datetime import date
from typing import Annotated

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.updates.errors import StaleStatementError, UnreadableStatementError

LARGEST = 16 * 1024
"""Bytes of a statement."""
_KIND = b"companion release 1\n"
_NUMBERS = r"\d{1,6}(\.\d{1,6}){1,3}"


class Release(BaseModel):
    """A version and where a person gets it. `until` is the last day on which this may be believed to be the newest.

    `packages` are SHA-256 sums, in hexadecimal, of what is offered there, by file name.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: str = Field(pattern=f"^{_NUMBERS}$")
    day: date
    until: date
    address: str = Field(pattern="^https://", max_length=500)
    words: str = Field(default="", max_length=2000)
    packages: dict[str, Annotated[str, Field(pattern="^[0-9a-f]{64}$")]] = Field(default_factory=dict)


def write_statement(release: Release, key: Ed25519PrivateKey) -> bytes:
    """The statement, signed: what a publisher puts at the address that the program asks."""
    body = release.model_dump_json(indent=2).encode() + b"\n"
    return base64.b64encode(key.sign(_KIND + body)) + b"\n" + body


def read_statement(statement: bytes, key: bytes, today: date) -> Release:
    """What it says, where the holder of `key` (32 bytes, public) signed it and it still holds.

    Raises UnreadableStatementError, StaleStatementError.
    """
    if len(statement) > LARGEST:
        raise UnreadableStatementError("What the publisher's address sent is too long for a statement.")
    signature, _, body = statement.partition(b"\n")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(
            base64.b64decode(signature, validate=True), _KIND + body
        )
        release = Release.model_validate_json(body)
    except (InvalidSignature, binascii.Error, ValidationError, ValueError) as error:
        raise UnreadableStatementError(
            "What the publisher's address sent is not what the publisher signed."
        ) from error
    if release.until < today:
        raise StaleStatementError(f"What the publisher said of {release.version} held until {release.until}.")
    return release


def is_newer(offered: str, here: str) -> bool:
    """Whether a version comes after another, number by number; never where one is no row of numbers."""
    if not all(re.fullmatch(_NUMBERS, one) for one in (offered, here)):
        return False
    return _numbers(offered) > _numbers(here)


def _numbers(version: str) -> list[int]:
    parts = [int(part) for part in version.split(".")]
    return parts + [0] * (4 - len(parts))
