"""Checksums, and the note of what was checked, so that a start does not read a gigabyte again."""

import hashlib
import json
import logging
import os
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

MARKER: Final = ".verified.json"


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def matches(path: Path, checksum: str) -> bool:
    """Whether the file has this checksum: SHA-256 (64 digits), or a git object id (40), as the hub gives."""
    if len(checksum) == 64:
        return sha256_of(path) == checksum
    return _git_object_id(path) == checksum


def _git_object_id(path: Path) -> str:
    digest = hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False)
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, lambda: digest).hexdigest()


class VerifiedMarker:
    """Which files of a model's folder were checked: their size, time of change and SHA-256.

    A file that was touched since is unknown again. A folder that cannot be written costs the check each time.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / MARKER

    def sha256(self, file: str) -> str | None:
        """The checksum found when `file`, as it lies there now, was checked; None if it was not."""
        entry = self._read().get(file)
        if not isinstance(entry, dict) or entry.get("state") != self._state(file):
            return None
        return str(entry["sha256"])

    def remember(self, file: str, sha256: str) -> None:
        """Note that `file` has just been found to have this checksum."""
        entries = self._read() | {file: {"state": self._state(file), "sha256": sha256}}
        scratch = self._path.with_name(f"{MARKER}.{os.getpid()}")
        try:
            scratch.write_text(json.dumps(entries, indent=1), encoding="utf-8")
            scratch.replace(self._path)
        except OSError as error:
            log.info("the check of a model cannot be noted down: %s", type(error).__name__)

    def _state(self, file: str) -> list[int]:
        stat = (self._folder / file).stat()
        return [stat.st_size, stat.st_mtime_ns]

    def _read(self) -> dict[str, object]:
        try:
            content = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}
