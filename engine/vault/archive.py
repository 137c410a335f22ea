"""The vault as one file in the clear: every row of every table, readable without this program.

A ZIP archive holds `mimetype`, first and unpacked, by which systems know the type; `tables/NAME.jsonl`, a row a line in
the order of its key; and `manifest.json`: how far each room's tables had come, and for each table its columns, rows,
bytes and SHA-256. Nothing else is in it, no time and no name, so that the same content makes the same file.

Read back, the rows go into tables as they were then, which are brought forward afterwards like those of any older vault
([C] §9: export and import tools).
"""

import base64
import binascii
import hashlib
import json
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.clock import Clock
from engine.vault.backup import FILE_PURPOSE, VAULT_NAME, restore
from engine.vault.errors import DamagedArchiveError, DiskFullError, NewerSchemaError, TargetExistsError
from engine.vault.files import draft_of, publish
from engine.vault.keys.derivation import DataKey
from engine.vault.records import Schema
from engine.vault.storage.schema import migrate, versions
from engine.vault.storage.sqlcipher import Connection, DatabaseError, address, border, file_border, open_file
from engine.vault.store import SCHEMA

ARCHIVE_TYPE: Final = "application/vnd.companion.archive"
ARCHIVE_SUFFIX: Final = ".companion"
FORMAT: Final = 1
LARGEST_MANIFEST: Final = 2**20
LARGEST_ROW: Final = 2**26
"""Bytes of one row as JSON; the longest are documents."""
BATCH: Final = 500
_MANIFEST, _TYPE = "manifest.json", "mimetype"
_EARLIEST = (1980, 1, 1, 0, 0, 0)

OnRows = Callable[[int, int], None]
"""Told how many rows are done, and of how many."""


def untold(_done: int, _every: int) -> None:
    """For whoever does not want to be told how far it is."""


class _Kept(BaseModel):
    """What the manifest says of a table."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    columns: list[str]
    rows: int = Field(ge=0)
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")


class Manifest(BaseModel):
    """What an archive holds. `rooms` are by name how far their tables had come."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: int
    rooms: dict[str, int]
    tables: dict[str, _Kept]

    @property
    def rows(self) -> int:
        """Rows in all tables."""
        return sum(one.rows for one in self.tables.values())

    def counts(self) -> dict[str, int]:
        """Rows by table, of those that have any."""
        return {name: one.rows for name, one in sorted(self.tables.items()) if one.rows}


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    columns: list[str]
    key: list[str]


def counted(connection: Connection) -> dict[str, int]:
    """What an archive of what `connection` sees would hold: rows by table, of those that have any."""
    sql = 'SELECT count(*) FROM "{}"'
    rows = {one.name: connection.execute(sql.format(one.name)).fetchone()[0] for one in _tables(connection)}
    return {name: count for name, count in sorted(rows.items()) if count}


def write_archive(connection: Connection, target: Path, tell: OnRows = untold) -> Manifest:
    """Write what `connection` sees to `target`, whole or not at all.

    Raises TargetExistsError, DiskFullError, ReadOnlyError.
    """
    if target.exists():
        raise TargetExistsError(f"{target.name} is already there.", "Choose another name for the archive.")
    tables = list(_tables(connection))
    every = sum(counted(connection).values())
    kept: dict[str, _Kept] = {}
    with file_border(), draft_of(target) as draft:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(_named(_TYPE, packed=False), ARCHIVE_TYPE)
            for table in tables:
                done = sum(one.rows for one in kept.values())
                kept[table.name] = _write_table(
                    archive, connection, table, partial(_further, tell, every, done)
                )
            manifest = Manifest(format=FORMAT, rooms=versions(connection), tables=kept)
            archive.writestr(_named(_MANIFEST), json.dumps(manifest.model_dump(), sort_keys=True, indent=1))
        publish(draft, target)
    return manifest


