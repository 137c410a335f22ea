import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from companion.cli.invocation import Invocation
from companion.cli.program.models import app
from companion.preferences import PreferenceFile
from engine.errors import CompanionError, InvalidInputError
from engine.models import NotInstalledError, load_catalogue


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    return tmp_path / "home"


def run(home: Path, *arguments: str) -> Result:
    result = CliRunner().invoke(app, list(arguments), obj=Invocation(home, as_json=False))
    if isinstance(result.exception, CompanionError):
        raise result.exception
    return result


def listed(home: Path) -> dict[str, dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(run(home, "list", "--json").stdout)["models"]
    return {row["name"]: row for row in rows}


def pretend_installed(home: Path, name: str) -> None:
    """Sparse files of the right size: enough for everything but loading."""
    for file in load_catalogue().get(name).files:
        path = home.parent / "models" / name / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            stream.truncate(file.bytes)


def test_the_list_tells_what_is_here_and_what_is_used(home: Path) -> None:
    assert not listed(home)["minilm-l6"]["installed"]
    pretend_installed(home, "minilm-l6")
    rows = listed(home)
    assert rows["minilm-l6"]["installed"]
    assert rows["qwen2.5-coder-1.5b"]["used_for"] == ["day", "night"]
    table = run(home, "list").stdout
    assert "●★" in table
    assert "Apache-2.0" in table


def test_a_dry_run_names_the_starter_pack_and_fetches_nothing(home: Path) -> None:
    result = json.loads(run(home, "install", "--starter", "--dry-run", "--json").stdout)
    names = {row["name"] for row in result["would_install"]}
    assert names == {model.name for model in load_catalogue().starter()}
    assert not (home.parent / "models").exists()


@pytest.mark.parametrize(
    "arguments", [[], ["--starter", "minilm-l6"], ["--file", "/nowhere"], ["--file", __file__]]
)
def test_unclear_wishes_are_refused(home: Path, arguments: list[str]) -> None:
    with pytest.raises(InvalidInputError):
        run(home, "install", *arguments)


def test_only_a_model_that_talks_or_remembers_and_is_here_can_be_chosen(home: Path) -> None:
    with pytest.raises(InvalidInputError):
        run(home, "use", "whisper-base")
    for name in ("qwen2.5-coder-0.5b", "multilingual-e5-small"):
        with pytest.raises(NotInstalledError):
            run(home, "use", name)
    assert not home.exists()


def test_a_removed_model_is_gone_and_a_used_one_is_warned_about(home: Path) -> None:
    pretend_installed(home, "qwen2.5-coder-1.5b")
    result = run(home, "remove", "qwen2.5-coder-1.5b", "--dry-run")
    assert "in use" in result.stderr
    assert listed(home)["qwen2.5-coder-1.5b"]["installed"]
    run(home, "remove", "qwen2.5-coder-1.5b")
    assert not listed(home)["qwen2.5-coder-1.5b"]["installed"]


def test_a_damaged_settings_file_is_said(home: Path) -> None:
    home.mkdir()
    PreferenceFile(home).path.write_text("{")
    assert "damaged" in run(home, "list").stderr


def test_a_quantised_cache_is_chosen_with_a_model_and_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.program.models._check_installed", lambda _name: None)
    run(home, "use", "qwen2.5-coder-0.5b", "--cache", "q8_0")
    run(home, "use", "qwen2.5-coder-1.5b")
    assert PreferenceFile(home).load().preferences.cache_type == "q8_0"
    assert run(home, "use", "qwen2.5-coder-0.5b", "--cache", "q3").exit_code != 0
