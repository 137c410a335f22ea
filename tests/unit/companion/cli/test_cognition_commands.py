"""Beliefs, predictions, principles, outcomes and ideas from the command line: a real home, no language model."""

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


def run(home: Path, capsys: Capture, *arguments: str) -> str:
    capsys.readouterr()
    assert main(["--home", str(home), *arguments]) == 0
    return capsys.readouterr().out


def test_beliefs_and_predictions(home: Path, capsys: Capture) -> None:
    made = run(home, capsys, "beliefs", "add", "Caches go stale", "--domain", "technical", "--json")
    assert "[invalidated]" in run(home, capsys, "beliefs", "wrong", json.loads(made)["model"]["id"])
    added = run(home, capsys, "predictions", "add", "It ships", "--by", "2036-11-30", "--confidence", "0.7")
    assert "2036-11-30  0.70  It ships" in added
    prediction = json.loads(run(home, capsys, "predictions", "--json"))["predictions"][0]["id"]
    resolved = run(home, capsys, "predictions", "resolve", prediction, "wrong", "--lesson", "Ask earlier")
    assert "[wrong]" in resolved
    assert "Ask earlier" in resolved
    assert "too sure (+0.70)" in run(home, capsys, "predictions", "accuracy")


def test_what_grows(home: Path, capsys: Capture) -> None:
    assert "Measure" in run(home, capsys, "principles", "add", "Measure before changing")
    offered = run(home, capsys, "outcomes", "record", "Offer the bike", "--channel", "mail", "--json")
    outcome = json.loads(offered)["outcome"]["id"]
    checked = run(
        home, capsys, "outcomes", "check", outcome, "win", "--actual", "sold", "--lesson", "Ask early"
    )
    assert "came out: sold (Ask early)" in checked
    assert "1 won" in run(home, capsys, "outcomes", "pitches")
    assert "0×  Local first" in run(home, capsys, "ideas", "add", "Local first")
    idea = json.loads(run(home, capsys, "business", "add", "Bread by bike", "--json"))["idea"]["id"]
    five = [f"--{name}=3" for name in ("problem", "market", "effort", "monetization", "fit")]
    assert " 15  exploring" in run(home, capsys, "business", "score", idea, *five)
    assert "missing: competitors, audience" in run(home, capsys, "business", "review", idea)
