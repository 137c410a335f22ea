"""`companion place`: a real home, no language model."""

import json
import platform
from pathlib import Path

import pytest

from companion.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_PASSPHRASE", "first")
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path / "models"))
    return tmp_path / "home"


def run(home: Path, capsys: Capture, *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main(["--home", str(home), "place", *arguments]) == code
    return capsys.readouterr().out


def test_a_name_is_set_shown_and_taken_back(home: Path, capsys: Capture) -> None:
    assert run(home, capsys) == f"{platform.node()}  [the machine's name]\n"
    assert run(home, capsys, "Grandma's house") == "Grandma's house\n"
    assert json.loads(run(home, capsys, "--json"))["label"] == "Grandma's house"
    in_the_clear = [file for file in home.rglob("*") if file.is_file() and b"Grandma" in file.read_bytes()]
    assert in_the_clear == []
    assert "machine" in run(home, capsys, "--machine")
    assert json.loads(run(home, capsys, "", "--json"))["label"] == ""


def test_a_name_and_the_machines_at_once_is_a_mistake(home: Path, capsys: Capture) -> None:
    run(home, capsys, "Home", "--machine", code=2)
