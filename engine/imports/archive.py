"""Opening what came from outside: bounded in every direction, and never unpacked to disk.

A zip archive and the folder that somebody unpacked it into are the same to whoever reads them.
"""

import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.imports.records import ArchiveError
from engine.vault import file_border

LARGEST = 256 * 1024 * 1024
"""Bytes of text that are read from one file; who talked every day for ten years has less.

It is read where everything else of the mind is done, and takes some five times as much memory while it is.
"""
AT_ONCE = 8 * 1024 * 1024
"""Bytes that are read between two looks at whether it is still wanted."""
MOST_MEMBERS = 100_000
STEEPEST = 200
"""How many times larger a member may unpack than it is; text packs some 10 times."""
_DECODER, _SPACE = json.JSONDecoder(), re.compile(r"[ \t\n\r]*")
_DAMAGE = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError)


GoOn = Callable[[], None]
"""Asked again and again while something is read; it raises where that is not wanted any more."""


def unhindered() -> None:
    """It is wanted."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A zip archive or a folder, as far as it lies below `root`, a path in it with a slash at its end."""

    path: Path
    go_on: GoOn = unhindered
    root: str = ""

    def below(self, root: str) -> "Bundle":
        """What lies below a path in it."""
        return replace(self, root=self.root + root)

    def names(self) -> list[str]:
        """The files, by their path below the root, in order. Raises ArchiveError, StorageFaultError.

        What is hidden is left out, and so is what a Mac packs beside each file; in a folder no link is followed.
        """
        listed = _listed(self.path) if self.path.is_dir() else _packed(self.path)
        found = [name for name, _ in listed if name.startswith(self.root)]
        return sorted(name.removeprefix(self.root) for name in found)

    def members(self, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
        """Those of `names` that are `wanted`, each with its bytes.

        Raises ArchiveError for what is damaged, packed too steeply, or too much.
        """

        def is_meant(name: str) -> bool:
            return name.startswith(self.root) and wanted(name.removeprefix(self.root))

        read = _from_folder if self.path.is_dir() else _from_zip
        for name, data in read(self.path, is_meant, self.go_on):
            yield name.removeprefix(self.root), data

    def read(self, name: str) -> bytes | None:
        """The bytes of one file; None where it is not there. Raises as `members` does."""
        return next((data for _, data in self.members(name.__eq__)), None)


def read_bytes(path: Path, go_on: GoOn = unhindered) -> bytes:
    """A whole file. Raises ArchiveError above `LARGEST`, StorageFaultError."""
    data = bytearray()
    with file_border():
        if not path.is_file():
            raise ArchiveError(f"{path.name} is no file.")
        with path.open("rb") as file:
            while part := file.read(AT_ONCE):
                go_on()
                data += part
                if len(data) > LARGEST:
                    raise ArchiveError(f"{path.name} is larger than {LARGEST // 2**20} MB.")
    return bytes(data)


def last_name(name: str) -> str:
    """A member's own name, without its folders."""
    return name.rpartition("/")[2]


def _from_folder(path: Path, wanted: Callable[[str], bool], go_on: GoOn) -> Iterator[tuple[str, bytes]]:
    left = LARGEST
    for name, file in sorted(_listed(path)):
        if not wanted(name):
            continue
        data = read_bytes(file, go_on)
        left -= len(data)
        if left < 0:
            raise ArchiveError("The folder holds more than such an export can.")
        yield name, data


def _from_zip(path: Path, wanted: Callable[[str], bool], go_on: GoOn) -> Iterator[tuple[str, bytes]]:
    left = LARGEST
    try:
        with file_border(), zipfile.ZipFile(path) as archive:
            for name, one in sorted(_packed(path), key=lambda each: each[0]):
                if not wanted(name):
                    continue
                data = _member(archive, one, left, go_on)
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


def _member(archive: zipfile.ZipFile, one: zipfile.ZipInfo, left: int, go_on: GoOn) -> bytes:
    if one.file_size > left or one.file_size > STEEPEST * max(one.compress_size, 1024):
        raise ArchiveError("The archive unpacks into more than such an export can be.")
    data = bytearray()
    with archive.open(one) as file:
        # What the archive says of its size is its own word.
        while part := file.read(min(AT_ONCE, left + 1 - len(data))):
            go_on()
            data += part
    if len(data) > left:
        raise ArchiveError("The archive unpacks into more than such an export can be.")
    return bytes(data)


def parsed(name: str, data: bytes, go_on: GoOn = unhindered) -> Any:
    """JSON; a list entry by entry, so that a long one can be given up. Raises ArchiveError for what is none."""
    try:
        text = data.decode("utf-8-sig")
        return _entries(text, go_on) if text[: text.find("[") + 1].strip() == "[" else json.loads(text)
    except (UnicodeDecodeError, ValueError, RecursionError):
        # Deep nesting is made to do harm.
        raise ArchiveError(f"{name} is no JSON that can be read.") from None


def _entries(text: str, go_on: GoOn) -> list[Any]:
    """A list. Raises ValueError, RecursionError."""
    found: list[Any] = []
    place = _after(text, text.index("[") + 1)
    while text[place : place + 1] != "]" or found:
        go_on()
        value, place = _DECODER.raw_decode(text, place)
        found.append(value)
        place = _after(text, place)
        if text[place : place + 1] != ",":
            break
        place = _after(text, place + 1)
    if text[place : place + 1] != "]" or text[place + 1 :].strip():
        raise ValueError("no list")
    return found


def _after(text: str, place: int) -> int:
    """The place after white space, as JSON has it."""
    return _SPACE.match(text, place).end()  # type: ignore[union-attr] # it matches nothing, too
