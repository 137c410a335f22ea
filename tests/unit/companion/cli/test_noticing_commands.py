"""Reflection, observations, reasoning and episodes from the command line: a real home, no model."""

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
    return said.out or said.err


def test_reflect_and_observe(home: Path, capsys: Capture) -> None:
    assert "Looking back on the last 30 days" in run(home, capsys, "reflect")
    assert json.loads(run(home, capsys, "reflect", "--days", "7", "--json"))["report"]["moments"] == 0
    assert "Nothing seems to be out of sight" in run(home, capsys, "reflect", "blind-spots")
    assert "no self-portrait yet" in run(home, capsys, "reflect", "portrait")
    assert "over 30 days" in run(home, capsys, "reflect", "paint")
    run(home, capsys, "goals", "add", "Ship the boat", "--deadline", "2026-01-01")
    assert "“Ship the boat” is due since 2026-01-01." in run(home, capsys, "observe")
    offered = json.loads(run(home, capsys, "observe", "next", "--json"))["offer"]
    assert "nothing to tell now" in run(home, capsys, "observe", "next")
    assert "[dismissed]" in run(home, capsys, "observe", "dismiss", offered["id"])
    assert "[told]" in run(home, capsys, "observe", "reopen", offered["id"])
    assert offered["id"] in run(home, capsys, "observe", "told")
    assert "no such observation" in run(home, capsys, "observe", "answer", "o_none", code=1)


def test_reasoning(home: Path, capsys: Capture) -> None:
    trail = json.loads(run(home, capsys, "reasoning", "start", "The boat leaks", "--json"))["trail"]["id"]
    assert "1. A seam is open  (70%)" in run(
        home, capsys, "reasoning", "hypothesis", trail, "A seam is open", "--confidence", "0.7"
    )
    against = ("--against", "--hypothesis", "1")
    assert "− The seam is dry" in run(
        home, capsys, "reasoning", "evidence", trail, "The seam is dry", *against
    )
    assert "✗ Caulk it: it was dry" in run(
        home, capsys, "reasoning", "abandon", trail, "Caulk it", "--why", "it was dry"
    )
    assert trail in run(home, capsys, "reasoning")
    assert "✓ Replace the bolt" in run(home, capsys, "reasoning", "solve", trail, "Replace the bolt")
    assert "solution: Replace the bolt" in run(home, capsys, "reasoning", "search", "replace the bolt")
    assert "− The seam is dry  (The boat leaks)" in run(
        home, capsys, "reasoning", "search", "--evidence", "dry seam"
    )
    assert "Nothing was found" in run(home, capsys, "reasoning", "search", "submarine")


def test_episodes(home: Path, capsys: Capture) -> None:
    assert "no such time together" in run(home, capsys, "episodes")
    noted = ("episodes", "note", "Build it of oak", "--decision", "--why", "It lasts", "--project", "boat")
    assert "decision: Build it of oak — It lasts  [medium]" in run(home, capsys, *noted)
    listed = run(home, capsys, "episodes", "--project", "BOAT")
    assert "  boat" in listed
    assert "Build it of oak" in listed
    assert "no such time together" in run(home, capsys, "episodes", "--on", "2020-01-01")
    assert "Build it of oak" in run(home, capsys, "episodes", "milestones", "oak")
    assert "boat  (once)" in run(home, capsys, "episodes", "projects")
    described = json.loads(run(home, capsys, "episodes", "describe", "--type", "work", "--json"))["episode"]
    assert described["type"] == "work"
    assert described["id"] in run(home, capsys, "episodes", "--type", "work")
