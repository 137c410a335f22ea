import json
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import SCHEMAS, build_mind
from companion.cli import main
from companion.cli.program.archive import SAID
from companion.demonstration.playing import play
from companion.demonstration.records import read_story
from companion.keys import create_keys, open_key
from engine.intent import Every, ItemKind, When
from engine.memory import NewNode, NodeKind
from engine.telling_time import Weekday
from engine.vault import Vault

PASS = "first"
BINS = When(day=date(2099, 12, 1), every=Every.WEEK, days=(Weekday.TUESDAY, Weekday.FRIDAY))


@pytest.fixture
def lived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which something was said and remembered."""
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASS)
    home = tmp_path / "lived"
    key, _ = create_keys(home, PASS)
    mind = build_mind(Vault.open(home / "vault.db", key, SCHEMAS))
    mind.memory.remember(NewNode(kind=NodeKind.NOTE, text="The keel was laid on a Friday."))
    mind.intent.note_item(ItemKind.REMINDER, "Put out the bins", BINS)
    mind.vault.close()
    return home


def _said(capsys: pytest.CaptureFixture[str], home: Path, *words: str) -> dict[str, Any]:
    capsys.readouterr()
    code = main(["--home", str(home), "--json", *words])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return {**found, "code": code}


def test_export_import_and_export_again_are_the_same_by_hash(
    lived: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    would = _said(capsys, lived, "export", "--archive", str(tmp_path / "all"), "--dry-run")
    assert (would["written"], (tmp_path / "all.companion").exists()) == (False, False)
    first = _said(capsys, lived, "export", "--archive", str(tmp_path / "all"))
    assert would["rows"] == first["rows"]
    assert first["archive"].endswith("all.companion")
    new = tmp_path / "new"
    looked = _said(capsys, new, "import", first["archive"], "--dry-run")
    assert (looked["written"], looked["rows"], new.exists()) == (False, first["rows"], False)
    moved = _said(capsys, new, "import", first["archive"])
    assert (moved["written"], moved["replaced"], bool(moved["recovery_code"])) == (True, None, True)
    again = _said(capsys, new, "export", "--archive", str(tmp_path / "again.companion"))
    assert (again["sha256"], again["rows"]) == (first["sha256"], first["rows"])
    with closing(Vault.open(new / "vault.db", open_key(new, PASS), SCHEMAS)) as vault:
        assert [row["text"] for row in vault.rows("SELECT text FROM memory_nodes")] == [
            "The keel was laid on a Friday."
        ]
        assert [item.when for item in build_mind(vault).intent.items.open()] == [BINS]


def test_days_that_were_lived_move_house_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASS)
    old, new = tmp_path / "old", tmp_path / "new"
    key, _ = create_keys(old, PASS)
    play(read_story(), old / "vault.db", key, datetime(2026, 3, 14, 12, tzinfo=UTC), None)
    first = _said(capsys, old, "export", "--archive", str(tmp_path / "all"))
    assert all(first["rows"][table] for table in SAID)
    assert _said(capsys, new, "import", first["archive"])["rows"] == first["rows"]
    again = _said(capsys, new, "export", "--archive", str(tmp_path / "again"))
    assert (again["sha256"], again["rows"]) == (first["sha256"], first["rows"])


def test_a_vault_that_is_there_is_replaced_only_on_a_yes_and_kept(
    lived: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = _said(capsys, lived, "export", "--archive", str(tmp_path / "all.companion"))["archive"]
    assert _said(capsys, lived, "import", archive)["written"] is False
    replaced = _said(capsys, lived, "import", archive, "--yes")["replaced"]
    assert Path(replaced).exists()


def test_what_is_no_archive_and_what_was_not_chosen_are_said(
    lived: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.companion"
    broken.write_bytes(b"PK\3\4 and no more")
    assert _said(capsys, tmp_path / "new", "import", str(broken))["code"] == 4
    assert not (tmp_path / "new").exists()
    for words in (["export"], ["export", "--archive", "a", "--markdown", "b"]):
        assert _said(capsys, lived, *words)["code"] == 2
