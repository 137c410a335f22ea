"""The key header beside a vault: how its data key is kept, and proof of which key is the right one.

`vault.key.json` holds no secret by itself. Three marks tell the cases apart: a checksum finds accidents, the
key check tells a wrong key from a right one (SQLCipher cannot), the seal finds a header that was changed by
someone without the key.
"""

import hashlib
import hmac
import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from engine.ids import new_id
from engine.vault.errors import (
    DamagedHeaderError,
    KeyMissingError,
    NewerSchemaError,
    NoKeyError,
    WrongKeyError,
)
from engine.vault.files import replace_file
from engine.vault.keys.derivation import (
    DataKey,
    PassphraseCost,
    Wrapped,
    unwrap_by_code,
    unwrap_by_passphrase,
    wrap_by_code,
    wrap_by_passphrase,
)
from engine.vault.keys.recovery import new_code, read_code
from engine.vault.storage.sqlcipher import file_border

FORMAT = 1
STANDARD_COST = PassphraseCost()
_MAX_BYTES = 16 * 1024

Hex = Annotated[str, StringConstraints(pattern=r"^(?:[0-9a-f]{2})+$", max_length=256)]


class Keeping(StrEnum):
    """Where the data key is kept."""

    KEYRING = "keyring"
    PASSPHRASE = "passphrase"  # noqa: S105 - a name, not a secret


class _Strict(BaseModel):
    """Refuses what it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Slot(_Strict):
    """A wrapped data key as it is written."""

    salt: Hex
    nonce: Hex
    sealed: Hex

    @classmethod
    def of(cls, wrapped: Wrapped) -> Self:
        return cls(salt=wrapped.salt.hex(), nonce=wrapped.nonce.hex(), sealed=wrapped.sealed.hex())

    def wrapped(self) -> Wrapped:
        return Wrapped(bytes.fromhex(self.salt), bytes.fromhex(self.nonce), bytes.fromhex(self.sealed))


class PassphraseSlot(Slot):
    """A slot under a passphrase, with its cost; bounded, so that no foreign header exhausts the machine."""

    memory_kib: int = Field(ge=8, le=1024 * 1024)
    passes: int = Field(ge=1, le=64)
    lanes: int = Field(ge=1, le=64)

    def cost(self) -> PassphraseCost:
        return PassphraseCost(self.memory_kib, self.passes, self.lanes)


class KeyHeader(_Strict):
    """Everything the file holds but its checksum. A change makes a new header."""

    format: Literal[1] = 1
    vault: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{3,64}$")]
    passphrase: PassphraseSlot | None = None
    recovery: Slot
    key_check: Hex
    seal: Hex

    @property
    def keeping(self) -> Keeping:
        return Keeping.KEYRING if self.passphrase is None else Keeping.PASSPHRASE

    @classmethod
    def create(cls, key: DataKey) -> tuple["KeyHeader", str]:
        """A header for a new vault, kept by the keyring for now, and the recovery code to show once."""
        vault, code = new_id("v"), new_code()
        recovery = Slot.of(wrap_by_code(key, read_code(code), f"{vault}/recovery"))
        header = cls(
            vault=vault, recovery=recovery, key_check=_mark(key, "key check", vault.encode()), seal="00"
        )
        return _sealed(header, key), code

    def with_passphrase(
        self, key: DataKey, passphrase: str, cost: PassphraseCost | None = None
    ) -> "KeyHeader":
        """The header of a vault kept by `passphrase`."""
        cost = cost or STANDARD_COST
        wrapped = wrap_by_passphrase(key, passphrase, cost, f"{self.vault}/passphrase")
        slot = PassphraseSlot(
            **Slot.of(wrapped).model_dump(), memory_kib=cost.memory_kib, passes=cost.passes, lanes=cost.lanes
        )
        return _sealed(self.model_copy(update={"passphrase": slot}), key)

    def without_passphrase(self, key: DataKey) -> "KeyHeader":
        """The header of a vault kept by the keyring."""
        return _sealed(self.model_copy(update={"passphrase": None}), key)

    def with_new_code(self, key: DataKey) -> tuple["KeyHeader", str]:
        """The header under a new recovery code; the old code stops working."""
        code = new_code()
        slot = Slot.of(wrap_by_code(key, read_code(code), f"{self.vault}/recovery"))
        return _sealed(self.model_copy(update={"recovery": slot}), key), code

    def unlock(self, passphrase: str) -> DataKey:
        """The key under a passphrase. Raises NoKeyError (none is set), WrongKeyError, DamagedHeaderError."""
        if self.passphrase is None:
            raise NoKeyError("This vault is kept by the system keyring; it has no passphrase.")
        slot = self.passphrase
        key = unwrap_by_passphrase(slot.wrapped(), passphrase, slot.cost(), f"{self.vault}/passphrase")
        return self.confirmed(key)

    def recover(self, code: str) -> DataKey:
        """The key under the recovery code. Raises RecoveryCodeError, WrongKeyError, DamagedHeaderError."""
        return self.confirmed(
            unwrap_by_code(self.recovery.wrapped(), read_code(code), f"{self.vault}/recovery")
        )

    def fits(self, key: DataKey) -> bool:
        """Whether `key` is this vault's."""
        return hmac.compare_digest(self.key_check, _mark(key, "key check", self.vault.encode()))

    def confirmed(self, key: DataKey) -> DataKey:
        """`key`, once it is shown to be this vault's and the header to be unchanged."""
        if not self.fits(key):
            raise WrongKeyError("The key is not this vault's.")
        if not hmac.compare_digest(self.seal, _mark(key, "header seal", self.body())):
            raise DamagedHeaderError("The key header was changed by something that does not know the key.")
        return key

    def body(self) -> bytes:
        """What the seal is made over."""
        return _canonical(self.model_dump(exclude={"seal"}))