def is_archive(path: Path) -> bool:
    """Whether a file is one of ours: by what it says of itself, or else by its name."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(_TYPE) as file:
            return file.read(len(ARCHIVE_TYPE) + 1) == ARCHIVE_TYPE.encode()
    except (OSError, KeyError, ValueError, RuntimeError, zipfile.BadZipFile):
        return path.suffix == ARCHIVE_SUFFIX


def read_manifest(source: Path) -> Manifest:
    """What `source` says it holds. Raises DamagedArchiveError, NewerSchemaError, StorageFaultError."""
    with _opened(source) as archive:
        return _manifest(archive)


def restore_archive(
    source: Path,
    home: Path,
    key: DataKey,
    schemas: Sequence[Schema],
    *,
    clock: Clock | None = None,
    tell: OnRows = untold,
) -> Path | None:
    """Put what `source` holds in the place of the vault of `home`; the caller holds the home's lease.

    A vault is made of it aside and checked; until then nothing in `home` changes. Returns where the vault that was
    there is kept, None where there was none.
    Raises DamagedArchiveError, NewerSchemaError, DiskFullError, WrongKeyError.
    """
    with _opened(source) as archive, draft_of(home / VAULT_NAME) as draft, border(home):
        manifest = _manifest(archive)
        _require_room(manifest, home)
        with closing(open_file(address(draft), key.derive(FILE_PURPOSE))) as connection:
            migrate(connection, _as_then(manifest, (SCHEMA, *schemas)))
            _fill(connection, archive, manifest, tell)
        return restore(draft, home, key, clock)


def _tables(connection: Connection) -> Iterator[_Table]:
    """Every table but those that follow from others: the index of words, and how far the rooms have come."""
    found = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).fetchall()
    indexes = [row["name"] for row in found if (row["sql"] or "").startswith("CREATE VIRTUAL")]
    for name in (row["name"] for row in found):
        if name == "vault_rooms" or any(name == one or name.startswith(f"{one}_") for one in indexes):
            continue
        columns = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
        key = sorted((one["pk"], one["name"]) for one in columns if one["pk"])
        yield _Table(name, [one["name"] for one in columns], [column for _, column in key])


def _write_table(
    archive: zipfile.ZipFile, connection: Connection, table: _Table, tell: Callable[[int], None]
) -> _Kept:
    digest, rows, size = hashlib.sha256(), 0, 0
    order = ", ".join(f'"{one}"' for one in table.key or table.columns)
    columns = ", ".join(f'"{one}"' for one in table.columns)
    with archive.open(_named(_member(table.name)), "w", force_zip64=True) as file:
        for row in connection.execute(f'SELECT {columns} FROM "{table.name}" ORDER BY {order}'):  # noqa: S608 - names of the schema
            line = json.dumps([_said(value) for value in row], ensure_ascii=False).encode() + b"\n"
            file.write(line)
            digest.update(line)
            rows, size = rows + 1, size + len(line)
            if rows % BATCH == 0:
                tell(rows)
    return _Kept(columns=table.columns, rows=rows, bytes=size, sha256=digest.hexdigest())


def _further(tell: OnRows, every: int, before: int, rows: int) -> None:
    tell(before + rows, every)


def _named(name: str, *, packed: bool = True) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, _EARLIEST)
    member.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    member.external_attr = 0o600 << 16
    return member


def _member(table: str) -> str:
    return f"tables/{table}.jsonl"


def _said(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _meant(value: Any) -> Any:
    if isinstance(value, dict):
        return base64.b64decode(value["base64"], validate=True)
    if value is None or type(value) in {int, float, str}:
        return value
    raise ValueError("no value of a row")


def _opened(source: Path) -> zipfile.ZipFile:
    try:
        with file_border():
            return zipfile.ZipFile(source)
    except (FileNotFoundError, IsADirectoryError):
        raise DamagedArchiveError(f"{source.name} is no file.", "Name the archive by its path.") from None
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise DamagedArchiveError(f"{source.name} is no archive, or is cut off.") from None


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        member = archive.getinfo(_MANIFEST)
        with archive.open(member) as file:
            text = file.read(LARGEST_MANIFEST + 1)
        if len(text) > LARGEST_MANIFEST:
            raise DamagedArchiveError("The archive's list of what it holds is too long.")
        manifest = Manifest.model_validate_json(text)
    except (KeyError, ValidationError, *_DAMAGE):
        raise DamagedArchiveError("The archive does not say what it holds, or is damaged.") from None
    if manifest.format > FORMAT:
        raise NewerSchemaError("The archive was written by a newer version of the program.")
    return manifest


def _require_room(manifest: Manifest, home: Path) -> None:
    """As much as the archive says it holds, twice: the rows with their indexes, and a copy that is checked."""
    with file_border():
        free = shutil.disk_usage(home).free
    if 2 * sum(one.bytes for one in manifest.tables.values()) > free:
        raise DiskFullError("The archive unpacks into more than this disk has room for.")


def _as_then(manifest: Manifest, schemas: Sequence[Schema]) -> list[Schema]:
    """The rooms' tables as far as they had come when the archive was written."""
    known = {schema.room: schema for schema in schemas}
    for room, version in manifest.rooms.items():
        if room not in known or version > known[room].version:
            raise NewerSchemaError("The archive was written by a newer version of the program.")
    return [
        Schema(room, schema.migrations[: manifest.rooms[room]])
        for room, schema in known.items()
        if manifest.rooms.get(room, 0) > 0
    ]


