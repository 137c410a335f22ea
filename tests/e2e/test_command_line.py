"""The real program, started as a person or a script starts it."""

import json
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.e2e.conftest import MODEL, Program

pytestmark = [pytest.mark.e2e, pytest.mark.model]
FIRST = "I'm Mira. I'm allergic to peanuts, and my sister Ana gets married on 12 June."


def test_what_was_said_is_recalled_by_the_next_process_and_stands_nowhere_in_the_clear(
    program: Program, phrases_on_disk: Callable[[Sequence[str]], list[str]]
) -> None:
    first = program.run("ask", "--end", FIRST)
    assert first.returncode == 0, first.stderr
    assert first.stdout.strip()
    second = program.document("ask", "What should the cake at the wedding be free of?")
    assert list(second) == ["answer", "episode_id", "loop_id", "recalled", "timings"]
    assert FIRST in [one["text"] for one in second["recalled"]]
    assert all(0 <= one["score"] <= 1 for one in second["recalled"])
    assert second["timings"]["prompt_tokens"] > 0
    assert phrases_on_disk(["allergic to peanuts", "sister Ana", "cake at the wedding"]) == []


def test_a_terminal_conversation(program: Program) -> None:
    done = program.run("chat", typed="/help\nMy cat is called Tom.\n/recalled\n")
    assert done.returncode == 0, done.stderr
    assert "/recalled" in done.stdout
    assert "Nothing was recalled." in done.stdout
    assert program.run("ask", "--end", "Bye for now").returncode == 0


def test_ctrl_c_stops_the_answer_and_says_so(program: Program) -> None:
    with program.start("ask", "Tell me a very long story about a lighthouse, with many chapters.") as process:
        assert process.stdout is not None
        assert process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=120)
    assert process.returncode == 130
    assert complaints == ""


def test_a_reader_that_goes_away_is_no_error(program: Program) -> None:
    with program.start("ask", "Tell me a very long story about a lighthouse, with many chapters.") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=120) == 0


def test_a_wrong_passphrase_is_refused_and_nothing_is_touched(program: Program) -> None:
    assert program.run("vault", "init").returncode == 0
    before = _contents(program.home)
    program.environment["COMPANION_PASSPHRASE"] = "another one"
    refused = program.run("ask", "Hello")
    assert refused.returncode == 3
    assert len(refused.stderr.splitlines()) == 1
    assert before.items() <= _contents(program.home).items()


def test_with_nowhere_to_keep_a_key_the_next_step_is_named(program: Program) -> None:
    del program.environment["COMPANION_PASSPHRASE"]
    refused = program.run("ask", "Hello", "--json")
    assert refused.returncode == 3
    assert "COMPANION_PASSPHRASE" in json.loads(refused.stdout)["remedy"]
    assert not program.home.joinpath("vault.db").exists()


def test_with_no_model_the_next_step_is_named(program: Program, tmp_path: Path) -> None:
    program.environment["COMPANION_MODELS"] = str(tmp_path / "none")
    refused = program.run("ask", "Hello")
    assert refused.returncode == 5
    assert "companion models install --starter" in refused.stderr
    checks = {check["name"]: check for check in program.document("doctor")["checks"]}
    assert checks["language model"]["state"] == "fault"
    assert checks["vault"]["state"] == "ok"


def test_the_doctor_tells_the_truth_about_a_home_that_works(program: Program) -> None:
    assert program.run("vault", "init").returncode == 0
    checks = {check["name"]: check for check in program.document("doctor")["checks"]}
    assert checks["key"] == {"name": "key", "state": "ok", "detail": "passphrase; it opens", "remedy": ""}
    assert checks["keyring"]["state"] == "absent"
    assert checks["display"]["state"] == "absent"
    assert checks["owner"]["state"] == "ok"
    assert checks[f"model {MODEL}"]["state"] == "ok"
    assert all(check["remedy"] for check in checks.values() if check["state"] != "ok")


def test_without_display_and_terminal_one_exchange_is_held_and_nothing_kept(program: Program) -> None:
    done = program.run()
    assert done.returncode == 0, done.stderr
    assert "nothing of it is kept" in done.stdout
    assert "companion chat" in done.stdout
    assert not program.home.exists()


def _contents(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "log" not in str(path)
    }
