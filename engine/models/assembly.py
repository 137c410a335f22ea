"""A model on its way into its folder: part files, their completion, progress."""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.models.errors import ChecksumError, FolderError, NoSpaceError
from engine.models.records import Model, ModelFile, Progress
from engine.models.verification import VerifiedMarker, matches, sha256_of


class PartFile:
    """A file that grows from its first byte under a name of its own, until it is whole.

    Every source gives the same bytes, so a part begun from one is continued from another; its length is all
    there is to know.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path = target.with_name(target.name + ".part")

    @property
    def position(self) -> int:
        """Bytes here already."""
        return self.path.stat().st_size if self.path.exists() else 0

    def append(self, chunks: Iterable[bytes]) -> Iterator[int]:
        """Write `chunks` at the end; yields the length of each once it is written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as stream:
            for chunk in chunks:
                stream.write(chunk)
                yield len(chunk)
            stream.flush()
            os.fsync(stream.fileno())

    def complete(self) -> None:
        """Give the file its name."""
        self.path.replace(self.target)

    def discard(self) -> None:
        self.path.unlink(missing_ok=True)


class Assembly:
    """One installation of `model` into `folder`: what is missing, and how much has come."""

    def __init__(self, model: Model, folder: Path, progress: Progress) -> None:
        self.model = model
        self.folder = folder
        self._progress = progress
        self._marker = VerifiedMarker(folder)

    def missing(self) -> tuple[ModelFile, ...]:
        """The files that are not here, checked, under their name."""
        return tuple(file for file in self.model.files if not self.holds(file))

    def holds(self, file: ModelFile) -> bool:
        """Whether `file` is here with the promised bytes; checks it if nobody has yet."""
        path = self.folder / file.path
        if not path.is_file():
            return False
        known = self._marker.sha256(file.path)
        if known is None and file.sha256 and path.stat().st_size == file.bytes:
            known = sha256_of(path)
            self._marker.remember(file.path, known)
        return known is not None and known == (file.sha256 or known)

    def checksums(self) -> dict[str, str]:
        """SHA-256 by path, of every file that was checked."""
        known = {file.path: self._marker.sha256(file.path) for file in self.model.files}
        return {path: sha256 for path, sha256 in known.items() if sha256}

    def adopt(self, file: ModelFile, checksum: str) -> bool:
        """Take a file that is here, but that nothing in the catalogue can check, if it has this checksum."""
        path = self.folder / file.path
        if not path.is_file() or not matches(path, checksum):
            return False
        self._marker.remember(file.path, sha256_of(path))
        return True

    def part(self, file: ModelFile) -> PartFile:
        return PartFile(self.folder / file.path)

    def accept(self, file: ModelFile, checksum: str | None = None) -> None:
        """Check the part of `file` against the catalogue (or else `checksum`) and give it its name.

        Raises ChecksumError and removes the part if the bytes are other ones.
        """
        part = self.part(file)
        expected = file.sha256 or checksum
        if expected is None or not matches(part.path, expected):
            part.discard()
            raise ChecksumError(f"{self.model.name}: {file.path} does not have the expected checksum.")
        digest = expected if len(expected) == 64 else sha256_of(part.path)
        part.complete()
        self._marker.remember(file.path, digest)

    def report(self, extra: int = 0) -> None:
        """Tell the listener how much is here; `extra` bytes more lie in a temporary place."""
        total = self.model.bytes
        here = sum(min(self._length(file), file.bytes) for file in self.model.files)
        self._progress(min(here + extra, total), total)

    def bytes_to_come(self) -> int:
        return sum(max(0, file.bytes - self.part(file).position) for file in self.missing())

    def _length(self, file: ModelFile) -> int:
        path = self.folder / file.path
        return path.stat().st_size if path.exists() else self.part(file).position


@contextmanager
def disk_faults(folder: Path) -> Iterator[None]:
    """Say a disk's refusals in this room's words."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise NoSpaceError("The disk filled up while a model was being written.") from error
        raise FolderError(f"The model folder {folder} cannot be used: {error.strerror or error}.") from error
