"""Whether a vault file is whole, whole copies of it, and putting one back."""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from engine.clock import Clock, SystemClock
from engine.vault.errors import DamagedVaultError, TargetExistsError, VaultError
from engine.vault.files import (
    draft_of,
    link_or_rename,
    publish,
    remove_database,
    replace_file,
    sync_file,
    sync_folder,
)
from engine.vault.keys.derivation import DataKey
from engine.vault.keys.header import header_path, read_header
from engine.vault.records import Health
from engine.vault.storage.sqlcipher import (
    Connection,
    DatabaseError,
    address,
    border,
    is_cut,
    is_damage,
    open_file,
)

FILE_PURPOSE = "vault file"
CACHE_NAME = "cache.db"
VAULT_NAME = "vault.db"

_MAX_PROBLEMS = 20


def write_backup(connection: Connection, source: Path, target: Path) -> None:
    """Copy the vault behind `connection` to `target`, with the key header of `source` beside it."""
    for wanted in (target, header_path(target)):
        if os.path.lexists(wanted):
            raise TargetExistsError(f"{wanted.name} is already there.")
    with draft_of(target) as draft:
        connection.execute("VACUUM INTO ?", (str(draft),))
        # The header goes first: a backup that can be seen can be opened.
        if header_path(source).exists():
            replace_file(header_path(target), header_path(source).read_bytes())
        publish(draft, target)


def backup_before_migration(connection: Connection, path: Path, clock: Clock) -> Path:
    """A copy under `backups/`, named after this moment."""
    target = _free_name(path.parent / "backups", "before-migration", clock)
    write_backup(connection, path, target)
    return target


def restore(backup: Path, home: Path, key: DataKey, clock: Clock | None = None) -> Path | None:
    """Put `backup` in the place of the vault of `home`; the caller holds the home's lease.

    Returns where the replaced vault is kept, None where there was none. The backup is copied, opened and
    checked first; until then nothing in `home` changes. Where `key` is the home's key too, the home keeps its
    own key header, and so its present passphrase.
    Raises WrongKeyError, DamagedVaultError, VaultBusyError, ReadOnlyError, DiskFullError.
    """
    current = home / VAULT_NAME
    with draft_of(current) as draft, border(home):
        _copy_checked(backup, draft, key)
        _settle(current, key)
        kept = _set_aside(current, clock or SystemClock())
        if not _fits(current, key) and header_path(backup).exists():
            replace_file(header_path(current), header_path(backup).read_bytes())
        draft.replace(current)
        sync_folder(home)
        remove_database(home / CACHE_NAME)
    return kept


def _copy_checked(backup: Path, draft: Path, key: DataKey) -> None:
    if not backup.is_file():
        raise DamagedVaultError("There is no backup under this name.", "Name the .db file of a backup.")
    if header_path(backup).exists():
        read_header(header_path(backup)).confirmed(key)
    shutil.copyfile(backup, draft)
    sync_file(draft)
    file_key = key.derive(FILE_PURPOSE)
    if is_cut(backup) or not examine(lambda: open_file(address(draft), file_key)).ok:
        raise DamagedVaultError(
            "The backup is damaged; the present vault was left as it is.", "Try an older backup."
        )


def _settle(current: Path, key: DataKey) -> None:
    """Fold the journal of the present vault into it, and refuse while another program has it open."""
    if not current.exists():
        return
    with closing(open_file(address(current), key.derive(FILE_PURPOSE))) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        except DatabaseError as error:
            # Damaged, or under another key: it is set aside just as it is, with its journal.
            if not is_damage(error):
                raise


def _set_aside(current: Path, clock: Clock) -> Path | None:
    if not current.exists():
        return None
    kept = _free_name(current.parent, "replaced", clock)
    if header_path(current).exists():
        replace_file(header_path(kept), header_path(current).read_bytes())
    journal = current.with_name(current.name + "-wal")
    if journal.exists():
        journal.rename(kept.with_name(kept.name + "-wal"))
    current.with_name(current.name + "-shm").unlink(missing_ok=True)
    link_or_rename(current, kept)
    sync_folder(current.parent)
    return kept


def _fits(current: Path, key: DataKey) -> bool:
    try:
        read_header(header_path(current)).confirmed(key)
    except VaultError:
        return False
    return True


def _free_name(folder: Path, word: str, clock: Clock) -> Path:
    stem = f"vault-{word}-{clock.local():%Y-%m-%dT%H-%M-%S}"
    for suffix in ("", *(f"-{number}" for number in range(2, 1000))):
        candidate = folder / f"{stem}{suffix}.db"
        if not candidate.exists():
            return candidate
    raise TargetExistsError("There are too many copies from this very second.")


def examine(connect: Callable[[], Connection]) -> Health:
    """Look twice, each time on a fresh connection; only what both looks found counts.

    One look can be wrong: a connection that stood while another one wrote reports damage of full-text tables
    that is not there, and a page may be caught while it is being moved out of the journal.
    """
    first = _look(connect)
    if not first:
        return Health(ok=True)
    second = set(_look(connect))
    agreed = tuple(problem for problem in first if problem in second)
    return Health(ok=not agreed, problems=agreed)


def _look(connect: Callable[[], Connection]) -> list[str]:
    try:
        with closing(connect()) as connection:
            return _problems(connection)
    except DatabaseError as error:
        if not is_damage(error):
            raise
        return ["the file cannot be read through"]


def _problems(connection: Connection) -> list[str]:
    # The authentication check reads the main file alone: what stands in the journal is moved there first.
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    pages = [
        str(row[0]) for row in connection.execute("PRAGMA cipher_integrity_check").fetchmany(_MAX_PROBLEMS)
    ]
    structure = [str(row[0]) for row in connection.execute(f"PRAGMA quick_check({_MAX_PROBLEMS})")]
    dangling = connection.execute("PRAGMA foreign_key_check").fetchmany(_MAX_PROBLEMS)
    references = sorted({f"a row of {row[0]} refers to a missing one of {row[2]}" for row in dangling})
    return pages + [problem for problem in structure if problem != "ok"] + references
