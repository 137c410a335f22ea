"""Whole copies of a vault, and putting one back."""

import os
import secrets
import shutil
from pathlib import Path

from engine.clock import Clock, SystemClock
from engine.vault.errors import DamagedVaultError, KeyMissingError, TargetExistsError, VaultBusyError
from engine.vault.header import header_path, read_header, replace_file, sync_folder
from engine.vault.health import examine
from engine.vault.keys import DataKey
from engine.vault.sqlcipher import (
    Connection,
    DatabaseError,
    OperationalError,
    address,
    border,
    file_border,
    open_file,
)

FILE_PURPOSE = "vault file"
VAULT_NAME = "vault.db"
_SIDES = ("-wal", "-shm")


def write_backup(connection: Connection, source: Path, target: Path) -> None:
    """Copy the vault behind `connection` to `target`, with the key header of `source` beside it."""
    for wanted in (target, header_path(target)):
        if os.path.lexists(wanted):
            raise TargetExistsError(f"{wanted.name} is already there.")
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    with file_border():
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            connection.execute("VACUUM INTO ?", (str(partial),))
            _sync_file(partial)
            if header_path(source).exists():
                replace_file(header_path(target), header_path(source).read_bytes())
            partial.rename(target)
            sync_folder(target.parent)
        finally:
            partial.unlink(missing_ok=True)


def backup_before_migration(connection: Connection, path: Path, clock: Clock) -> Path:
    """A copy under `backups/`, named after this moment."""
    target = _free_name(path.parent / "backups", "before-migration", clock)
    write_backup(connection, path, target)
    return target


def restore(backup: Path, home: Path, key: DataKey, clock: Clock | None = None) -> Path | None:
    """Put `backup` in the place of the vault of `home`; returns where the replaced one is kept, if there was one.

    The backup is copied, opened and checked first; until then nothing in `home` changes. The caller owns the home.
    Raises WrongKeyError, DamagedVaultError, VaultBusyError, ReadOnlyError, DiskFullError.
    """
    clock = clock or SystemClock()
    current = home / VAULT_NAME
    partial = home / f".restoring-{secrets.token_hex(4)}.db"
    with file_border(), border(home):
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            _copy_checked(backup, partial, key)
            _settle(current, key)
            kept = _set_aside(current, clock)
            _put_in_place(partial, backup, current)
            _drop_derived(home)
        finally:
            _remove(partial)
    return kept


def _copy_checked(backup: Path, partial: Path, key: DataKey) -> None:
    if not backup.is_file():
        raise DamagedVaultError("There is no backup under this name.", "Name the .db file of a backup.")
    _confirm_header(backup, key)
    shutil.copyfile(backup, partial)
    partial.chmod(0o600)
    _sync_file(partial)
    file_key = key.derive(FILE_PURPOSE)
    health = examine(lambda: open_file(address(partial), file_key))
    if not health.ok:
        raise DamagedVaultError(
            "The backup is damaged; the present vault was left as it is.", "Try an older backup."
        )


def _confirm_header(backup: Path, key: DataKey) -> None:
    try:
        header = read_header(header_path(backup))
    except KeyMissingError:
        return
    header.confirmed(key)


def _settle(current: Path, key: DataKey) -> None:
    """Fold the journal of the present vault into it, and refuse while another program has it open."""
    if not current.exists():
        return
    connection = open_file(address(current), key.derive(FILE_PURPOSE))
    try:
        connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except OperationalError as error:
        raise VaultBusyError("The vault is open in another program.") from error
    except DatabaseError:
        # Damaged, or under another key: it is set aside just as it is, with its journal.
        return
    finally:
        connection.close()


def _set_aside(current: Path, clock: Clock) -> Path | None:
    if not current.exists():
        return None
    kept = _free_name(current.parent, "replaced", clock)
    for source, target in ((current, kept), (header_path(current), header_path(kept))):
        if source.exists():
            shutil.copy2(source, target)
            _sync_file(target)
    journal = current.with_name(current.name + "-wal")
    if journal.exists():
        journal.rename(kept.with_name(kept.name + "-wal"))
    return kept


def _put_in_place(partial: Path, backup: Path, current: Path) -> None:
    if header_path(backup).exists():
        replace_file(header_path(current), header_path(backup).read_bytes())
    partial.replace(current)
    sync_folder(current.parent)


def _drop_derived(home: Path) -> None:
    for name in ("cache.db", VAULT_NAME):
        for side in _SIDES:
            (home / (name + side)).unlink(missing_ok=True)
    (home / "cache.db").unlink(missing_ok=True)


def _free_name(folder: Path, word: str, clock: Clock) -> Path:
    stem = f"vault-{word}-{clock.local():%Y-%m-%dT%H-%M-%S}"
    for suffix in ("", *(f"-{number}" for number in range(2, 1000))):
        candidate = folder / f"{stem}{suffix}.db"
        if not candidate.exists():
            return candidate
    raise TargetExistsError("There are too many copies from this very second.")


def _sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _remove(path: Path) -> None:
    for side in ("", *_SIDES):
        path.with_name(path.name + side).unlink(missing_ok=True)
