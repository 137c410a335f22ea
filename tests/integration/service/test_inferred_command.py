"""`companion facts inferred` through the process that owns the home."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.home import Home
from companion.keys import open_key
from companion.reach import ReachedService
from engine.memory import NewNode, NodeKind
from engine.trail import LoopStatus, StepKind
from tests.integration.service.scripted import PASSPHRASE, SlowModel

SAID = "I did not sleep before the deadline."


def infer(home: Path) -> str:
    """Something was said, and an insight came of it; returns its ref."""
    mind = build_mind(open_vault(Home(home).vault_path, open_key(home, PASSPHRASE)))
    try:
        loop = mind.trail.open_loop("test", "p", "utterance")
        step = mind.trail.record(loop, StepKind.UTTERANCE, SAID, "Mira")
        mind.trail.close_loop(loop.id, LoopStatus.DONE)
        new = NewNode(NodeKind.INSIGHT, "Deadlines rob her of sleep.", sources=(f"step:{step.id}",))
        return mind.memory.remember(new).node.ref
    finally:
        mind.close()


def test_it_is_listed_explained_and_taken_back(
    home: Path,
    reaching: Callable[..., ReachedService],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    ref = infer(home)
    service = reaching(SlowModel())
    service.submit("say", {"text": "My mother is ill.", "surface": "test"}).result()
    service.submit("jobs.wait", {}).result(30)

    def run(*arguments: str, code: ExitCode = ExitCode.DONE) -> str:
        assert main(["--home", str(home), "facts", "inferred", *arguments]) == code
        told = capsys.readouterr()
        return told.out or told.err

    assert f"{ref}  Deadlines rob her of sleep.  [insight, 80% sure" in run()
    (note,) = json.loads(run("--room", "notes", "--json"))["inferred"]
    assert note["text"] == "We spoke."
    assert f"Mira: {SAID}" in run(ref)
    assert "Taken back" in run(ref, "--take-back")
    assert [one["ref"] for one in json.loads(run("--json"))["inferred"]] == [note["ref"]]
    assert "--take-back needs" in run("--take-back", code=ExitCode.USAGE)
    service.submit("forget.withdraw", {"refs": [note["rests"][0]]}).result()
    assert "Nothing is inferred about you." in run()
