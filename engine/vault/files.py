"""Files that appear whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.vault.storage.sqlcipher import file_border

SIDES = ("-wal", "-shm", "-journal")


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """An empty file beside `path`, readable by its owner only; what is left of it afterwards is removed."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with file_border():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            yield draft
        finally:
            remove_database(draft)


def replace_file(path: Path, data: bytes) -> None:
    """Write `data` to `path` atomically and durably."""
    with draft_of(path) as draft:
        draft.write_bytes(data)
        sync_file(draft)
        draft.replace(path)
        sync_folder(path.parent)


def publish(draft: Path, path: Path) -> None:
    """Give a finished file its name. Raises FileExistsError where something has that name already."""
    sync_file(draft)
    link_or_rename(draft, path)
    sync_folder(path.parent)


def link_or_rename(source: Path, target: Path) -> None:
    """A second name for `source`, at once; a rename where the file system has no links."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(target):
            raise FileExistsError(target) from None
        source.rename(target)


def remove_database(path: Path) -> None:
    """Remove a database file and what SQLite keeps beside it."""
    for side in ("", *SIDES):
        path.with_name(path.name + side).unlink(missing_ok=True)


def sync_file(path: Path) -> None:
    """Make the content of `path` durable."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` durable, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    # Some network file systems cannot sync a folder; the rename itself is done.
    with suppress(OSError):
        os.fsync(handle)
    os.close(handle)
