"""The data key, and wrapping it under a passphrase or a recovery code.

The vault's files are encrypted under keys derived from one random data key (HKDF-SHA256), so a passphrase can
be changed without rewriting anything. A passphrase reaches its wrapping key by Argon2id (RFC 9106); a
recovery code holds 140 random bits and needs no stretching. Both wrap by AES-256-GCM, bound to vault, slot
and cost.
"""

import hmac
import secrets
from dataclasses import dataclass
from typing import NoReturn

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from engine.errors import InvalidInputError
from engine.vault.errors import WrongKeyError

KEY_BYTES = 32
_SALT_BYTES = 16
_NONCE_BYTES = 12


class DataKey:
    """The 32 random bytes everything is derived from. Never printed or pickled."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != KEY_BYTES:
            raise ValueError(f"a data key has {KEY_BYTES} bytes")
        self._secret = bytes(secret)

    @classmethod
    def generate(cls) -> "DataKey":
        return cls(secrets.token_bytes(KEY_BYTES))

    def derive(self, purpose: str) -> bytes:
        """32 bytes for one `purpose`, such as "vault file"; purposes tell nothing about each other."""
        info = b"companion/" + purpose.encode()
        return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(self._secret)

    def reveal(self) -> bytes:
        """The key itself, for a keyring or a wrapping to keep; nothing else may ask."""
        return self._secret

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DataKey) and hmac.compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        return hash(self.derive("hash"))

    def __repr__(self) -> str:
        return "DataKey(•••)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a data key is never pickled")


@dataclass(frozen=True, slots=True)
class PassphraseCost:
    """What one guess costs under Argon2id: memory, passes, lanes. The default is RFC 9106's second choice."""

    memory_kib: int = 64 * 1024
    passes: int = 3
    lanes: int = 4


@dataclass(frozen=True, slots=True, repr=False)
class Wrapped:
    """A data key wrapped under a secret: salt of the derivation, nonce and sealed key."""

    salt: bytes
    nonce: bytes
    sealed: bytes


def wrap_by_passphrase(key: DataKey, passphrase: str, cost: PassphraseCost, context: str) -> Wrapped:
    """Wrap `key`; `context` (vault, slot) is authenticated with it. An empty passphrase is refused."""
    if not passphrase:
        raise InvalidInputError("passphrase", "is empty")
    salt = secrets.token_bytes(_SALT_BYTES)
    return _seal(key, salt, _stretched(passphrase, salt, cost), _bound(context, cost))


def unwrap_by_passphrase(wrapped: Wrapped, passphrase: str, cost: PassphraseCost, context: str) -> DataKey:
    """The data key. Raises WrongKeyError."""
    wrapping = _stretched(passphrase, wrapped.salt, cost)
    return _unseal(wrapped, wrapping, _bound(context, cost), "The passphrase is not this vault's.")


def wrap_by_code(key: DataKey, secret: bytes, context: str) -> Wrapped:
    """Wrap `key` under the secret of a recovery code."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return _seal(key, salt, _code_key(secret, salt), context.encode())


def unwrap_by_code(wrapped: Wrapped, secret: bytes, context: str) -> DataKey:
    """The data key. Raises WrongKeyError."""
    wrapping = _code_key(secret, wrapped.salt)
    return _unseal(wrapped, wrapping, context.encode(), "The recovery code is not this vault's.")


def _bound(context: str, cost: PassphraseCost) -> bytes:
    return f"{context}/{cost.memory_kib}/{cost.passes}/{cost.lanes}".encode()


def _stretched(passphrase: str, salt: bytes, cost: PassphraseCost) -> bytes:
    return hash_secret_raw(
        passphrase.encode(), salt, cost.passes, cost.memory_kib, cost.lanes, KEY_BYTES, Type.ID
    )


def _code_key(secret: bytes, salt: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=salt, info=b"companion/recovery").derive(secret)


def _seal(key: DataKey, salt: bytes, wrapping: bytes, context: bytes) -> Wrapped:
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return Wrapped(salt, nonce, AESGCM(wrapping).encrypt(nonce, key.reveal(), context))


def _unseal(wrapped: Wrapped, wrapping: bytes, context: bytes, refusal: str) -> DataKey:
    try:
        return DataKey(AESGCM(wrapping).decrypt(wrapped.nonce, wrapped.sealed, context))
    except InvalidTag:
        raise WrongKeyError(refusal) from None
