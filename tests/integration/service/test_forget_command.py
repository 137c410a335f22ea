"""`companion forget` through the process that owns the home."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import PASSPHRASE

Run = Callable[..., Any]
SECRET = "The code of my locker is heliotrope."


@pytest.fixture
def run(
    home: Path, reaching: Reacher, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Runs one command against the owner and returns what it printed."""
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    assert reaching().is_owner

    def command(*arguments: str, code: ExitCode = ExitCode.DONE) -> Any:
        assert main(["--home", str(home), *arguments]) == code
        shown = capsys.readouterr()
        return json.loads(shown.out) if "--json" in arguments else shown.out + shown.err

    return command


def test_words_are_found_shown_and_taken_back(run: Run) -> None:
    run("ask", SECRET)
    run("ask", "It rains.")
    run("jobs", "wait")
    preview = run("forget", "locker is heliotrope", "--json")
    assert preview["forgotten"] is None
    assert SECRET in [one["text"] for one in preview["found"]]
    assert any(one["ref"].startswith("reflection:") for one in preview["besides"])
    assert "Nothing was changed" in run("forget", "heliotrope", "--dry-run")
    shown = run("forget", "heliotrope", code=ExitCode.STOPPED)
    assert SECRET in shown
    assert "Nothing was changed" in shown
    assert run("forget", "heliotrope", "--dry-run", "--json")["found"]
    done = run("forget", "heliotrope", "--yes", "--json")
    assert done["forgotten"]["step"] >= 2
    assert "Nothing holds that" in run("forget", "quetzalcoatl", "--dry-run")
    run("ask", "My grandmother lived beside the railway station.")
    near = "my grandmother lived beside a railway station"
    for _ in range(100):  # what was said is indexed beside the conversation
        if run("forget", near, "--json")["found"]:
            break
        time.sleep(0.05)
    vague = run("forget", near, "--yes", "--json", code=ExitCode.UNCLEAR)
    assert vague["forgotten"] is None
    assert not vague["exact"]
    answer = run("ask", "What is the code of my locker?", "--json")
    assert all("heliotrope" not in one["text"] for one in answer["recalled"])


def test_a_fact_and_a_step_are_named_by_their_ids(run: Run) -> None:
    fact = run("remember", "My boat is called Wanderer", "--json")["facts"][-1]["id"]
    assert "Wanderer" in run("forget", "--fact", fact, "--yes")
    assert run("facts", "list", "--json")["facts"] == []
    run("ask", SECRET)
    found = run("forget", "heliotrope", "--json")["found"]
    step = next(one["ref"] for one in found if one["text"] == SECRET)
    assert run("forget", "--step", step.removeprefix("step:"), "--yes", "--json")["forgotten"]["step"] >= 2
    run("forget", "--step", "s_none", code=ExitCode.USAGE)
    run("forget", code=ExitCode.USAGE)
    run("forget", "words", "--me", code=ExitCode.USAGE)
    run("forget", "!?", code=ExitCode.USAGE)


def test_a_person_is_erased_only_when_confirmed(run: Run, home: Path) -> None:
    run("ask", SECRET)
    run("remember", "My boat is called Wanderer")
    (home / "backups").mkdir()
    (home / "backups" / "vault-old.db").touch()
    held = run("forget", "--me", "--dry-run", "--json")
    assert held["held"]["step"] >= 3
    assert held["copies"] == [str(home / "backups" / "vault-old.db")]
    assert "Nothing was changed" in run("forget", "--me", code=ExitCode.STOPPED)
    assert run("forget", "--me", "--yes", "--json")["erased"]["fact"] == 1
    assert run("forget", "--me", "--dry-run", "--json")["held"] == {}
    assert run("recall", "heliotrope", "--json")["results"] == []
    assert run("ask", "Hello again.", "--json")["answer"]
