"""Where a door may be."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from companion.doors.address import addresses, sweep

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a named pipe has no folder")


def test_a_door_is_in_the_home_and_for_its_owner_only(tmp_path: Path) -> None:
    address = Path(next(addresses(tmp_path)))
    assert address.parent == tmp_path / "door"
    assert address.parent.stat().st_mode & 0o777 == 0o700


def test_a_long_home_has_its_door_in_a_short_place(tmp_path: Path) -> None:
    home = tmp_path / ("x" * 60) / ("y" * 60)
    home.mkdir(parents=True)
    address = next(addresses(home))
    assert len(os.fsencode(address)) < 104
    assert not address.startswith(str(home))


def test_a_folder_of_others_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = Path(tempfile.mkdtemp())  # a socket's path has room for few letters
    target = tmp_path / "elsewhere"
    target.mkdir()
    home = tmp_path / "home"
    home.mkdir()
    (home / "door").symlink_to(target)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
    try:
        assert Path(next(addresses(home))).parent == short / "companion"
    finally:
        shutil.rmtree(short)


def test_sockets_of_dead_owners_are_swept(tmp_path: Path) -> None:
    stale, keep = (Path(next(addresses(tmp_path))) for _ in range(2))
    stale.touch()
    keep.touch()
    sweep(tmp_path, str(keep))
    assert [path.name for path in (tmp_path / "door").iterdir()] == [keep.name]
