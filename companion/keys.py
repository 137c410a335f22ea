"""Where a home's data key comes from: a passphrase, the system keyring, or the recovery code.

`open_key` asks in the order that the header tells: a vault is kept either by a passphrase or by the keyring,
never by both. No function here prints, logs or chains anything that holds a key.
"""

import base64
import binascii
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from companion.home import Home
from engine.vault import (
    DataKey,
    Keeping,
    KeyHeader,
    KeyMissingError,
    KeyringError,
    NoKeyError,
    PassphraseCost,
    TargetExistsError,
    VaultError,
    WrongKeyError,
    read_header,
    write_header,
)

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

log = logging.getLogger(__name__)
T = TypeVar("T")

SERVICE = "companion"
# Only these encrypt what they keep and belong to the person's session; others are refused.
_SAFE_MODULES = frozenset(
    f"keyring.backends.{name}" for name in ("SecretService", "libsecret", "kwallet", "macOS", "Windows")
)
_TO_KEEP = (
    "Set COMPANION_PASSPHRASE to keep the key by a passphrase, or start a keyring (GNOME Keyring, KWallet)."
)
_TO_OPEN = "Start and unlock the system keyring, or use the recovery code: companion vault recovery."


def create_keys(
    home: Path, passphrase: str | None = None, cost: PassphraseCost | None = None
) -> tuple[DataKey, str]:
    """A new data key for `home`, kept by `passphrase`, or else by the system keyring; and its recovery code.

    The code is returned this once and stored nowhere. Raises TargetExistsError where `home` has keys already,
    KeyMissingError where it has a vault without them, NoKeyError where there is nothing to keep a key with.
    """
    place = Home(home)
    if place.key_path.exists():
        raise TargetExistsError(
            "This home has its keys already.", "Use them, or choose another home with --home."
        )
    if place.vault_path.exists():
        raise KeyMissingError("There is a vault here, but its key header is missing.")
    place.prepare()
    key = DataKey.generate()
    header, code = KeyHeader.create(key)
    if passphrase is not None:
        header = header.with_passphrase(key, passphrase, cost)
    else:
        _keep_in_keyring(header.vault, key)
    write_header(place.key_path, header)
    return key, code


def open_key(home: Path, passphrase: str | None = None, *, header_file: Path | None = None) -> DataKey:
    """The data key of `home`, or of the backup whose key header is `header_file`.

    Raises NoKeyError, WrongKeyError, KeyringError, KeyMissingError, DamagedHeaderError.
    """
    header = read_header(header_file or Home(home).key_path)
    if header.keeping is Keeping.KEYRING:
        return header.confirmed(_from_keyring(header.vault))
    if passphrase is None:
        raise NoKeyError("The vault is locked by a passphrase.")
    return header.unlock(passphrase)


def recover_key(home: Path, code: str, *, header_file: Path | None = None) -> DataKey:
    """The data key by the recovery code. Raises RecoveryCodeError, WrongKeyError, KeyMissingError."""
    return read_header(header_file or Home(home).key_path).recover(code)


def keep_by_passphrase(home: Path, key: DataKey, passphrase: str, cost: PassphraseCost | None = None) -> None:
    """Set or change the passphrase of `home`; a key in the keyring is taken out of it afterwards."""
    path = Home(home).key_path
    header = read_header(path)
    header.confirmed(key)
    write_header(path, header.with_passphrase(key, passphrase, cost))
    if header.keeping is Keeping.KEYRING:
        _drop_from_keyring(header.vault)


def keep_by_keyring(home: Path, key: DataKey) -> None:
    """Keep the key of `home` in the system keyring instead. Raises KeyringError, NoKeyError."""
    path = Home(home).key_path
    header = read_header(path)
    header.confirmed(key)
    _keep_in_keyring(header.vault, key)
    write_header(path, header.without_passphrase(key))


def renew_recovery_code(home: Path, key: DataKey) -> str:
    """A new recovery code, returned this once; the old one stops working."""
    path = Home(home).key_path
    header = read_header(path)
    header.confirmed(key)
    renewed, code = header.with_new_code(key)
    write_header(path, renewed)
    return code


def keeping_of(home: Path) -> Keeping | None:
    """How the key of `home` is kept; None where it has none yet."""
    try:
        return read_header(Home(home).key_path).keeping
    except KeyMissingError:
        return None


def keyring_name() -> str | None:
    """The system keyring that would be used, by name; None where there is none that is safe."""
    backend = _safe_backend()
    return None if backend is None else str(backend.name)


def _safe_backend() -> "KeyringBackend | None":
    """The keyring to use: the configured one, or of a chain the first that is safe."""
    import keyring  # noqa: PLC0415 - it costs 44 ms, and a vault with a passphrase never needs it

    backend = keyring.get_keyring()
    candidates: Iterable[KeyringBackend] = getattr(backend, "backends", [backend])
    return next((each for each in candidates if type(each).__module__ in _SAFE_MODULES), None)


def _require_backend(remedy: str) -> "KeyringBackend":
    backend = _safe_backend()
    if backend is None:
        raise NoKeyError("There is no system keyring.", remedy)
    return backend


def _keep_in_keyring(vault: str, key: DataKey) -> None:
    backend = _require_backend(_TO_KEEP)
    text = base64.b64encode(key.reveal()).decode()
    _ask(lambda: backend.set_password(SERVICE, vault, text))
    if _ask(lambda: backend.get_password(SERVICE, vault)) != text:
        raise KeyringError("The system keyring did not keep what it was given.")


def _from_keyring(vault: str) -> DataKey:
    backend = _require_backend(_TO_OPEN)
    text = _ask(lambda: backend.get_password(SERVICE, vault))
    if text is None:
        raise NoKeyError("The system keyring does not hold the key of this vault.", _TO_OPEN)
    try:
        return DataKey(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        raise WrongKeyError("What the system keyring holds is not the key of this vault.") from None


def drop_keys(home: Path) -> None:
    """Take the home's key out of the system keyring, and its header away: nothing opens the vault any more."""
    place = Home(home)
    try:
        _drop_from_keyring(read_header(place.key_path).vault)
    except VaultError:
        log.warning("the home had no key header that tells where its key was kept")
    place.key_path.unlink(missing_ok=True)


def _drop_from_keyring(vault: str) -> None:
    backend = _safe_backend()
    try:
        if backend is not None and _ask(lambda: backend.get_password(SERVICE, vault)) is not None:
            _ask(lambda: backend.delete_password(SERVICE, vault))
    except KeyringError:
        log.warning("the key could not be taken out of the system keyring")


def _ask(question: Callable[[], T]) -> T:
    try:
        return question()
    except Exception as error:  # noqa: BLE001 - backends pass on whatever their desktop service raises
        # Not chained: some backends put what they were given into their messages.
        raise KeyringError(f"The system keyring refused ({type(error).__name__}).") from None
