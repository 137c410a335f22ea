"""Bringing a vault's tables forward to what this program knows."""

from collections.abc import Sequence

from engine.vault.errors import NewerSchemaError
from engine.vault.records import Schema
from engine.vault.storage.sqlcipher import Connection

_VERSIONS = "CREATE TABLE IF NOT EXISTS vault_rooms (room TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT"


def versions(connection: Connection) -> dict[str, int]:
    """The version each room's tables have reached; empty in a new vault."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'vault_rooms'").fetchone()
    if known is None:
        return {}
    return {
        row["room"]: row["version"] for row in connection.execute("SELECT room, version FROM vault_rooms")
    }


def pending(connection: Connection, schemas: Sequence[Schema]) -> bool:
    """Whether a migration is due. Raises NewerSchemaError where the vault is ahead of this program."""
    reached = versions(connection)
    for schema in schemas:
        if reached.get(schema.room, 0) > schema.version:
            raise NewerSchemaError("The vault was written by a newer version of the program.")
    return any(reached.get(schema.room, 0) < schema.version for schema in schemas)


def migrate(connection: Connection, schemas: Sequence[Schema]) -> None:
    """Apply what is due, all of it or nothing. The order of `schemas` is the order of the rooms."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(_VERSIONS)
        pending(connection, schemas)
        reached = versions(connection)
        for schema in schemas:
            _bring_forward(connection, schema, reached.get(schema.room, 0))
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _bring_forward(connection: Connection, schema: Schema, reached: int) -> None:
    for migration in schema.migrations[reached:]:
        for statement in migration.statements:
            connection.execute(statement)
    connection.execute(
        "INSERT INTO vault_rooms (room, version) VALUES (?, ?) "
        "ON CONFLICT (room) DO UPDATE SET version = excluded.version",
        (schema.room, schema.version),
    )