def header_path(vault: Path) -> Path:
    """Where the header of a vault file lies: `vault.db` has `vault.key.json`."""
    return vault.with_suffix(".key.json")


def read_header(path: Path) -> KeyHeader:
    """Raises KeyMissingError, DamagedHeaderError, NewerSchemaError."""
    try:
        with file_border(), path.open("rb") as file:
            raw = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise KeyMissingError("The key header of the vault is missing.") from None
    return _parsed(raw)


def write_header(path: Path, header: KeyHeader) -> None:
    """Replace the file atomically and durably: at any moment it is the old header or the new one, whole."""
    body = header.model_dump()
    body["checksum"] = hashlib.sha256(_canonical(body)).hexdigest()
    replace_file(path, json.dumps(body, indent=2).encode() + b"\n")


def _parsed(raw: bytes) -> KeyHeader:
    damaged = DamagedHeaderError("The key header of the vault is damaged.")
    try:
        body = json.loads(raw.decode())
    except (ValueError, RecursionError):
        raise damaged from None
    if not isinstance(body, dict) or len(raw) > _MAX_BYTES:
        raise damaged
    if isinstance(body.get("format"), int) and body["format"] > FORMAT:
        raise NewerSchemaError("The key header was written by a newer version of the program.")
    if body.pop("checksum", None) != hashlib.sha256(_canonical(body)).hexdigest():
        raise damaged
    try:
        return KeyHeader.model_validate(body)
    except ValidationError:
        raise damaged from None


def _sealed(header: KeyHeader, key: DataKey) -> KeyHeader:
    return header.model_copy(update={"seal": _mark(key, "header seal", header.body())})


def _canonical(body: dict[str, object]) -> bytes:
    return json.dumps(body, sort_keys=True, separators=(",", ":")).encode()


def _mark(key: DataKey, purpose: str, data: bytes) -> str:
    return hmac.digest(key.derive(purpose), data, "sha256").hex()
