import stat
from pathlib import Path

import pytest

from companion.home import Home
from engine.vault import ReadOnlyError


def test_naming_a_home_makes_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path / "h")
    assert {home.vault_path, home.key_path, home.lease_path} == {
        tmp_path / "h" / name for name in ("vault.db", "vault.key.json", "owner.json")
    }
    assert not home.exists()
    assert list(tmp_path.iterdir()) == []


def test_the_default_is_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Home(None) == Home()
    assert Home().path.is_relative_to(tmp_path)
    assert Home(Path("~/x")).path == tmp_path / "x"


def test_preparing_makes_a_private_folder_and_leaves_no_trial(tmp_path: Path) -> None:
    home = Home(tmp_path / "a" / "b").prepare()
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o700
    assert list(home.path.iterdir()) == []


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_file_in_the_way_is_said(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ReadOnlyError, match="is a file"):
        Home(tmp_path / "file" / below).prepare()
    assert (tmp_path / "file").read_text() == "mine"
