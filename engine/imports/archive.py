"""Opening what came from outside: bounded in every direction, and never unpacked to disk."""

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.imports.errors import ArchiveError
from engine.vault import file_border

LARGEST = 512 * 1024 * 1024
"""Bytes of text that are read from one file; who talked every day for ten years has less."""
MOST_MEMBERS = 100_000
STEEPEST = 200
"""How many times larger a member may unpack than it is; text packs some 10 times."""


def read_bytes(path: Path) -> bytes:
    """A whole file. Raises ArchiveError above `LARGEST`, StorageFaultError."""
    with file_border():
        if not path.is_file():
            raise ArchiveError(f"{path.name} is no file.")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ArchiveError(f"{path.name} is larger than {LARGEST // 2**20} MB.")
    return data


def members(path: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """The members of a zip archive whose last name is `wanted`, in their order.

    Raises ArchiveError for what is damaged, packed too steeply, or too much.
    """
    left = LARGEST
    try:
        with file_border(), zipfile.ZipFile(path) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_MEMBERS:
                raise ArchiveError("The archive holds too many files.")
            for one in sorted(listed, key=lambda each: each.filename):
                name = one.filename.replace("\\", "/").rpartition("/")[2]
                if not wanted(name):
                    continue
                data = _member(archive, one, left)
                left -= len(data)
                yield name, data
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError):
        raise ArchiveError("The archive is damaged or encrypted.") from None


def _member(archive: zipfile.ZipFile, one: zipfile.ZipInfo, left: int) -> bytes:
    if one.file_size > left or one.file_size > STEEPEST * max(one.compress_size, 1024):
        raise ArchiveError("The archive unpacks into more than such an export can be.")
    with archive.open(one) as file:
        # What the archive says of its size is its own word.
        data = file.read(left + 1)
    if len(data) > left:
        raise ArchiveError("The archive unpacks into more than such an export can be.")
    return data


def parsed(name: str, data: bytes) -> Any:
    """JSON. Raises ArchiveError for what is none, or is nested to do harm."""
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise ArchiveError(f"{name} is no JSON that can be read.") from None
