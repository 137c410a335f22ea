"""`companion facts` and `companion remember` through the process that owns the home."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import PASSPHRASE

Run = Callable[..., Any]


@pytest.fixture
def run(
    home: Path, reaching: Reacher, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Runs one command against the owner and returns what it printed as JSON."""
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    assert reaching().is_owner

    def command(*arguments: str, code: ExitCode = ExitCode.DONE) -> Any:
        assert main(["--home", str(home), *arguments, "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return command


def texts(found: Any) -> list[str]:
    return [fact["text"] for fact in found["facts"]]


def test_the_life_of_a_fact(run: Run) -> None:
    first = run("remember", "I live in Porto")["facts"][0]
    moved = run("remember", "I live in Lisbon")
    assert moved["refs"] == [f"fact:{first['id']}"]
    assert texts(run("facts", "list")) == ["I live in Lisbon"]

    corrected = run("facts", "correct", "where do I live", "I live in Braga")
    assert corrected["outcome"] == "committed"
    why = run("facts", "why", corrected["facts"][-1]["id"])
    assert why["fact"]["source"] == "stated"
    assert [step["text"] for step in why["steps"]] == ["I live in Braga"]
    assert [fact["text"] for fact in why["earlier"]] == ["I live in Porto", "I live in Lisbon"]

    run("facts", "undo")
    assert texts(run("facts", "list")) == ["I live in Lisbon"]
    gone = run("facts", "forget", "Lisbon")
    assert {ref.split(":")[0] for ref in gone["refs"]} == {"fact", "step"}
    assert texts(run("facts", "list")) == []
    assert run("facts", "search", "Where do I live?")["status"] == "no_match"
    assert len(texts(run("facts", "list", "--all"))) == 3


def test_a_doubt_is_settled_by_a_question(run: Run) -> None:
    fact = run("remember", "I collect stamps")["facts"][0]
    run("facts", "dispute", fact["id"])
    assert texts(run("facts", "list")) == []
    (question,) = run("facts", "questions")["questions"]
    run("facts", "later", question["id"], "--until", "2030-01-01")
    run("facts", "answer", question["id"], "--yes")
    assert texts(run("facts", "list")) == ["I collect stamps"]
    assert run("facts", "questions")["questions"] == []
    assert run("facts", "questions", "--all")["questions"][0]["status"] == "answered"
    run("facts", "dismiss", question["id"], code=ExitCode.USAGE)


def test_a_conflict_is_answered_in_words(run: Run) -> None:
    run("remember", "I love coffee", "--topic", "coffee", "--lens", "identity")
    question = run("remember", "I hate coffee", "--topic", "coffee")["question"]
    run("facts", "answer", question["id"], "--text", "I love coffee, but only in the morning")
    assert texts(run("facts", "list")) == ["I love coffee, but only in the morning"]


def test_what_is_not_clear_changes_nothing(run: Run) -> None:
    run("remember", "My sister Ana plays chess")
    run("remember", "My sister Eva plays chess")
    found = run("facts", "forget", "my sister plays chess", code=ExitCode.UNCLEAR)
    assert len(found["candidates"]) == 2
    assert len(texts(run("facts", "list"))) == 2
    run("facts", "forget", "my submarine", code=ExitCode.USAGE)
    run("facts", "forget", "f_none", code=ExitCode.USAGE)
    run("facts", "undo", "u_none", code=ExitCode.USAGE)
    run("remember", " ", code=ExitCode.USAGE)


def test_it_is_printed_for_people(
    home: Path,
    reaching: Reacher,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    assert reaching().is_owner

    def printed(*arguments: str) -> str:
        assert main(["--home", str(home), *arguments]) in (ExitCode.DONE, ExitCode.UNCLEAR)
        out, err = capsys.readouterr()
        return out + err

    told = printed("remember", "I'm allergic to peanuts")
    assert told.startswith("Noted: I'm allergic to peanuts\n")
    assert "allergy, you said so, since " in told
    assert "allergic" in printed("facts", "list")
    assert "person: I'm allergic to peanuts" in printed("facts", "why", "my allergy")
    assert printed("facts", "search", "allergies").startswith("Known: ")
    assert "nothing it would like to know" in printed("facts", "questions")
    doubted = printed("facts", "dispute", "my allergy")
    assert doubted.startswith("In doubt now: I'm allergic to peanuts\n")
    question = doubted.split("companion facts answer ")[1].split()[0]
    assert question in printed("facts", "questions")
    assert printed("facts", "later", question).startswith("It is not asked before 2")
    assert "[not before 2" in printed("facts", "questions", "--all")
    assert printed("facts", "answer", question, "--no").startswith("Settled: ")
    assert "[answered]" in printed("facts", "questions", "--all")
    printed("remember", "My sister Ana plays chess")
    printed("remember", "My sister Eva plays chess")
    assert "It is not clear which fact you mean" in printed("facts", "forget", "my sister plays chess")
    assert printed("facts", "undo").startswith("Taken back.\n")
    assert "no such fact" in printed("facts", "list", "--lens", "pulse")


def test_what_is_no_fact_is_kept_as_what_it_is(
    home: Path,
    reaching: Reacher,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    assert reaching().is_owner
    for told in ("Noted as insight: ", "Known already, and confirmed by this: "):
        assert main(["--home", str(home), "remember", "--as", "insight", "Bread needs time"]) == ExitCode.DONE
        assert capsys.readouterr().out.startswith(f"{told}Bread needs time\n  node:")
