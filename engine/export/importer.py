"""Reading a tree back: the files of an export, as they stand in their folder now."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.export.errors import NoExportError
from engine.export.exporter import LIST
from engine.vault import file_border

LARGEST = 16 * 1024 * 1024
"""Bytes of a file that is read; no page of an export is longer."""

_SUFFIX = ".md"


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file by its path with forward slashes; `text` is None where it cannot be read as text."""

    path: str
    text: str | None


def is_tree(folder: Path) -> bool:
    """Whether a folder is what an export of ours wrote."""
    return (folder / LIST).is_file()


def read_tree(folder: Path) -> Iterator[ReadFile]:
    """Every Markdown file of an export, in order; links are not followed.

    Raises NoExportError where the folder is none of an export, and StorageFaultError.
    """
    with file_border():
        if not is_tree(folder):
            raise NoExportError("The folder holds no export.")
        for path in sorted(folder.rglob(f"*{_SUFFIX}")):
            if path.is_file() and not path.is_symlink():
                yield ReadFile(path.relative_to(folder).as_posix(), _text(path))


def _text(path: Path) -> str | None:
    if path.stat().st_size > LARGEST:
        return None
    try:
        # Whoever edited it may have an editor that ends lines in its own way.
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None
