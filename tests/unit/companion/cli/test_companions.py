"""Several companions from the command line: made, turned to, and what is the person's known to each."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command on a home of its own, without models; gives what it wrote."""
    monkeypatch.setenv("COMPANION_PASSPHRASE", "first")
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path / "models"))

    def ran(*arguments: str, code: int = ExitCode.DONE) -> str:
        capsys.readouterr()
        assert main(["--home", str(tmp_path / "home"), *arguments]) == code
        said = capsys.readouterr()
        return said.out if code == ExitCode.DONE else said.err

    return ran


def test_who_is_turned_to_knows_what_the_person_has_told_and_wants(run: Any) -> None:
    run("goals", "add", "Ship the boat")
    run("remember", "I am allergic to peanuts.")
    run("companions", "rename", "Companion", "Anna")
    assert run("companions", "add", "Nova").splitlines() == [
        "* Anna                 companion",
        "  Nova                 nova",
    ]
    assert "* Nova" in run("companions", "use", "nova")
    assert "Ship the boat" in run("goals")
    assert "peanuts" in run("facts", "list")
    assert "Anna                 companion  left out" in run("companions", "leave-out", "Anna")
    run("companions", "use", "Anna")
    assert "Ship the boat" in run("goals")


def test_what_cannot_be_is_refused(run: Any) -> None:
    assert "Choose one of these: Companion" in run("companions", "use", "Nova", code=ExitCode.USAGE)
    assert "Speak with another one" in run("companions", "leave-out", "Companion", code=ExitCode.USAGE)
    run("companions", "add", "Nova")
    assert "already" in run("companions", "add", "NOVA", code=ExitCode.USAGE)


def test_one_is_erased_as_a_whole_and_its_name_is_free_again(run: Any) -> None:
    run("companions", "add", "Nova")
    assert "is spoken with" in run("companions", "erase", "Companion", "--yes", code=ExitCode.USAGE)
    assert "is not known" in run("companions", "erase", "Vega", "--yes", code=ExitCode.USAGE)
    run("companions", "use", "Nova")
    run("directives", "add", "Speak plainly.")
    run("goals", "add", "Ship the boat")
    run("companions", "use", "Companion")
    shown = json.loads(run("companions", "erase", "Nova", "--json"))
    assert (shown["held"]["directive"], shown["erased"]) == (1, None)
    assert "Nothing was changed" in run("companions", "erase", "nova", code=ExitCode.STOPPED)
    assert "nova" in run("companions")
    erased = json.loads(run("companions", "erase", "nova", "--yes", "--json"))
    assert erased["erased"] == shown["held"]
    assert "Nova" not in run("companions")
    assert "Ship the boat" in run("goals")
    run("companions", "add", "Nova")
    run("companions", "use", "Nova")
    assert run("directives") == ""


class Typed(io.StringIO):
    """What somebody types at a terminal."""

    def isatty(self) -> bool:
        return True


def test_its_name_is_typed_before_it_is_erased(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run("companions", "add", "Nova Prime")
    monkeypatch.setattr("sys.stdin", Typed("nova\n"))
    assert "Nothing was changed" in run("companions", "erase", "nova prime", code=ExitCode.STOPPED)
    monkeypatch.setattr("sys.stdin", Typed("nova prime\n"))
    run("companions", "erase", "nova prime")
    assert "Nova" not in run("companions")


def test_what_is_written_for_another_program_is_of_the_one_that_is_named(run: Any, tmp_path: Path) -> None:
    run("remember", "The keel was laid on a Friday.", "--as", "moment")
    run("companions", "add", "Nova")
    run("companions", "use", "Nova")
    run("remember", "We saw the comet.", "--as", "moment")
    for name, text in (("Companion", "The keel was laid on a Friday."), ("nova", "We saw the comet.")):
        written = tmp_path / f"{name}.json"
        run("export", "--continuity", str(written), "--companion", name)
        assert [one["content"] for one in json.loads(written.read_text())["memories"]] == [text]
    where = str(tmp_path / "none")
    for wrong in (
        ("--markdown", where, "--companion", "Nova"),
        ("--continuity", where, "--everyone"),
        ("--elara", where, "--everyone", "--companion", "Nova"),
        ("--elara", where, "--companion", "Vega"),
    ):
        run("export", *wrong, code=ExitCode.USAGE)
