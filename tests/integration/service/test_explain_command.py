"""`companion ask --explain` through the process that owns the home."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.reach import ReachedService
from engine.conversation import Context
from tests.integration.service.scripted import PASSPHRASE, SlowModel


def test_it_tells_what_an_answer_rested_on(
    home: Path,
    reaching: Callable[..., ReachedService],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    service = reaching(SlowModel())
    service.submit("say", {"text": "My cat is called Tom.", "surface": "test"}).result()
    asked = ["--home", str(home), "ask", "What is my cat called?", "--explain", "--focus", "4"]
    assert main([*asked, "--json"]) == ExitCode.DONE
    document = json.loads(capsys.readouterr().out)
    context = Context.model_validate(document["context"])
    assert (context.loop_id, context.focus.name) == (document["loop_id"], "deep")
    assert len(context.steps) == 9
    assert main(asked) == ExitCode.DONE
    printed = capsys.readouterr().out
    for words in (
        "What this rested on",
        "The nine steps",
        "synthesis",
        "policy",
        "all of it",
    ):
        assert words in printed
