"""Opening what came from outside: bounded in every direction, and never unpacked to disk.

A zip archive and the folder that somebody unpacked it into are the same to whoever reads them.
"""

import json
import os
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
_DAMAGE = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError)


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


def names(path: Path) -> list[str]:
    """The files of a zip archive or a folder, by their path in it, in order. Raises ArchiveError, StorageFaultError.

    What is hidden is left out, and so is what a Mac packs beside each file; in a folder no link is followed.
    """
    found = [name for name, _ in (_listed(path) if path.is_dir() else _packed(path))]
    return sorted(found)


def members(path: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """Those of `names` that are `wanted`, each with its bytes.

    Raises ArchiveError for what is damaged, packed too steeply, or too much.
    """
    yield from _from_folder(path, wanted) if path.is_dir() else _from_zip(path, wanted)


def last_name(name: str) -> str:
    """A member's own name, without its folders."""
    return name.rpartition("/")[2]


def _from_folder(path: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    left = LARGEST
    for name, file in sorted(_listed(path)):
        if not wanted(name):
            continue
        data = read_bytes(file)
        left -= len(data)
        if left < 0:
            raise ArchiveError("The folder holds more than such an export can.")
        yield name, data


def _from_zip(path: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    left = LARGEST
    try:
        with file_border(), zipfile.ZipFile(path) as archive:
            for name, one in sorted(_packed(path), key=lambda each: each[0]):
                if not wanted(name):
                    continue
                data = _member(archive, one, left)
                left -= len(data)
                yield name, data
    except _DAMAGE:
        raise ArchiveError("The archive is damaged or encrypted.") from None


def _listed(folder: Path) -> Iterator[tuple[str, Path]]:
    count = 0
    with file_border():
        for place, folders, files in os.walk(folder):
            folders[:] = [one for one in folders if not _is_hidden(one)]
            for file in files:
                path = Path(place) / file
                count += 1
                if count > MOST_MEMBERS:
                    raise ArchiveError("The folder holds too many files.")
                if not _is_hidden(file) and not path.is_symlink():
                    yield path.relative_to(folder).as_posix(), path


def _packed(path: Path) -> list[tuple[str, zipfile.ZipInfo]]:
    try:
        with file_border(), zipfile.ZipFile(path) as archive:
            listed = archive.infolist()
    except _DAMAGE:
        raise ArchiveError("The archive is damaged or encrypted.") from None
    if len(listed) > MOST_MEMBERS:
        raise ArchiveError("The archive holds too many files.")
    plain = [(_plain(one.filename), one) for one in listed if not one.is_dir()]
    return [(name, one) for name, one in plain if name and not any(map(_is_hidden, name.split("/")))]


def _plain(name: str) -> str:
    """A member's path without what would lead elsewhere; nothing is ever written by it."""
    return "/".join(part for part in name.replace("\\", "/").split("/") if part not in ("", ".", ".."))


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name == "__MACOSX"


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
