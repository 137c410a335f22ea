"""What the person locked stays shut: for guests that held its key, for fresh processes, until they unlock it."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.home import Home
from companion.tools.border import Border, opening
from companion.tools.server import Listing, Modules, ToolServer
from engine.vault import LockedHomeError
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import PASSPHRASE


def test_a_guest_does_not_open_what_was_locked(home: Path, reaching: Reacher) -> None:
    owner, guest = reaching(), reaching()
    assert guest.submit("state", {}).result(30)
    Home(home).lock()
    owner.close()
    with pytest.raises(LockedHomeError):
        guest.submit("state", {}).result(30)
    assert guest._key is None
    Home(home).unlock()
    assert guest.submit("state", {}).result(30)
    assert guest.is_owner


def test_a_fresh_server_of_tools_finds_it_locked(home: Path) -> None:
    Home(home).lock()
    border = Border(opening(Home(home), PASSPHRASE), "claude")
    server = ToolServer(border, Listing.FULL, Modules.FULL_PRESENCE)
    with pytest.raises(LockedHomeError):
        server.call("elara_status", {})
    border.close()
    assert Home(home).is_locked


def test_the_commands_lock_and_unlock(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    assert main(["--home", str(home), "vault", "lock"]) == 0
    assert main(["--home", str(home), "goals", "list"]) != 0
    assert "companion vault unlock" in capsys.readouterr().err
    monkeypatch.setenv("COMPANION_PASSPHRASE", "another one")
    assert main(["--home", str(home), "vault", "unlock"]) != 0
    assert Home(home).is_locked
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    assert main(["--home", str(home), "vault", "unlock"]) == 0
    assert not Home(home).is_locked
