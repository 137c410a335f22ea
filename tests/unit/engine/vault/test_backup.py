import hashlib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.clock import ManualClock
from engine.vault import (
    DamagedVaultError,
    DataKey,
    KeyHeader,
    Migration,
    Schema,
    TargetExistsError,
    UnitError,
    Vault,
    VaultBusyError,
    WrongKeyError,
    header_path,
    read_header,
    restore,
    write_header,
)

NOTES = Schema("notes", (Migration(1, ("CREATE TABLE notes (text TEXT)",)),))
CLOCK = ManualClock(datetime(2026, 11, 21, 22, 40, tzinfo=UTC))


@pytest.fixture
def home(tmp_path: Path, key: DataKey) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    write_header(home / "vault.key.json", KeyHeader.create(key)[0])
    _say(home, key, "first")
    return home


def _say(home: Path, key: DataKey, text: str) -> None:
    vault = Vault.open(home / "vault.db", key, [NOTES])
    with vault.unit() as unit:
        unit.execute("INSERT INTO notes VALUES (?)", (text,))
        unit.commit()
    vault.close()


def _texts(path: Path, key: DataKey) -> list[str]:
    vault = Vault.open(path, key, [NOTES])
    with vault.read() as connection:
        found = [row["text"] for row in connection.execute("SELECT text FROM notes ORDER BY rowid")]
    vault.close()
    return found


def _backup(home: Path, key: DataKey, target: Path) -> Path:
    vault = Vault.open(home / "vault.db", key, [NOTES])
    vault.backup(target)
    vault.close()
    return target


def _digests(folder: Path) -> dict[str, str]:
    return {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest()
        for each in folder.iterdir()
        if each.is_file()
    }


def test_a_backup_taken_in_use_holds_what_was_committed(home: Path, key: DataKey, tmp_path: Path) -> None:
    vault = Vault.open(home / "vault.db", key, [NOTES])
    with vault.unit() as unit:
        unit.execute("INSERT INTO notes VALUES ('not yet')")
        vault.backup(tmp_path / "b" / "mira.db")
        unit.commit()
    vault.close()
    assert _texts(tmp_path / "b" / "mira.db", key) == ["first"]
    assert _texts(home / "vault.db", key) == ["first", "not yet"]


def test_a_backup_carries_its_key_header_and_is_encrypted(home: Path, key: DataKey, tmp_path: Path) -> None:
    target = _backup(home, key, tmp_path / "b" / "mira.db")
    assert read_header(header_path(target)).confirmed(key) == key
    assert b"first" not in target.read_bytes()
    assert sorted(each.name for each in target.parent.iterdir()) == ["mira.db", "mira.key.json"]


@pytest.mark.parametrize("taken", ["mira.db", "mira.key.json"])
def test_a_backup_overwrites_nothing(home: Path, key: DataKey, tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text("mine")
    with pytest.raises(TargetExistsError):
        _backup(home, key, tmp_path / "mira.db")
    assert (tmp_path / taken).read_text() == "mine"
    assert {each.name for each in tmp_path.iterdir()} == {"home", taken}


def test_a_throwaway_has_no_backup(tmp_path: Path) -> None:
    vault = Vault.throwaway()
    with pytest.raises(UnitError):
        vault.backup(tmp_path / "x.db")
    vault.close()


def test_restoring_brings_it_back_and_keeps_what_was_there(home: Path, key: DataKey, tmp_path: Path) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    _say(home, key, "second")
    (home / "cache.db").write_bytes(b"derived")
    before = hashlib.sha256(backup.read_bytes()).hexdigest()

    kept = restore(backup, home, key, CLOCK)

    assert kept == home / "vault-replaced-2026-11-21T22-40-00.db"
    assert _texts(home / "vault.db", key) == ["first"]
    assert _texts(kept, key) == ["first", "second"]
    assert read_header(header_path(kept)).fits(key)
    assert not (home / "cache.db").exists()
    assert hashlib.sha256(backup.read_bytes()).hexdigest() == before


def test_restoring_twice_in_a_second_keeps_both(home: Path, key: DataKey, tmp_path: Path) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    first, second = (restore(backup, home, key, CLOCK) for _ in range(2))
    assert first != second
    assert first is not None
    assert second is not None
    assert first.exists()
    assert second.exists()


def test_restoring_into_an_empty_home_brings_the_header_too(home: Path, key: DataKey, tmp_path: Path) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    assert restore(backup, tmp_path / "new", key) is None
    assert _texts(tmp_path / "new" / "vault.db", key) == ["first"]
    assert read_header(tmp_path / "new" / "vault.key.json").fits(key)


def test_a_home_keeps_its_own_newer_header(home: Path, key: DataKey, tmp_path: Path) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    renewed, _ = read_header(home / "vault.key.json").with_new_code(key)
    write_header(home / "vault.key.json", renewed)
    restore(backup, home, key)
    assert read_header(home / "vault.key.json") == renewed


def test_a_foreign_vault_is_set_aside_with_its_header(home: Path, key: DataKey, tmp_path: Path) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    other_home, other_key = tmp_path / "other", DataKey.generate()
    other_home.mkdir()
    write_header(other_home / "vault.key.json", KeyHeader.create(other_key)[0])
    _say(other_home, other_key, "hers")
    kept = restore(backup, other_home, key)
    assert kept is not None
    assert _texts(other_home / "vault.db", key) == ["first"]
    assert _texts(kept, other_key) == ["hers"]


def test_a_damaged_vault_is_set_aside_just_as_it_is(home: Path, key: DataKey, tmp_path: Path) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    (home / "vault.db").write_bytes(b"ruin" * 2000)
    kept = restore(backup, home, key)
    assert kept is not None
    assert kept.read_bytes() == b"ruin" * 2000
    assert _texts(home / "vault.db", key) == ["first"]


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "absent"])
def test_a_damaged_backup_changes_nothing(home: Path, key: DataKey, tmp_path: Path, damage: str) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    whole = bytearray(backup.read_bytes())
    whole[5000] ^= 1
    damaged = {"flip": bytes(whole), "cut": bytes(whole[:-4096]), "empty": b""}
    backup.unlink()
    if damage in damaged:
        backup.write_bytes(damaged[damage])
    before = _digests(home)
    with pytest.raises(DamagedVaultError):
        restore(backup, home, key)
    assert _digests(home) == before


def test_the_wrong_key_changes_nothing(home: Path, key: DataKey, tmp_path: Path) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    before = _digests(home)
    with pytest.raises(WrongKeyError):
        restore(backup, home, DataKey.generate())
    assert _digests(home) == before


def test_a_vault_that_is_open_is_not_replaced(home: Path, key: DataKey, tmp_path: Path) -> None:
    backup = _backup(home, key, tmp_path / "mira.db")
    _say(home, key, "second")
    vault = Vault.open(home / "vault.db", key, [NOTES])
    with vault.read() as connection:
        connection.execute("SELECT 1 FROM notes").fetchall()
        with pytest.raises(VaultBusyError):
            restore(backup, home, key)
    vault.close()
    assert _texts(home / "vault.db", key) == ["first", "second"]
