"""The tree of an export: written beside its place first, then one rename; and read back.

Paths are plain on every system, inside their folder whatever they were made of.
"""

import json
import re
import secrets
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.clock import Clock
from engine.export.errors import FolderTakenError, NoExportError
from engine.export.markdown import write_markdown
from engine.ids import NOTHING, Refs, is_open
from engine.vault import Vault, file_border

Provider = Callable[[], Iterable[tuple[str, str]]]
"""Gives the files of one room: a relative path with forward slashes, and the whole text."""

Advance = Callable[[int, int], None]

LONGEST = 120  # bytes a name, so that numbers and endings fit
_UNSAFE = re.compile(r"[^\w.\- ]+")
_NOT_A_WORD = re.compile(r"[\W_]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
_ENDING = re.compile(r"\.(?:md|json)$", re.IGNORECASE)

LARGEST = 16 * 1024 * 1024
"""Bytes of a file that is read; no page of an export is longer."""

_SUFFIX = ".md"


def unhindered(_done: int, _of: int) -> None:
    """Goes on."""


TOLD_EVERY = 200
"""Files between two looks at whether it is still wanted."""
LIST = "export.json"
"""The list of what an export wrote: a folder that holds it and nothing else may be replaced by the next one."""

_LIST_VERSION = 1


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written, or would be: `files` in order, `characters` of text in all."""

    folder: Path
    files: tuple[str, ...]
    characters: int


class Exporter:
    """Writes what its providers give. They are asked anew at each export, on the calling thread."""

    def __init__(self, providers: Sequence[Provider], clock: Clock, advance: Advance = unhindered) -> None:
        """`advance` is told again and again how many providers are done, of how many; what it raises ends it."""
        self._providers = tuple(providers)
        self._clock, self._advance = clock, advance

    def preview(self, folder: Path) -> Exported:
        """What `write` would do; writes nothing. Raises FolderTakenError."""
        _require_free(folder)
        sizes = [(path, len(text)) for path, text in self._files()]
        return Exported(folder, tuple(path for path, _ in sizes), sum(size for _, size in sizes))

    def write(self, folder: Path) -> Exported:
        """Put the whole tree at `folder`, in the clear; an earlier export there is replaced.

        The folder is new, whole and readable by its owner only, or nothing has changed. Raises
        FolderTakenError, ReadOnlyError, DiskFullError, StorageFaultError.
        """
        _require_free(folder)
        with drafted(folder) as draft:
            return self._write_all(draft, folder)

    def _files(self) -> Iterator[tuple[str, str]]:
        taken = {LIST}
        for done, provider in enumerate(self._providers):
            self._advance(done, len(self._providers))
            for number, (path, text) in enumerate(provider()):
                if number % TOLD_EVERY == TOLD_EVERY - 1:
                    self._advance(done, len(self._providers))
                free = _unlike(taken, safe_path(path))
                taken.add(free.casefold())
                yield free, text

    def _write_all(self, draft: Path, folder: Path) -> Exported:
        written, characters = [], 0
        for path, text in self._files():
            place = draft / path
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(place, text)
            written.append(path)
            characters += len(text)
        made_at = self._clock.now().isoformat()
        _write(
            draft / LIST,
            json.dumps({"version": _LIST_VERSION, "made_at": made_at, "files": written}, indent=1),
        )
        return Exported(folder, tuple(written), characters)


@contextmanager
def drafted(folder: Path) -> Iterator[Path]:
    """A new folder, for its owner alone, that takes the place of `folder` at the end; after a fault nothing is left.

    Raises ReadOnlyError, DiskFullError, StorageFaultError.
    """
    with file_border():
        draft = _beside(folder)
        try:
            yield draft
            _put_in_place(draft, folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def stored(
    vault: Vault, *, leave_out: Sequence[str] = (), private: bool = False, hidden: Refs = NOTHING
) -> Provider:
    """What the vault holds as Markdown and does not rest on `hidden`; with `private` what is marked so, too.

    Paths that begin with one of `leave_out` are left out.
    """

    def is_told(meta: Mapping[str, Any]) -> bool:
        return (private or meta.get("private") is not True) and is_open(
            hidden, f"node:{meta.get('id')}", map(str, meta.get("sources") or ())
        )

    def provide() -> Iterator[tuple[str, str]]:
        for path in vault.documents.list():
            document = None if path.startswith(tuple(leave_out)) else vault.documents.get(path)
            if document is not None and is_told(document.meta):
                yield path, write_markdown(document.meta, document.text)

    return provide


def _require_free(folder: Path) -> None:
    with file_border():
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise FolderTakenError("What is named is no folder.")
        if not folder.exists():
            return
        standing = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if not file.is_dir()}
        strange = standing - _earlier(folder)
    if strange:
        raise FolderTakenError(
            f"The folder holds {len(strange)} files that are no part of an earlier export."
        )


def _earlier(folder: Path) -> set[str]:
    try:
        listed = json.loads((folder / LIST).read_text("utf-8"))
        return {LIST, *map(str, listed["files"])} if listed["version"] == _LIST_VERSION else set()
    except (FileNotFoundError, ValueError, TypeError, KeyError):
        return set()


def _beside(folder: Path) -> Path:
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    draft.mkdir(mode=0o700)
    return draft


def _put_in_place(draft: Path, folder: Path) -> None:
    old = None
    if folder.exists():
        old = folder.rename(draft.with_name(f"{draft.name}.old"))
    try:
        draft.rename(folder)
    except OSError:
        if old is not None:
            old.rename(folder)
        raise
    if old is not None:
        shutil.rmtree(old)


def _write(place: Path, text: str) -> None:
    place.touch(mode=0o600)
    place.write_bytes(text.encode("utf-8", "replace"))


def _unlike(taken: set[str], path: str) -> str:
    """`path` with a number where a file of that name, in any case, is there already."""
    stem, dot, ending = path.rpartition(".")
    number, free = 1, path
    while free.casefold() in taken:
        number += 1
        free = f"{stem}_{number}{dot}{ending}"
    return free


def snake_case(name: str, longest: int = 60) -> str:
    """`name` in lower case, its words joined by `_`, letters of any script kept; `unnamed` where none is left."""
    # Folding makes capitals of some letters (Cherokee), so it is lowered once more.
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold().lower())
    return _shortened(_NOT_A_WORD.sub("_", folded).strip("_"), longest).strip("_") or "unnamed"


def safe_path(path: str) -> str:
    """`path` as a relative one that can be written anywhere and leads nowhere else.

    A name that is safe already stays as it is. Only a file's name ends in `.md` or `.json`, so that no folder
    can have the name of a file; a file without either gets `.md`.
    """
    names = [name for name in map(_safe_name, path.split("/")) if name]
    *folders, file = names or ["unnamed"]
    folders = [f"{name}_" if _ENDING.search(name) else name for name in folders]
    return "/".join((*folders, file if _ENDING.search(file) else f"{file}.md"))


def _safe_name(name: str) -> str:
    plain = _UNSAFE.sub("_", unicodedata.normalize("NFC", name)).strip(" .")
    ending = _ENDING.search(plain)
    tail = "" if ending is None else ending[0]
    stem = _shortened(plain.removesuffix(tail), LONGEST).rstrip(" .")
    if _RESERVED.match(stem + tail):
        stem = _shortened(f"_{stem}", LONGEST).rstrip(" .")
    return stem + tail


def _shortened(name: str, longest: int) -> str:
    return name.encode()[:longest].decode("utf-8", "ignore")


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
