"""Where files come from: the port that every source answers to, and the two that are on this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Protocol

from engine.models.assembly import Assembly, PartFile
from engine.models.catalogue import Catalogue
from engine.models.errors import ChecksumError, SourceError
from engine.models.records import Model, ModelFile, SourceKind

CHUNK_BYTES = 1 << 20


class Source(Protocol):
    """A place that may have a model's files."""

    @property
    def kind(self) -> SourceKind: ...

    def offers(self, model: Model) -> bool:
        """Whether it is worth asking; costs nothing."""

    def fetch(self, assembly: Assembly) -> None:
        """Bring and check what `assembly` misses, going on where a part file ends.

        May leave files missing. Raises SourceError when out of reach, ChecksumError on other bytes.
        """


def chunks_of(stream: IO[bytes], limit: int | None = None) -> Iterator[bytes]:
    """The rest of `stream` (at most `limit` bytes) in pieces of one MiB."""
    left = limit
    while chunk := stream.read(CHUNK_BYTES if left is None else min(CHUNK_BYTES, left)):
        yield chunk
        if left is not None:
            left -= len(chunk)


def copy_into(assembly: Assembly, part: PartFile, origin: Path) -> None:
    """Go on with `part` from `origin`, which holds the whole file."""
    with origin.open("rb") as stream:
        stream.seek(part.position)
        for _ in part.append(chunks_of(stream)):
            assembly.report()


class GivenFile:
    """A file that the person has."""

    kind = SourceKind.FILE

    def __init__(self, path: Path) -> None:
        self._path = path

    def offers(self, model: Model) -> bool:
        return model.pinned

    def fetch(self, assembly: Assembly) -> None:
        """Take the given file as the one missing file of its size; its checksum decides."""
        if not self._path.is_file():
            raise SourceError(f"{self._path.name} is not a file that can be read.")
        size = self._path.stat().st_size
        file = next((file for file in assembly.missing() if file.bytes == size), None)
        if file is None:
            raise SourceError(
                f"{self._path.name} has not the size of any missing file of {assembly.model.name}."
            )
        assembly.part(file).discard()
        copy_into(assembly, assembly.part(file), self._path)
        assembly.accept(file)


class SameFileElsewhere:
    """Another installed model that has a file with the same checksum, such as a shared tokenizer."""

    kind = SourceKind.FILE

    def __init__(self, catalogue: Catalogue, folder: Path) -> None:
        self._catalogue = catalogue
        self._folder = folder

    def offers(self, model: Model) -> bool:
        return any(self._twins(model, file) for file in model.files)

    def fetch(self, assembly: Assembly) -> None:
        for file in assembly.missing():
            for twin in self._twins(assembly.model, file):
                assembly.part(file).discard()
                copy_into(assembly, assembly.part(file), twin)
                if self._accepted(assembly, file):
                    break

    @staticmethod
    def _accepted(assembly: Assembly, file: ModelFile) -> bool:
        try:
            assembly.accept(file)
        except ChecksumError:
            return False  # the other model is damaged; a real source will do
        return True

    def _twins(self, model: Model, wanted: ModelFile) -> list[Path]:
        return [
            path
            for other in self._catalogue
            if other.name != model.name
            for file in other.files
            if wanted.sha256
            and file.sha256 == wanted.sha256
            and (path := self._folder / other.name / file.path).is_file()
        ]
