"""`companion recall` through the process that owns the home."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.reach import ReachedService
from tests.integration.service.scripted import PASSPHRASE, SlowModel


def test_it_asks_the_owner_and_prints(
    home: Path,
    reaching: Callable[..., ReachedService],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    service = reaching(SlowModel())
    said = {"text": "My cat is called Tom.", "surface": "test"}
    service.submit("say", said).result()
    assert service.is_owner
    assert main(["--home", str(home), "recall", "the cat", "--kind", "utterance", "--json"]) == ExitCode.DONE
    (found,) = json.loads(capsys.readouterr().out)["results"]
    assert (found["from"], found["kind"], found["text"]) == ("trail", "utterance", "My cat is called Tom.")
    assert main(["--home", str(home), "recall", "the cat", "--kind", "utterance"]) == ExitCode.DONE
    printed = capsys.readouterr().out
    assert "[utterance]" in printed
    assert f"{found['ref']}  ← {found['sources'][0]}" in printed
    assert main(["--home", str(home), "recall", "the cat", "--kind", "dance"]) != ExitCode.DONE
