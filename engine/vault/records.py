"""The vault's typed records: schemas, documents, health."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Migration:
    """One step forward of a room's tables; `version` counts from 1. Released migrations never change."""

    version: int
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """A room's tables, as the steps that build them. The vault keeps the version each room has reached."""

    room: str
    migrations: tuple[Migration, ...]

    def __post_init__(self) -> None:
        versions = [migration.version for migration in self.migrations]
        if versions != list(range(1, len(versions) + 1)):
            raise ValueError(f"migrations of {self.room} must be numbered 1, 2, 3 …, not {versions}")

    @property
    def version(self) -> int:
        return len(self.migrations)


@dataclass(frozen=True, slots=True)
class Document:
    """A virtual file of the vault; `path` is relative with forward slashes."""

    path: str
    text: str
    meta: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Health:
    """What a check found; `problems` name pages and tables, never contents."""

    ok: bool
    problems: tuple[str, ...] = field(default=())
