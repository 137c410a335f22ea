import json
import os
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.keys import open_key, recover_key
from engine.vault import Vault

OWNER = """
import sys, time
from pathlib import Path
from companion.host import lease
held = lease.take(Path(sys.argv[1]))
print("mine", flush=True)
time.sleep(60)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_PASSPHRASE", "first")
    monkeypatch.delenv("COMPANION_NEW_PASSPHRASE", raising=False)
    return tmp_path / "home"


@pytest.fixture
def made(home: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Path, str]:
    """A home with a document in its vault, and its recovery code."""
    code = _json(home, capsys, "vault", "init")["recovery_code"]
    _put(home, "a.md", "kept")
    return home, code


def _put(home: Path, path: str, text: str) -> None:
    with closing(Vault.open(home / "vault.db", open_key(home, "first"), [])) as vault, vault.unit() as unit:
        vault.documents.put(unit, path, text)
        unit.commit()


def _json(home: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    code = main(["--home", str(home), "--json", *arguments])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert ("error" in found) is (code != 0)
    return {**found, "code": code}


def test_init_makes_keys_and_shows_the_code_once(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    home, code = made
    assert recover_key(home, code) == open_key(home, "first")
    again = _json(home, capsys, "vault", "init")
    assert (again["code"], code in json.dumps(again)) == (4, False)


def test_init_prints_the_code_alone_on_standard_output(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--home", str(home), "vault", "init"]) == 0
    out, err = capsys.readouterr()
    assert recover_key(home, out) == open_key(home, "first")
    assert out.strip() not in err


def test_the_passphrase_is_changed(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, _ = made
    key = open_key(home, "first")
    monkeypatch.setenv("COMPANION_NEW_PASSPHRASE", "second")
    assert _json(home, capsys, "vault", "passphrase")["kept_by"] == "passphrase"
    assert open_key(home, "second") == key
    assert _json(home, capsys, "vault", "passphrase")["code"] in {3, 4}


def test_without_terminal_and_new_passphrase_nothing_changes(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    refused = _json(made[0], capsys, "vault", "passphrase")
    assert refused["code"] == 3
    assert "COMPANION_NEW_PASSPHRASE" in refused["remedy"]
    assert open_key(made[0], "first")


def test_recovery_sets_a_new_passphrase_and_names_a_typo(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, code = made
    monkeypatch.setenv("COMPANION_NEW_PASSPHRASE", "found")
    typo = ("1" if code[0] == "0" else "0") + code[1:]
    monkeypatch.setattr(sys, "stdin", StringIO(typo + "\n"))
    assert "Group 1" in _json(home, capsys, "vault", "recovery")["error"]
    monkeypatch.setattr(sys, "stdin", StringIO(code.lower() + "\n"))
    assert _json(home, capsys, "vault", "recovery")["code"] == 0
    assert open_key(home, "found") == recover_key(home, code)


def test_a_new_recovery_code(made: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    home, old = made
    new = _json(home, capsys, "vault", "recovery", "--new")["recovery_code"]
    assert new != old
    assert recover_key(home, new) == open_key(home, "first")


def test_backup_and_restore(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    home, _ = made
    written = _json(home, capsys, "backup", str(tmp_path / "copies" / "mira"))["backup"]
    _put(home, "b.md", "later")
    restored = _json(home, capsys, "restore", written)
    assert Path(restored["replaced"]).exists()
    with closing(Vault.open(home / "vault.db", open_key(home, "first"), [])) as vault:
        assert vault.documents.list() == ["a.md"]


def test_a_backup_moves_to_a_new_home_by_its_recovery_code(
    made: tuple[Path, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    home, code = made
    (tmp_path / "copies").mkdir()
    written = _json(home, capsys, "backup", str(tmp_path / "copies"))["backup"]
    monkeypatch.setattr(sys, "stdin", StringIO(code + "\n"))
    monkeypatch.setenv("COMPANION_PASSPHRASE", "unrelated")
    assert _json(tmp_path / "new", capsys, "restore", "--recovery", written)["replaced"] is None
    with closing(Vault.open(tmp_path / "new" / "vault.db", open_key(tmp_path / "new", "first"), [])) as vault:
        assert vault.documents.list() == ["a.md"]


def test_a_running_companion_is_not_restored_over_and_is_ended_by_lock(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    home, _ = made
    written = _json(home, capsys, "backup", str(tmp_path / "mira.db"))["backup"]
    script = [sys.executable, "-c", OWNER, str(home / "owner.json")]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])}
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True, env=environment) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "mine\n"
        assert _json(home, capsys, "restore", written)["code"] == 6
        locked = _json(home, capsys, "vault", "lock")
        owner.wait(10)
    assert (locked["code"], locked["ended"]) == (0, True)
    assert _json(home, capsys, "vault", "lock")["ended"] is False
    assert _json(home, capsys, "restore", written)["code"] == 0
