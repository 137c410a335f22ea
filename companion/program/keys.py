"""How the vault's key is kept: by a passphrase, by the system's keyring, and by a recovery code.

Each needs the key once more: a passphrase is asked for again where one keeps it.

* `keys` → {"kept_by": "passphrase", "keyring" or null where there are none yet, "keyring": its name or null}
* `keys.passphrase` (present, new) → as `keys`; `keys.keyring` (present) → as `keys`
* `keys.recovery` (present) → {"code"}: a new one, told this once; the old one ends
"""

from pydantic import Field

from companion.keys import (
    keep_by_keyring,
    keep_by_passphrase,
    keeping_of,
    keyring_name,
    open_key,
    renew_recovery_code,
)
from companion.program.setting import Asking, ProgramRequest
from companion.requests.room import Nothing, Request
from companion.service import Json
from engine.vault import DataKey

SHORTEST = 8


class WithPassphrase(Request):
    """The passphrase of now; empty where the keyring keeps the key."""

    present: str = Field(default="", max_length=1000, repr=False)


class NewPassphrase(WithPassphrase):
    """And the one from now on."""

    new: str = Field(min_length=SHORTEST, max_length=1000, repr=False)


def keys(asking: Asking, _: Nothing) -> Json:
    """How it is kept now."""
    keeping = keeping_of(asking.home)
    return {"kept_by": None if keeping is None else keeping.value, "keyring": keyring_name()}


def change_passphrase(asking: Asking, asked: NewPassphrase) -> Json:
    """Raises WrongKeyError where the present one is another."""
    keep_by_passphrase(asking.home, _key(asking, asked), asked.new)
    return keys(asking, Nothing())


def use_keyring(asking: Asking, asked: WithPassphrase) -> Json:
    """Raises WrongKeyError, KeyringError, NoKeyError."""
    keep_by_keyring(asking.home, _key(asking, asked))
    return keys(asking, Nothing())


def renew_code(asking: Asking, asked: WithPassphrase) -> Json:
    """Raises WrongKeyError where the present passphrase is another."""
    return {"code": renew_recovery_code(asking.home, _key(asking, asked))}


def _key(asking: Asking, asked: WithPassphrase) -> DataKey:
    return open_key(asking.home, asked.present or None)


REQUESTS = {
    "keys": ProgramRequest(Nothing, keys),
    "keys.passphrase": ProgramRequest(NewPassphrase, change_passphrase),
    "keys.keyring": ProgramRequest(WithPassphrase, use_keyring),
    "keys.recovery": ProgramRequest(WithPassphrase, renew_code),
}
