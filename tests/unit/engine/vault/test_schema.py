import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.vault import DatabaseError, DataKey, Migration, NewerSchemaError, Schema, Vault
from engine.vault.store import SCHEMA

STEPS = (
    Migration(1, ("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",)),
    Migration(2, ("ALTER TABLE people ADD COLUMN born TEXT", "CREATE INDEX people_born ON people (born)")),
    Migration(
        3,
        (
            "CREATE TABLE names (person INTEGER PRIMARY KEY REFERENCES people, name TEXT NOT NULL)",
            "INSERT INTO names SELECT id, name FROM people",
        ),
    ),
)


def _schema(version: int) -> Schema:
    return Schema("people", STEPS[:version])


def _backups(path: Path) -> list[Path]:
    return sorted((path.parent / "backups").glob("*.db"))


@pytest.mark.parametrize("released", range(1, len(STEPS) + 1))
def test_every_released_schema_comes_forward_with_its_rows(path: Path, key: DataKey, released: int) -> None:
    with_rows = Vault.open(path, key, [_schema(released)])
    with with_rows.unit() as unit:
        unit.execute("INSERT INTO people (name) VALUES ('Mira')")
        if released == len(STEPS):
            unit.execute("INSERT INTO names SELECT id, name FROM people")
        with_rows.documents.put(unit, "a.md", "kept")
        unit.commit()
    with_rows.close()

    vault = Vault.open(path, key, [_schema(len(STEPS))])
    with vault.read() as connection:
        assert [tuple(row) for row in connection.execute("SELECT * FROM names")] == [(1, "Mira")]
        assert connection.execute("SELECT born FROM people").fetchone()["born"] is None
    assert vault.documents.get("a.md") is not None
    assert vault.check().ok
    vault.close()
    assert len(_backups(path)) == (released < len(STEPS))


def test_the_backup_made_before_migrating_opens_with_the_older_program(path: Path, key: DataKey) -> None:
    old = Vault.open(path, key, [_schema(1)])
    with old.unit() as unit:
        unit.execute("INSERT INTO people (name) VALUES ('Mira')")
        unit.commit()
    old.close()
    Vault.open(path, key, [_schema(3)]).close()
    (backup,) = _backups(path)
    before = Vault.open(backup, key, [_schema(1)])
    with before.read() as connection:
        assert connection.execute("SELECT name FROM people").fetchone()["name"] == "Mira"
        assert "born" not in {row["name"] for row in connection.execute("PRAGMA table_info(people)")}
    before.close()


def test_a_newer_vault_is_left_alone(path: Path, key: DataKey) -> None:
    Vault.open(path, key, [_schema(3)]).close()
    whole = path.read_bytes()
    with pytest.raises(NewerSchemaError):
        Vault.open(path, key, [_schema(2)])
    assert path.read_bytes() == whole
    assert _backups(path) == []


def test_a_migration_that_fails_leaves_everything_as_it_was(path: Path, key: DataKey) -> None:
    Vault.open(path, key, [_schema(1)]).close()
    broken = Schema(
        "people", (STEPS[0], STEPS[1], Migration(3, ("CREATE TABLE good (a)", "CREATE NONSENSE")))
    )
    with pytest.raises(DatabaseError):
        Vault.open(path, key, [broken])
    vault = Vault.open(path, key, [_schema(1)])
    with vault.read() as connection:
        assert "born" not in {row["name"] for row in connection.execute("PRAGMA table_info(people)")}
        assert connection.execute("SELECT name FROM sqlite_master WHERE name = 'good'").fetchone() is None
    vault.close()


def test_a_new_vault_that_fails_to_build_leaves_no_file(path: Path, key: DataKey) -> None:
    with pytest.raises(DatabaseError):
        Vault.open(path, key, [Schema("bad", (Migration(1, ("CREATE NONSENSE",)),))])
    assert list(path.parent.iterdir()) == []


def test_a_vault_opens_with_fewer_rooms_than_it_has(path: Path, key: DataKey) -> None:
    Vault.open(path, key, [_schema(3)]).close()
    Vault.open(path, key, []).close()
    Vault.open(path, key, [_schema(3), Schema("late", (Migration(1, ("CREATE TABLE late (a)",)),))]).close()


def test_the_first_released_schema_of_the_vault_itself_never_changes() -> None:

    digest = hashlib.sha256("\n".join(SCHEMA.migrations[0].statements).encode()).hexdigest()
    assert digest.startswith("aa61a0f184b07117")


@given(st.lists(st.integers(-2, 6), max_size=5))
def test_versions_are_numbered_without_gaps(versions: list[int]) -> None:
    migrations = tuple(Migration(version, ()) for version in versions)
    if versions == list(range(1, len(versions) + 1)):
        assert Schema("room", migrations).version == len(versions)
        return
    with pytest.raises(ValueError, match="numbered"):
        Schema("room", migrations)
