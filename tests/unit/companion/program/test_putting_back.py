"""A whole vault is put back by another process: what is wrong is said before, and the window opens again."""

import subprocess
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import SCHEMAS, build_mind
from companion.cli import main
from companion.cli.program import backup
from companion.home import Home
from companion.keys import create_keys, open_key
from companion.program.requests import answer
from companion.requests import ROOM_REQUESTS
from companion.requests.room import Setting
from companion.service import Json, ignore_progress
from engine.errors import InvalidInputError
from engine.memory import NewNode, NodeKind
from engine.vault import DamagedArchiveError, NoKeyError, Vault, WrongKeyError

PASS = "first"
KEEL = "The keel was laid on a Friday."


def ask(home: Path, request: str, path: Path) -> Json:
    return answer(home, request, {"path": str(path)}, ignore_progress, threading.Event())


def lived(home: Path) -> tuple[Path, Path]:
    """A home in which something is remembered; an archive and a copy of it."""
    key, _ = create_keys(home, PASS)
    mind = build_mind(Vault.open(home / "vault.db", key, SCHEMAS))
    mind.memory.remember(NewNode(kind=NodeKind.NOTE, text=KEEL))
    setting = Setting(mind, lambda: False)
    written = []
    for verb, name in (("vault.archive", "archive"), ("vault.copy", "copy")):
        known = ROOM_REQUESTS[verb]
        written.append(Path(known.answer(setting, known.parameters(folder=str(home.parent)))[name]))
    mind.vault.close()
    return written[0], written[1]


def texts(home: Path) -> list[str]:
    with closing(Vault.open(home / "vault.db", open_key(home, PASS), SCHEMAS)) as vault:
        return [row["text"] for row in vault.rows("SELECT text FROM memory_nodes")]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What was started instead of a process."""
    found: list[list[str]] = []
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASS)
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_: found.append(words))
    return found


def test_an_archive_and_a_copy_take_the_place_of_what_is_here(
    tmp_path: Path, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    archive, copy = lived(home)
    assert archive.stat().st_mode & 0o077 == 0
    assert ask(home, "home.look_back", archive) == {
        "path": str(archive), "kind": "archive", "held": {"node": 1},
    }  # fmt: skip
    assert ask(home, "home.look_back", copy)["kind"] == "copy"
    opened: list[Home] = []
    monkeypatch.setattr(backup, "open_again", opened.append)
    ended: list[Path] = []
    monkeypatch.setattr(backup.lease, "end_owner", ended.append)
    for path in (archive, copy):
        with (
            closing(Vault.open(home / "vault.db", open_key(home, PASS), SCHEMAS)) as vault,
            vault.unit() as unit,
        ):
            unit.execute("DELETE FROM memory_nodes")
            unit.commit()
        assert texts(home) == []
        assert ask(home, "home.put_back", path) == {"leaving": True}
        words = started.pop()
        assert main(words[words.index("companion") + 1 :]) == 0
        assert texts(home) == [KEEL]
    assert len(list(home.glob("vault-replaced-*.db"))) == 2
    assert [one.path for one in opened] == [home, home]
    assert ended == [Home(home).lease_path] * 2


def test_the_window_opens_again_where_it_fails_too(
    tmp_path: Path, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    _, copy = lived(home)
    opened: list[Any] = []
    monkeypatch.setattr(backup, "open_again", opened.append)
    copy.write_bytes(b"no vault")
    assert main(["--home", str(home), "restore", str(copy), "--reopen"]) != 0
    assert (texts(home), len(opened)) == ([KEEL], 1)


def test_what_is_wrong_with_it_is_said_before_anything_ends(
    tmp_path: Path, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, other = tmp_path / "a" / "home", tmp_path / "b" / "home"
    home.parent.mkdir()
    other.parent.mkdir()
    archive, copy = lived(home)
    _, strange = lived(other)
    damaged = tmp_path / "damaged.companion"
    damaged.write_bytes(archive.read_bytes()[:100])
    note = tmp_path / "note.txt"
    note.write_text("x", "utf-8")
    monkeypatch.setenv("COMPANION_PASSPHRASE", "another")
    for path, error in (
        (tmp_path / "nothing.db", InvalidInputError),
        (note, InvalidInputError),
        (strange, WrongKeyError),
        (copy, WrongKeyError),
    ):
        with pytest.raises(error):
            ask(home, "home.put_back", path)
    monkeypatch.delenv("COMPANION_PASSPHRASE")
    with pytest.raises(NoKeyError) as found:
        ask(home, "home.put_back", copy)
    assert f"companion restore {copy}" in found.value.remedy
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASS)
    with pytest.raises(DamagedArchiveError):
        ask(home, "home.look_back", damaged)
    assert started == []
