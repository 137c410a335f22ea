import gc
import stat
import threading
from pathlib import Path

import pytest

from engine.vault import (
    DamagedVaultError,
    DatabaseError,
    DataKey,
    KeyHeader,
    Migration,
    Schema,
    UnitError,
    Vault,
    VaultClosedError,
    WrongKeyError,
    header_path,
    write_header,
)

NOTES = Schema("notes", (Migration(1, ("CREATE TABLE notes (text TEXT)",)),))


def _write(vault: Vault, text: str) -> None:
    with vault.unit() as unit:
        unit.execute("INSERT INTO notes VALUES (?)", (text,))
        unit.commit()


def _count(vault: Vault) -> int:
    with vault.read() as connection:
        return int(connection.execute("SELECT COUNT(*) FROM notes").fetchone()[0])


def test_what_was_committed_is_there_again(path: Path, key: DataKey) -> None:
    for number in range(3):
        vault = Vault.open(path, key, [NOTES])
        assert _count(vault) == number
        _write(vault, "x")
        vault.close()


def test_files_are_their_owners_alone(path: Path, key: DataKey) -> None:
    vault = Vault.open(path, key, [NOTES])
    _write(vault, "x")
    vault.cache.put("x", b"1")
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    vault.close()
    assert set(modes) >= {"vault.db", "vault.db-wal", "cache.db"}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_commits_wait_for_the_disk_and_leave_nothing_in_freed_pages(file_vault: Vault) -> None:
    with file_vault.read() as connection:
        settings = (
            "journal_mode",
            "synchronous",
            "foreign_keys",
            "temp_store",
            "secure_delete",
            "query_only",
        )
        found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in settings}
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "temp_store": 2,
        "secure_delete": 1,
        "query_only": 1,
    }


def test_reading_cannot_write(vault: Vault) -> None:
    with pytest.raises(UnitError), vault.read() as connection:
        connection.execute("INSERT INTO notes (text) VALUES ('x')")


def test_nested_reads_see_the_same(vault: Vault) -> None:
    with vault.read() as outer, vault.read() as inner:
        assert outer is inner


def test_a_throwaway_is_apart_from_others_and_touches_no_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = Vault.throwaway([NOTES]), Vault.throwaway([NOTES])
    _write(one, "x")
    one.cache.put("x", b"1")
    assert one.is_throwaway
    assert (_count(one), _count(other)) == (1, 0)
    assert other.cache.get("x") is None
    assert list(tmp_path.iterdir()) == []
    one.close()
    other.close()


def test_a_throwaway_is_shared_by_threads_and_outlives_them() -> None:
    vault = Vault.throwaway([NOTES])
    thread = threading.Thread(target=_write, args=(vault, "x"))
    thread.start()
    thread.join()
    assert _count(vault) == 1
    vault.close()


def test_the_wrong_key_is_told_from_damage_by_the_header(path: Path, key: DataKey) -> None:
    write_header(_made(header_path(path)), KeyHeader.create(key)[0])
    Vault.open(path, key, [NOTES]).close()
    whole = path.read_bytes()
    with pytest.raises(WrongKeyError):
        Vault.open(path, DataKey.generate(), [NOTES])
    path.write_bytes(b"\xff" * 4096 + whole[4096:])
    with pytest.raises(DamagedVaultError):
        Vault.open(path, key, [NOTES])
    assert path.read_bytes() == b"\xff" * 4096 + whole[4096:]


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_without_a_header_a_key_that_does_not_fit_is_called_so(path: Path, key: DataKey) -> None:
    Vault.open(path, key, [NOTES]).close()
    with pytest.raises(WrongKeyError):
        Vault.open(path, DataKey.generate(), [NOTES])
    Vault.open(path, key, [NOTES]).close()


def test_an_empty_file_is_damage_and_is_not_filled(path: Path, key: DataKey) -> None:
    _made(path).touch()
    with pytest.raises(DamagedVaultError):
        Vault.open(path, key, [NOTES])
    assert path.stat().st_size == 0


def test_a_journal_without_its_vault_is_not_played_into_a_new_one(path: Path, key: DataKey) -> None:
    _made(path).with_name("vault.db-wal").write_bytes(b"old")
    with pytest.raises(DamagedVaultError):
        Vault.open(path, key, [NOTES])
    assert not path.exists()


def test_a_closed_vault_says_so(vault: Vault) -> None:
    vault.close()
    vault.close()
    with pytest.raises(VaultClosedError), vault.read():
        pass
    with pytest.raises(VaultClosedError), vault.unit():
        pass


def test_closing_waits_for_a_unit_that_is_being_written(file_vault: Vault, path: Path, key: DataKey) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def write() -> None:
        with file_vault.unit() as unit:
            begun.set()
            go_on.wait(5)
            unit.execute("INSERT INTO notes (text) VALUES ('x')")
            unit.commit()

    thread = threading.Thread(target=write)
    thread.start()
    begun.wait(5)
    threading.Timer(0.05, go_on.set).start()
    file_vault.close()
    thread.join()
    again = Vault.open(path, key, [NOTES])
    assert _count(again) == 1
    again.close()


def test_closing_leaves_one_plain_file(path: Path, key: DataKey) -> None:
    vault = Vault.open(path, key, [NOTES])
    _write(vault, "x")
    _count(vault)
    vault.close()
    assert [each.name for each in path.parent.iterdir()] == ["vault.db"]


def test_connections_of_ended_threads_are_closed(file_vault: Vault) -> None:
    for _ in range(10):
        thread = threading.Thread(target=_count, args=(file_vault,))
        thread.start()
        thread.join()
        del thread
        gc.collect()
    assert len(file_vault._connections._pairs) <= 2


def test_our_own_bugs_are_not_dressed_up(vault: Vault) -> None:
    with pytest.raises(DatabaseError, match="no such table"), vault.read() as connection:
        connection.execute("SELECT * FROM nowhere")
    with pytest.raises(PermissionError), vault.unit():
        raise PermissionError(13, "someone else's")
