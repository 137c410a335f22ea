"""The root command: options, errors, and what it does not load."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.cli import main
from companion.cli.ask import as_document
from companion.cli.exit_codes import ExitCode
from engine.conversation import Recalled, Timings, TurnResult, TurnStatus

ROOT = Path(__file__).parents[4]


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == ExitCode.DONE
    assert capsys.readouterr().out.strip() == __version__


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == ExitCode.DONE
    text = capsys.readouterr().out
    for name in ("ask", "chat", "hello", "doctor", "vault", "models", "backup", "restore"):
        assert name in text


@pytest.mark.parametrize("arguments", [["dance"], ["ask"], ["ask", "--loudly", "x"], ["--home"]])
def test_wrong_usage_is_one_line_with_a_remedy(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == ExitCode.USAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "companion --help" in said.err


def test_an_error_in_json_is_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPANION_PASSPHRASE", raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setattr("keyring.core._keyring_backend", None)  # whatever was chosen before, by other tests
    assert main(["--home", str(tmp_path), "ask", "--json", "Hello"]) == ExitCode.NO_KEY
    said = json.loads(capsys.readouterr().out)
    assert set(said) == {"error", "remedy"}
    assert "COMPANION_PASSPHRASE" in said["remedy"]


def test_json_after_two_dashes_is_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--home", str(tmp_path), "ask", "--", "--json", "too much"]) == ExitCode.USAGE
    assert capsys.readouterr().out == ""


def test_a_place_that_cannot_be_written_is_the_vaults_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert main(["--home", str(tmp_path / "file"), "ask", "Hello"]) == ExitCode.VAULT


def test_ask_loads_neither_qt_nor_torch() -> None:
    probe = (
        "import sys, companion.cli.ask, companion.cli.main;"
        "heavy = {'PySide6', 'torch', 'chromadb', 'sentence_transformers', 'llama_cpp'};"
        "sys.exit(' '.join(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.stderr.strip() == ""


def test_help_loads_no_mind() -> None:
    probe = (
        "import sys; from companion.cli import main; main(['--help']);"
        "heavy = {'numpy', 'sqlcipher3', 'pydantic', 'keyring', 'psutil'};"
        "sys.exit(' '.join(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.stderr.strip() == ""


def test_the_document_of_ask_has_exactly_the_promised_shape() -> None:
    recalled = Recalled(
        id="s_1", kind="step", text="A cat", score=0.5, when="2026-01-01T00:00:00Z", in_stream=False
    )
    timings = Timings(
        recall_ms=1, first_token_s=None, total_s=2, prompt_tokens=3, reused_tokens=4, stages={"hear": 1.0}
    )
    result = TurnResult(
        answer="Meow",
        episode_id="e",
        loop_id="l",
        status=TurnStatus.DONE,
        recalled=(recalled,),
        timings=timings,
    )
    document = as_document(result)
    assert list(document) == ["answer", "episode_id", "loop_id", "recalled", "timings"]
    assert list(document["recalled"][0]) == ["id", "kind", "text", "score", "when", "in_stream"]
    assert list(document["timings"]) == [
        "recall_ms",
        "first_token_s",
        "total_s",
        "prompt_tokens",
        "reused_tokens",
    ]
    assert json.loads(json.dumps(document)) == document
