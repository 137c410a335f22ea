"""Whether there is a newer version of the program: what a publisher said, signed, and the way to read it.

Nothing is asked unless the person switched it on, nothing of theirs is sent, and nothing is fetched but the statement:
one JSON document below one line with its Ed25519 signature, which covers a name of this kind of document before its
bytes, so that nothing else that was ever signed with the key can stand for one. A statement holds until its last day,
or who stands between could show an old one for ever.

Who publishes this build stands in `resources/publisher.toml`, which is empty as it comes from the source: whoever
publishes fills it in (docs/installing.md). Without it nobody is asked, and the switch says so.

* UpdateError                  above all; also where nobody can be asked, or the answer does not come
  * UnreadableStatementError   what came is not what the publisher signed
  * StaleStatementError        it was signed too long ago to say what is newest
"""

import base64
import binascii
import re
import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Annotated, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import CompanionError
from engine.network import passage

WHY: Final = "whether there is a newer version"
WAIT_S: Final = 10.0
LARGEST = 16 * 1024
"""Bytes of a statement."""
_KIND = b"companion release 1\n"
_NUMBERS = r"\d{1,6}(\.\d{1,6}){1,3}"


class UpdateError(CompanionError):
    """It is not known whether there is a newer version. Nothing was changed."""

    remedy = "Try again later; the program works on as it is."


class UnreadableStatementError(UpdateError):
    """What came is not what the publisher signed: damaged on its way, or somebody else's."""

    remedy = "Do not install what that address offers; try again later, on another network if need be."


class StaleStatementError(UpdateError):
    """It was signed by the publisher, and is out of date: an old one, shown again, would hide a newer version."""


@dataclass(frozen=True, slots=True)
class Publisher:
    """`address` (https) and `key` (32 bytes, Ed25519); empty where this build has no publisher."""

    address: str = ""
    key: bytes = b""

    @property
    def named(self) -> bool:
        """Whether anybody can be asked."""
        return bool(self.address and self.key)


@cache
def publisher() -> Publisher:
    """The publisher of this build."""
    found = tomllib.loads((resources.files("resources") / "publisher.toml").read_text("utf-8"))
    return Publisher(found["address"], base64.b64decode(found["key"]))


def fetched(address: str) -> bytes:
    """What lies at the address, as far as a statement may be long. Raises UpdateError, NetworkRefusedError."""
    import httpx  # noqa: PLC0415 - a quarter of a second, for what is asked once a week

    came = b""
    try:
        # Neither which program nor which version asks: the answer is the same for everybody.
        with (
            passage(address, WHY) as through,
            httpx.stream("GET", address, timeout=WAIT_S, headers={"User-Agent": "companion"}) as response,
        ):
            if response.status_code != httpx.codes.OK:
                raise UpdateError(f"The publisher's address answered {response.status_code}.")
            for part in response.iter_bytes(LARGEST):
                came += part
                if len(came) > LARGEST:
                    break
            through.received = response.num_bytes_downloaded
    except httpx.HTTPError as error:
        raise UpdateError(f"The publisher cannot be reached ({type(error).__name__}).") from error
    return came


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
