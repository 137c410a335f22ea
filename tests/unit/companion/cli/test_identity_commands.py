"""Directives, self and compass from the command line: a real home, its vault, no language model."""

import json
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
    assert main(["--home", str(home), *arguments]) == code
    said = capsys.readouterr()
    return said.out if code == 0 else said.err


def test_from_the_command_line(home: Path, capsys: Capture) -> None:
    assert "No emoji." in run(home, capsys, "directives", "add", "No emoji.")
    one = json.loads(run(home, capsys, "directives", "--json"))["directives"][0]
    assert "No emoji, ever." in run(home, capsys, "directives", "change", one["id"], "No emoji, ever.")
    assert "v2" in run(home, capsys, "directives", "versions", one["id"])
    assert "1. " in run(home, capsys, "directives")
    assert "(withdrawn)" in run(home, capsys, "directives", "withdraw", one["id"])
    assert "program" in run(home, capsys, "self")
    packet = json.loads(run(home, capsys, "self", "--wake", "--query", "garden", "--json"))["packet"]
    assert set(packet) >= {"who", "left_off", "facts", "evidence"}
    assert "Left off: nowhere yet" in run(home, capsys, "self", "--wake")
    assert "deferred" in run(home, capsys, "self", "extract", "values")
    assert "no language model" in run(home, capsys, "self", "capabilities")
    assert "Shorter." in run(home, capsys, "self", "expression", "--adjust", "Shorter.")
    assert "(brings warmth)" in run(home, capsys, "self", "share", "Terron", "the toy", "--brings", "warmth")
    assert "Terron" in run(home, capsys, "self", "words")
    assert "let go" in run(home, capsys, "self", "unshare", "Terron")
    assert json.loads(run(home, capsys, "compass", "--json"))["compass"] is None
    assert "no such candidate" in run(home, capsys, "self", "veto", "n_none", code=1)
