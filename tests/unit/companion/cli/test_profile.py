"""Switching the mood off and on again from the command line: what was felt waits where it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.preferences import PROFILE_VARIABLE, PreferenceFile

Capture = pytest.CaptureFixture[str]


class Terminal:
    """Commands on a home of its own, without models."""

    def __init__(self, home: Path, capsys: Capture) -> None:
        self.home, self._capsys = home, capsys

    def run(self, *arguments: str, code: int = ExitCode.DONE) -> str:
        self._capsys.readouterr()
        assert main(["--home", str(self.home), *arguments]) == code
        said = self._capsys.readouterr()
        return said.out if code == ExitCode.DONE else said.err

    def document(self, *arguments: str) -> dict[str, Any]:
        return json.loads(self.run(*arguments, "--json"))


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Terminal:
    monkeypatch.setenv("COMPANION_PASSPHRASE", "first")
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path / "models"))
    monkeypatch.delenv(PROFILE_VARIABLE, raising=False)
    return Terminal(tmp_path / "home", capsys)


def felt(terminal: Terminal) -> tuple[Any, ...]:
    state = terminal.document("mood")
    return (
        state["point"],
        state["temperament"],
        terminal.document("mood", "imprints")["imprints"],
        terminal.document("mood", "journal")["entries"],
    )


def test_the_mood_is_as_it_was_after_a_time_without(terminal: Terminal) -> None:
    terminal.run("mood", "nudge", "--valence", "-0.4", "--reason", "bad news")
    terminal.run("mood", "imprint", "The bad news.", "--strength", "0.8")
    terminal.run("goals", "add", "Ship the boat")
    before = felt(terminal)
    assert before[0]["valence"] == pytest.approx(0.15)
    assert "* cognitive" in terminal.run("profile", "cognitive")
    assert "companion profile full" in terminal.run("mood", code=ExitCode.USAGE)
    assert terminal.document("goals")["goals"][0]["title"] == "Ship the boat"
    terminal.run("goals", "add", "Learn to weld")
    assert terminal.document("profile", "full")["profile"] == "full"
    after = felt(terminal)
    # What is drawn of it ends with now.
    assert len(after[2][0].pop("course")) == len(before[2][0].pop("course"))
    strength = after[2][0].pop("strength")
    assert strength == pytest.approx(before[2][0].pop("strength"), abs=1e-4)
    assert after == before
    assert len(terminal.document("goals")["goals"]) == 2


def test_the_variable_goes_before_the_choice(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROFILE_VARIABLE, "Cognitive")
    assert terminal.document("profile") == {
        "profile": "full",
        "now": "cognitive",
        "profiles": ["cognitive", "full"],
    }
    terminal.run("mood", code=ExitCode.USAGE)
    monkeypatch.setenv(PROFILE_VARIABLE, "cold")
    assert PROFILE_VARIABLE in terminal.run("profile", code=ExitCode.USAGE)


def test_other_choices_stay_and_what_is_no_profile_is_refused(terminal: Terminal) -> None:
    keeper = PreferenceFile(terminal.home)
    keeper.change(effort="quiet")
    terminal.run("profile", "cognitive")
    assert "full or cognitive" in terminal.run("profile", "warm", code=ExitCode.USAGE)
    chosen = keeper.load().preferences
    assert (chosen.profile, chosen.effort) == ("cognitive", "quiet")
