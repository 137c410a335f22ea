"""Starting with the session, as a desktop reads it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.program.autostart import Autostart, _quoted
from companion.tools import clients


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"XDG_CONFIG_HOME": str(tmp_path / "config")}


def test_it_is_chosen_for_one_home_and_no_other(tmp_path: Path, environ: dict[str, str]) -> None:
    mine, other = Autostart(tmp_path / "mine", environ), Autostart(tmp_path / "other", environ)
    assert not mine.chosen
    mine.choose(on=True)
    assert (mine.chosen, other.chosen) == (True, False)
    mine.choose(on=False)
    mine.choose(on=False)
    assert not mine.chosen


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])))
def test_any_name_survives_a_desktop(word: str) -> None:
    """Read as the Desktop Entry Specification says: the value's escapes, the quotes' escapes, then `%%`."""
    value = _quoted(word).replace("\\\\", "\\")
    inside, read, escaped = value[1:-1], "", False
    for sign in inside:
        if sign == "\\" and not escaped:
            escaped = True
        else:
            read, escaped = read + sign, False
    assert (value[0], value[-1], read.replace("%%", "%")) == ('"', '"', word)


def test_an_image_is_started_by_its_own_file(
    tmp_path: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an AppImage unpacks is gone with the process; one that is merely inherited is somebody else's."""
    image = tmp_path / "Companion.AppImage"
    inherited = {**environ, "APPIMAGE": str(image), "APPDIR": str(tmp_path / "another")}
    Autostart(tmp_path / "home", inherited).choose(on=True)
    entry = Autostart(tmp_path / "home", environ).file
    assert str(image) not in entry.read_text("utf-8")
    monkeypatch.setattr("sys.executable", str(tmp_path / "mount" / "usr" / "bin" / "companion"))
    Autostart(tmp_path / "home", {**inherited, "APPDIR": str(tmp_path / "mount")}).choose(on=True)
    assert f'Exec="{image}" "-m" "companion"' in entry.read_text("utf-8")
    monkeypatch.setenv("APPIMAGE", str(image))
    monkeypatch.setenv("APPDIR", str(tmp_path / "mount"))
    assert clients.entry(None, [])["command"] == str(image)
