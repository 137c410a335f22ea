"""Goals, handoff, corrections and the intention from the command line: a real home, its vault, no language model."""

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
    added = run(
        home, capsys, "goals", "add", "Ship the boat", "--priority", "high", "--deadline", "2036-11-30"
    )
    assert "Ship the boat  [by 2036-11-30]" in added
    assert json.loads(run(home, capsys, "goals", "--json"))["goals"][0]["number"] == 1
    assert "mast is up" in run(home, capsys, "goals", "update", "1", "--note", "mast is up")
    item = json.loads(run(home, capsys, "handoff", "add", "reminder", "buy rope", "--json"))["item"]
    assert "buy rope" in run(home, capsys, "handoff")
    assert "[fulfilled]" in run(home, capsys, "handoff", "done", item["id"])
    run(
        home,
        capsys,
        "corrections",
        "add",
        "Wrote long letters",
        "Keep letters short",
        "--fails-when",
        "writing letters",
    )
    assert "when: writing letters" in run(home, capsys, "corrections")
    assert "Keep letters short" in run(home, capsys, "corrections", "check", "I am writing letters")
    assert "[intended]" in run(home, capsys, "intention", "set", "Listen longer")
    assert "[checked]" in run(home, capsys, "intention", "check", "--yes")
    assert "the boat: at sea" in run(
        home, capsys, "handoff", "now", "--topic", "the boat", "--note", "at sea"
    )
    assert "[off]" in run(home, capsys, "handoff", "now", "--off")
    assert "already" in run(home, capsys, "handoff", "done", item["id"], code=1)


def test_an_hour_from_the_command_line(home: Path, capsys: Capture) -> None:
    run(home, capsys, "handoff", "add", "reminder", "water the ferns")
    run(home, capsys, "handoff", "add", "reminder", "see the dentist", "--due", "2036-11-30", "--at", "17:30")
    added = run(home, capsys, "handoff", "add", "reminder", "call mum", "--due", "2036-11-30", "--at", "9:00")
    assert "call mum  [for 2036-11-30 09:00]" in added
    listed = run(home, capsys, "handoff")
    assert listed.index("call mum") < listed.index("see the dentist") < listed.index("water the ferns")
    item = added.split()[0]
    assert "06:45" in run(home, capsys, "handoff", "snooze", item, "--due", "2036-12-01", "--at", "06:45")
    assert "hour" in run(home, capsys, "handoff", "change", item, "--at", "whenever", code=2)


def test_several_weekdays_from_the_command_line(home: Path, capsys: Capture) -> None:
    days = ("--day", "friday", "--day", "tuesday")
    added = run(home, capsys, "handoff", "add", "reminder", "put out bins", "--due", "2036-11-24", *days)
    assert "put out bins  [for 2036-11-25, every Tuesday and Friday]" in added
    item = added.split()[0]
    assert "2036-11-28, every Tuesday and Friday" in run(home, capsys, "handoff", "done", item)
    changed = run(home, capsys, "handoff", "change", item, "--due", "2036-11-26", "--every", "week")
    assert "2036-11-26, every Wednesday" in changed
    assert "week" in run(home, capsys, "handoff", "change", item, "--every", "day", *days, code=2)
    assert "someday" in run(home, capsys, "handoff", "change", item, "--day", "someday", code=2)
