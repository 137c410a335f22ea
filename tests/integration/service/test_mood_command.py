"""`companion mood` and `companion mode` through the process that owns the home."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.reach import ReachedService
from tests.integration.service.scripted import PASSPHRASE, SlowModel


@pytest.mark.mood
def test_it_shows_changes_and_lets_go(
    home: Path,
    reaching: Callable[..., ReachedService],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    service, heard = reaching(SlowModel()), list[str]()
    service.listen(lambda event: heard.append(event["event"]))
    service.submit("say", {"text": "Good morning.", "surface": "test"}).result()

    def run(*arguments: str) -> str:
        assert main(["--home", str(home), *arguments]) == ExitCode.DONE
        return capsys.readouterr().out

    state = json.loads(run("mood", "--json"))
    assert state["mode"] is None
    assert len(state["emotions"]) == 3
    assert run("mood").count("valence") == 2
    assert json.loads(run("mode", "soft", "--json"))["point"] == {
        "valence": 0.6,
        "energy": 0.3,
        "openness": 0.8,
    }
    assert "* soft" in run("mode")
    assert json.loads(run("mode", "off", "--json"))["mode"] is None
    heard.clear()
    nudged = json.loads(run("mood", "nudge", "--valence", "-0.5", "--reason", "bad news", "--json"))
    assert nudged["point"]["valence"] == pytest.approx(0.1)
    assert "mood" in heard, "whoever shows it is told"
    assert "bad news" in run("mood", "journal")
    made = json.loads(run("mood", "imprint", "The bad news.", "--strength", "0.8", "--json"))["imprint"]
    assert "The bad news." in run("mood", "imprints")
    run("mood", "let-go", made["id"])
    run("mood", "carry", made["id"])
    run("mood", "let-go", made["id"])
    assert json.loads(run("mood", "imprints", "--json"))["imprints"] == []
    assert [one["faded"] for one in json.loads(run("mood", "imprints", "--all", "--json"))["imprints"]] == [
        True
    ]
    assert json.loads(run("mood", "arcs", "--json"))["arc"]["pattern"] == "crash"
    assert state["temperament"] == json.loads(run("mood", "reset", "--json"))["temperament"]
    assert main(["--home", str(home), "mode", "pirate"]) != ExitCode.DONE
    assert main(["--home", str(home), "mood", "let-go", "i_none"]) != ExitCode.DONE
