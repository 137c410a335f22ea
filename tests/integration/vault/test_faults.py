"""Full and read-only disks, damage, sudden death: real ones."""

import json
import os
import random
import shlex
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.vault import DamagedVaultError, DatabaseError, KeyHeader, Vault, VaultError, write_header
from tests.integration.vault import scenario
from tests.integration.vault.scenario import KEY, ROWS

ROOT = Path(__file__).parents[3]


def _command(name: str, folder: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.integration.vault.scenario", name, str(folder), *arguments]


def _on_a_disk_of_its_own(folder: Path, script: str) -> dict[str, Any]:
    """Run shell `script` where its mounts end with it: in a namespace of its own, as root and as user."""
    folder.mkdir(exist_ok=True)
    namespace = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
    done = subprocess.run(
        [*namespace, "sh", "-ec", script], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_full_disk_is_said_nothing_is_lost_and_it_goes_on_when_there_is_room(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    run = shlex.join(_command("fill_the_disk", disk))
    found = _on_a_disk_of_its_own(disk, f"mount -t tmpfs -o size=8m tmpfs {disk}; {run}")
    assert found["error"] == "DiskFullError", found
    assert found["remedy"]
    assert found["committed"] > 5
    assert found["found"] == found["committed"] + 1
    assert found["healthy"] is True
    assert found["cache"] is False
    assert found["copy"] == "DiskFullError"
    assert "copy.db" not in found["names"]
    assert not [name for name in found["names"] if name.startswith(".")]


def test_a_vault_is_not_half_made_on_a_full_disk(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    run = shlex.join(_command("create_on_a_full_disk", disk))
    found = _on_a_disk_of_its_own(disk, f"mount -t tmpfs -o size=1m tmpfs {disk}; {run}")
    assert found == {"said": "DiskFullError", "names": ["filler"]}


def test_a_read_only_place_is_said(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    prepare = shlex.join(_command("prepare", disk))
    attempt = shlex.join(_command("open_read_only", disk))
    script = f"mount -t tmpfs tmpfs {disk}; {prepare}; mount -o remount,ro {disk}; {attempt}"
    found = _on_a_disk_of_its_own(disk, script)
    assert found == {"existing": "ReadOnlyError", "new": "ReadOnlyError", "home": "ReadOnlyError"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A sound vault file and its key header."""
    folder = tmp_path_factory.mktemp("whole")
    write_header(folder / "vault.key.json", KeyHeader.create(KEY)[0])
    with closing(Vault.open(folder / "vault.db", KEY, [ROWS])) as vault, vault.unit() as unit:
        for number in range(60):
            unit.execute("INSERT INTO rows (who, text) VALUES ('a', ?)", (f"{number}" * 500,))
        unit.commit()
    return (folder / "vault.db").read_bytes(), (folder / "vault.key.json").read_bytes()


def _laid_out(folder: Path, vault: bytes, header: bytes) -> Path:
    (folder / "vault.key.json").write_bytes(header)
    (folder / "vault.db").write_bytes(vault)
    return folder / "vault.db"


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 0.9999), bit=st.integers(0, 7))
def test_any_flipped_bit_is_found_and_the_file_left_alone(
    whole: tuple[bytes, bytes],
    tmp_path_factory: pytest.TempPathFactory,
    capfd: pytest.CaptureFixture[str],
    share: float,
    bit: int,
) -> None:
    hurt = bytearray(whole[0])
    hurt[int(share * len(hurt))] ^= 1 << bit
    path = _laid_out(tmp_path_factory.mktemp("hurt"), bytes(hurt), whole[1])
    try:
        with closing(Vault.open(path, KEY, [ROWS])) as vault:
            health = vault.check()
            assert not health.ok
            assert health.problems
    except DamagedVaultError:
        pass
    assert path.read_bytes() == bytes(hurt)
    assert capfd.readouterr().err == ""


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 0.999))
def test_any_truncation_is_found(
    whole: tuple[bytes, bytes], tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    cut = whole[0][: int(share * len(whole[0]))]
    path = _laid_out(tmp_path_factory.mktemp("cut"), cut, whole[1])
    try:
        with closing(Vault.open(path, KEY, [ROWS])) as vault:
            assert not vault.check().ok
    except DamagedVaultError:
        pass
    assert path.read_bytes() == cut


@pytest.mark.parametrize("size", [0, 1, 2, 511])
def test_a_file_of_a_few_bytes_is_no_new_vault(whole: tuple[bytes, bytes], tmp_path: Path, size: int) -> None:
    path = _laid_out(tmp_path, whole[0][:size], whole[1])
    with pytest.raises(DamagedVaultError):
        Vault.open(path, KEY, [ROWS])
    assert path.read_bytes() == whole[0][:size]


def test_reading_a_damaged_page_says_so(whole: tuple[bytes, bytes], tmp_path: Path) -> None:
    hurt = bytearray(whole[0])
    for page in range(4, len(hurt) // 4096):
        hurt[page * 4096 + 100] ^= 1
    path = _laid_out(tmp_path, bytes(hurt), whole[1])
    vault = Vault.open(path, KEY, [ROWS])
    with pytest.raises(DamagedVaultError) as refusal, vault.read() as connection:
        connection.execute("SELECT SUM(length(text)) FROM rows").fetchall()
    vault.close()
    assert "restore" in refusal.value.remedy


@pytest.mark.parametrize("seed", range(6))
def test_what_was_committed_survives_being_killed(tmp_path: Path, seed: int) -> None:
    process = subprocess.Popen(
        _command("write_until_killed", tmp_path), cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told = [int(process.stdout.readline())]
    killer = threading.Timer(random.Random(seed).uniform(0.0, 0.4), process.kill)
    killer.start()
    told += [int(line) for line in process.stdout if line.endswith("\n")]
    process.wait()
    process.stdout.close()
    killer.join()
    assert process.returncode == -9
    with closing(scenario.opened(tmp_path)) as vault:
        with vault.read() as connection:
            found = [row["id"] for row in connection.execute("SELECT id FROM rows ORDER BY id")]
        assert found[: len(told)] == told
        assert len(found) - len(told) in {0, 1}
        assert len(vault.documents.list("rows/")) == len(found)
        assert vault.check().ok


def test_two_processes_write_and_a_third_reads_along(tmp_path: Path) -> None:
    scenario.prepare(tmp_path)
    writers = [
        subprocess.Popen(_command("write_some", tmp_path, who, "150"), cwd=ROOT, stdout=subprocess.PIPE)
        for who in ("b", "c")
    ]
    seen = [0]
    with closing(scenario.opened(tmp_path)) as vault:
        while any(writer.poll() is None for writer in writers):
            with vault.read() as connection:
                seen.append(connection.execute("SELECT COUNT(*) FROM rows").fetchone()[0])
        assert [writer.communicate()[0] for writer in writers]
        assert [writer.returncode for writer in writers] == [0, 0]
        with vault.read() as connection:
            rows = connection.execute("SELECT who, COUNT(*) AS n FROM rows GROUP BY who ORDER BY who")
            assert {row["who"]: row["n"] for row in rows} == {"a": 1, "b": 150, "c": 150}
        assert vault.check().ok
    assert seen == sorted(seen)


def test_two_processes_may_create_the_same_vault_at_once(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen(_command("write_some", tmp_path, who, "3"), cwd=ROOT, stdout=subprocess.PIPE)
        for who in "bcde"
    ]
    assert [writer.communicate()[0] != b"" for writer in writers] == [True] * 4
    with closing(scenario.opened(tmp_path)) as vault, vault.read() as connection:
        assert connection.execute("SELECT COUNT(*) FROM rows").fetchone()[0] == 12


def test_nothing_that_was_said_stands_anywhere_in_the_clear(tmp_path: Path) -> None:
    canary = "zimtstern-am-fenster"
    home = tmp_path / "home"
    home.mkdir()
    write_header(home / "vault.key.json", KeyHeader.create(KEY)[0])
    vault = Vault.open(home / "vault.db", KEY, [ROWS])
    with vault.unit() as unit:
        unit.execute("INSERT INTO rows (who, text) VALUES (?, ?)", (canary, canary * 400))
        unit.execute("CREATE VIRTUAL TABLE found USING fts5 (text)")
        unit.execute("INSERT INTO found VALUES (?)", (canary,))
        vault.documents.put(unit, f"notes/{canary}.md", canary * 3000, {"title": canary})
        vault.vectors.put(unit, canary, canary, np.frombuffer(canary.encode(), np.uint8).astype(np.float32))
        unit.commit()
    vault.cache.put(canary, canary.encode() * 1000)
    with pytest.raises(DatabaseError), vault.read() as connection:
        connection.execute("SELECT * FROM found WHERE found MATCH ?", (f"{canary} AND",)).fetchall()
    vault.backup(home / "backups" / "copy.db")
    _search(home, canary)  # while it is open, with its journals
    vault.close()
    _search(home, canary)


def _search(folder: Path, canary: str) -> None:
    files = [each for each in folder.rglob("*") if each.is_file()]
    assert len(files) >= 5
    for spelling in (canary.encode(), canary.encode("utf-16-le"), canary.encode("utf-16-be")):
        assert not [each for each in files if spelling in each.read_bytes() or canary in each.name]
    with pytest.raises(VaultError):
        Vault.open(folder / "backups" / "copy.db", type(KEY).generate(), [ROWS])
