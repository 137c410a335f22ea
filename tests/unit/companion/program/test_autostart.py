"""Starting with the session, as a desktop reads it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.program.autostart import Autostart, _quoted


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
