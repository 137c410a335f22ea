import json
import subprocess
import sys
from pathlib import Path
from socket import AF_UNIX, socket
from typing import Any

import pytest

from companion import keys
from companion.bootstrap import SCHEMAS
from companion.cli import main
from companion.home import Home
from companion.keys import create_keys
from companion.program.autostart import Autostart
from companion.window.first import LOCK_FILE
from engine.vault import Vault

PASS = "first"
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
    """A home with everything that a home may hold, in a folder where somebody keeps a file of theirs."""
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASS)
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("COMPANION_NETWORK", str(tmp_path / "network"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    # The keyring is no part of a home; `tests/integration/keys` has a real one.
    monkeypatch.setattr(keys, "_safe_backend", lambda: None)
    home = tmp_path / "home"
    key, _ = create_keys(home, PASS)
    vault = Vault.open(home / "vault.db", key, SCHEMAS)
    vault.backup(home / "backups" / "vault-before-migration-2026.db")
    vault.close()
    (home / "logs").mkdir()
    (home / "door").mkdir()
    for name in (
        "settings.json",
        "window.ini",
        LOCK_FILE,
        "brain-pause",
        "logs/companion.log",
        "owner.lock",
        "mine.txt",
    ):
        (home / name).write_text("x")
    Home(home).lock()
    for name in ("left.sock", "window"):  # what a process that was killed leaves
        with socket(AF_UNIX) as left:
            left.bind(str(home / "door" / name))
    (tmp_path / "models" / "prepared").mkdir(parents=True)
    (tmp_path / "models" / "notes.txt").write_text("mine too")
    return home


def _said(capsys: pytest.CaptureFixture[str], home: Path, *words: str) -> dict[str, Any]:
    capsys.readouterr()
    code = main(["--home", str(home), "--json", *words])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return {**found, "code": code}


def test_everything_goes_and_what_is_not_ours_stays(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    starting = Autostart(home)
    starting.choose(on=True)
    done = _said(capsys, home, "forget", "--everything", "--yes")
    assert (done["erased"], done["code"]) == (True, 0)
    assert [path.name for path in home.rglob("*")] == ["mine.txt"]
    assert not starting.chosen
    assert (home.parent / "models" / "prepared").exists()


def test_models_and_what_homes_share_go_where_that_is_asked_for(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "mine.txt").unlink()
    assert main(["autostart", "on"]) == 0
    assert main(["network", "--allow", "none"]) == 0
    done = _said(capsys, home, "forget", "--everything", "--models", "--yes")
    assert done["erased"]
    assert not home.exists()
    assert not Autostart(Path()).file.exists()
    assert [path.name for path in (home.parent / "models").rglob("*")] == ["notes.txt"]
    assert not (home.parent / "network").exists()


def test_a_home_that_is_made_where_a_locked_one_was_erased_is_open(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Home(home).is_locked
    assert _said(capsys, home, "forget", "--everything", "--yes")["erased"]
    key, _ = create_keys(home, PASS)
    Vault.open(home / "vault.db", key, SCHEMAS).close()
    assert not Home(home).is_locked
    assert _said(capsys, home, "facts", "list")["code"] == 0


def test_without_a_yes_nothing_is_changed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(home.rglob("*"))
    for words in (["--dry-run"], ["--yes", "--dry-run"], []):
        assert _said(capsys, home, "forget", "--everything", *words)["erased"] is False
    assert main(["--home", str(home), "forget", "--everything"]) == 130
    assert sorted(home.rglob("*")) == before
    assert _said(capsys, home, "forget", "--everything", "--me")["code"] == 2


def test_who_has_the_home_open_is_ended_first(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(home / "owner.json")], stdout=subprocess.PIPE)
    with owner:
        assert owner.stdout is not None
        assert owner.stdout.readline()
        assert _said(capsys, home, "forget", "--everything", "--yes")["erased"] is True
    assert [path.name for path in home.rglob("*")] == ["mine.txt"]


def test_the_session_is_told_and_untold(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    odd = tmp_path / 'a "strange" $place % here'
    assert _said(capsys, odd, "autostart") == {
        "autostart": False,
        "entry": str(Autostart(Path()).file),
        "code": 0,
    }
    assert _said(capsys, odd, "autostart", "on")["autostart"] is True
    line = next(each for each in Autostart(Path()).file.read_text().splitlines() if each.startswith("Exec="))
    assert line.count("%%") == 1
    assert line.endswith('\\\\"strange\\\\" \\\\$place %% here"')
    assert _said(capsys, odd, "autostart", "off")["autostart"] is False
