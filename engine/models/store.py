"""The models on this machine: one folder for all homes, `<name>/<files>`."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from engine.errors import InvalidInputError
from engine.models.assembly import Assembly, disk_faults
from engine.models.catalogue import Catalogue, load_catalogue
from engine.models.errors import (
    BusyError,
    ChecksumError,
    InstallError,
    NoSpaceError,
    NotInstalledError,
    SourceError,
)
from engine.models.hub import HUB_ADDRESS, HubSourceClient
from engine.models.records import Model, Progress, SourceKind, ignore_progress
from engine.models.sources import GivenFile, SameFileElsewhere, Source
from engine.models.verification import matches
from engine.models.wheels import WheelSourceClient

MARGIN_BYTES = 300 << 20  # for the wheel in passing, and so that the disk is not left full to the brim


class ModelStore:
    """Installs, finds, checks and removes models. Callable from any thread.

    `sources` are tried in their order; `free_bytes` tells the room on a folder's disk.
    """

    def __init__(
        self,
        folder: Path,
        catalogue: Catalogue | None = None,
        sources: Iterable[Source] | None = None,
        free_bytes: Callable[[Path], int] | None = None,
    ) -> None:
        self.folder = folder
        self.catalogue = load_catalogue() if catalogue is None else catalogue
        self._sources = tuple(sources) if sources is not None else (HubSourceClient(), WheelSourceClient())
        self._free_bytes = free_bytes or _free_bytes

    def installed(self) -> tuple[Model, ...]:
        """The models whose files are all here, by their presence and size; nothing is read."""
        return tuple(model for model in self.catalogue if self._present(model))

    def path(self, name: str) -> Path:
        """The folder of an installed model, its files checked (once; later starts trust the note of it).

        Raises UnknownModelError, NotInstalledError, or ChecksumError when a file was changed.
        """
        model = self.catalogue.get(name)
        if not self._present(model):
            raise NotInstalledError(name)
        with disk_faults(self.folder):
            damaged = self._assembly(model).missing()
        if damaged:
            raise ChecksumError(
                f"{name}: {damaged[0].path} is damaged or was never checked.",
                f"Fetch it again: `companion models install {name}`.",
            )
        return self.folder / name

    def file(self, name: str, suffix: str) -> Path:
        """The one file of an installed model whose path ends in `suffix`, such as `.gguf`."""
        matching = [file for file in self.catalogue.get(name).files if file.path.endswith(suffix)]
        if len(matching) != 1:
            raise InvalidInputError("suffix", f"{name} has {len(matching)} files that end in {suffix}")
        return self.path(name) / matching[0].path

    def sha256(self, name: str) -> Mapping[str, str]:
        """Checksum of each file of an installed model, by path."""
        assembly = self._assembly(self.catalogue.get(name))
        self.path(name)
        return assembly.checksums()

    def install(
        self,
        name: str,
        progress: Progress = ignore_progress,
        sources: Iterable[SourceKind] | None = None,
        given: Path | None = None,
    ) -> Path:
        """Bring a model here, going on with what an earlier try left; returns its folder.

        `given` is a file the person has. `sources` limits where to look. What `progress` raises stops the
        installation and leaves it resumable. Raises ModelError.
        """
        model = self.catalogue.get(name)
        with disk_faults(self.folder), self._lock(name):
            assembly = self._assembly(model, progress)
            if assembly.missing():
                self._need_space(assembly)
                self._fetch(assembly, self._chain(sources, given))
            assembly.report()
        return self.folder / name

    def verify(self, name: str) -> bool:
        """Read every file of an installed model and compare it with the checksum it was installed with."""
        return all(matches(self.folder / name / path, sha256) for path, sha256 in self.sha256(name).items())

    def remove(self, name: str) -> None:
        """Delete a model, and whatever an unfinished installation of it left. Idempotent."""
        model = self.catalogue.get(name)
        with disk_faults(self.folder), self._lock(name):
            if (self.folder / model.name).exists():
                shutil.rmtree(self.folder / model.name)

    def identify(self, given: Path) -> Model | None:
        """The model that `given` is a file of, by size and SHA-256; None if it is no file of ours."""
        size = given.stat().st_size
        for model in self.catalogue:
            if any(f.bytes == size and f.sha256 and matches(given, f.sha256) for f in model.files):
                return model
        return None

    def _assembly(self, model: Model, progress: Progress = ignore_progress) -> Assembly:
        return Assembly(model, self.folder / model.name, progress)

    def _present(self, model: Model) -> bool:
        folder = self.folder / model.name
        return all(_has_size(folder / f.path, f.bytes if f.sha256 else None) for f in model.files)

    def _need_space(self, assembly: Assembly) -> None:
        needed = assembly.bytes_to_come() + MARGIN_BYTES
        free = self._free_bytes(self.folder)
        if free < needed:
            raise NoSpaceError(
                f"{assembly.model.name} needs {needed >> 20} MiB on the disk; {free >> 20} MiB are free."
            )

    def _chain(self, kinds: Iterable[SourceKind] | None, given: Path | None) -> list[Source]:
        here: list[Source] = [GivenFile(given)] if given else []
        here.append(SameFileElsewhere(self.catalogue, self.folder))
        allowed = set(SourceKind if kinds is None else kinds)
        return here + [source for source in self._sources if source.kind in allowed]

    @staticmethod
    def _fetch(assembly: Assembly, sources: list[Source]) -> None:
        reasons: list[str] = []
        for source in sources:
            if not source.offers(assembly.model):
                continue
            try:
                source.fetch(assembly)
            except (SourceError, ChecksumError) as error:
                reasons.append(error.message)
            if not assembly.missing():
                return
        raise InstallError(" ".join([f"{assembly.model.name} could not be fetched.", *reasons]))

    @contextmanager
    def _lock(self, name: str) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / f".{name}.lock")
        try:
            with lock.acquire(timeout=0):
                yield
        except Timeout as error:
            raise BusyError(f"{name} is being installed by another process.") from error


def _has_size(path: Path, size: int | None) -> bool:
    return path.is_file() and (size is None or path.stat().st_size == size)


def _free_bytes(folder: Path) -> int:
    existing = next(place for place in (folder, *folder.parents) if place.exists())
    return shutil.disk_usage(existing).free


def standard_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """`COMPANION_MODELS`, or the user's data folder; the same for every home."""
    chosen = environ.get("COMPANION_MODELS")
    return (
        Path(chosen).expanduser()
        if chosen
        else platformdirs.user_data_path("companion", appauthor=False) / "models"
    )


def chosen_sources(environ: Mapping[str, str] = os.environ) -> tuple[SourceKind, ...] | None:
    """What `COMPANION_MODEL_SOURCES` allows (such as `wheel` or `hub,wheel`); None where it says nothing."""
    words = [word.strip() for word in environ.get("COMPANION_MODEL_SOURCES", "").split(",") if word.strip()]
    try:
        return tuple(SourceKind(word) for word in words) or None
    except ValueError as error:
        known = ", ".join(SourceKind)
        raise InvalidInputError(
            "COMPANION_MODEL_SOURCES", "names an unknown source", f"Use: {known}"
        ) from error


def standard_store(environ: Mapping[str, str] = os.environ) -> ModelStore:
    """The store of this machine and user; `HF_ENDPOINT` names a mirror of the hub."""
    hub = HubSourceClient(environ.get("HF_ENDPOINT", HUB_ADDRESS))
    return ModelStore(standard_folder(environ), sources=(hub, WheelSourceClient()))