def _fill(connection: Connection, archive: zipfile.ZipFile, manifest: Manifest, tell: OnRows) -> None:
    """All rows in one transaction, whose references are looked at when it ends."""
    tables = {one.name: one for one in _tables(connection)}
    if set(tables) != set(manifest.tables):
        raise DamagedArchiveError("The archive does not hold the tables that it should.")
    done = 0
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("PRAGMA defer_foreign_keys = ON")
        # Last, since filling a table counts on it: from where new rows are numbered.
        for name in sorted(tables, key=lambda one: (one == "sqlite_sequence", one)):
            connection.execute(f'DELETE FROM "{name}"')  # noqa: S608 - a name of the schema
            _fill_table(connection, archive, tables[name], manifest.tables[name])
            done += manifest.tables[name].rows
            tell(done, manifest.rows)
        connection.execute("COMMIT")
    except (DatabaseError, *_DAMAGE):
        raise DamagedArchiveError("The archive holds rows that do not fit together.") from None
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _fill_table(connection: Connection, archive: zipfile.ZipFile, table: _Table, kept: _Kept) -> None:
    if kept.columns != table.columns:
        raise DamagedArchiveError("The archive does not hold the columns that it should.")
    digest = hashlib.sha256()
    places = ", ".join("?" for _ in table.columns)
    columns = ", ".join(f'"{one}"' for one in table.columns)
    sql = f'INSERT INTO "{table.name}" ({columns}) VALUES ({places})'  # noqa: S608 - names of the schema
    rows = 0
    with archive.open(_member(table.name)) as file:
        for line in _lines(file, kept.bytes):
            digest.update(line)
            rows += 1
            connection.execute(sql, [_meant(value) for value in _row(line, len(table.columns))])
    if rows != kept.rows or digest.hexdigest() != kept.sha256:
        raise DamagedArchiveError("The archive was changed or damaged since it was written.")


def _row(line: bytes, width: int) -> list[Any]:
    row = json.loads(line)
    if not isinstance(row, list) or len(row) != width:
        raise ValueError("no row of this table")
    return row


def _lines(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Lines, of which no more is read than the manifest says there is: a member may say what it likes of itself."""
    left = size
    while line := file.readline(min(left, LARGEST_ROW) + 1):
        left -= len(line)
        if left < 0 or len(line) > LARGEST_ROW:
            raise DamagedArchiveError("The archive unpacks into more than it says.")
        yield line


_DAMAGE: Final = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    EOFError,
    KeyError,
    TypeError,
    ValueError,
    OverflowError,
    RecursionError,
    binascii.Error,
    zlib.error,
)
"""What a damaged or hostile archive raises from the libraries that read it."""
