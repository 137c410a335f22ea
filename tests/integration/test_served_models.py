"""A home whose model is behind a server: chosen, loaded, examined."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion.cli.invocation import Invocation
from companion.cli.program.models import app
from companion.doctor.models import models as examine
from companion.doctor.records import Check
from companion.home import Home
from companion.host import InstalledModels
from companion.preferences import PreferenceFile, Preferences
from engine.errors import CompanionError, InvalidInputError
from engine.language import (
    AddressRefusedError,
    ModelNotServedError,
    RemoteModel,
    ScriptedModel,
    ServerDownError,
)
from engine.models import standard_store
from tests.integration.remote.servers import SERVED, OllamaServer, free_port, ollama_server


@pytest.fixture(scope="module")
def server() -> Iterator[OllamaServer]:
    with ollama_server(ScriptedModel(lambda _: "Hello.")) as made:
        yield made


@pytest.fixture
def name(server: OllamaServer) -> str:
    return f"ollama:{server.url}#{SERVED}"


def use(home: Path, *words: str) -> Result:
    result = CliRunner().invoke(app, ["use", *words], obj=Invocation(home, as_json=False))
    if isinstance(result.exception, CompanionError):
        raise result.exception
    return result


def chosen(home: Path) -> Preferences:
    return PreferenceFile(home).load().preferences


def finding(home: Path, name: str) -> Check:
    return next(check for check in examine(Home(home)) if check.name == name)


def test_a_server_is_chosen_and_talks(tmp_path: Path, name: str) -> None:
    assert name in use(tmp_path, name).stdout
    assert chosen(tmp_path).day_model == name
    model = InstalledModels(standard_store(), PreferenceFile(tmp_path)).load(None, lambda _: None)
    assert isinstance(model, RemoteModel)
    assert model.info.name == f"ollama:{SERVED}"
    listing = CliRunner().invoke(app, ["list"], obj=Invocation(tmp_path, as_json=False)).stdout
    assert f"day: {name}" in listing
    assert "on this machine" in finding(tmp_path, "language model").detail


def test_nothing_is_kept_of_what_does_not_answer(tmp_path: Path, server: OllamaServer) -> None:
    with pytest.raises(ModelNotServedError):
        use(tmp_path, f"ollama:{server.url}#other")
    with pytest.raises(ServerDownError):
        use(tmp_path, f"openai:http://127.0.0.1:{free_port()}#small")
    with pytest.raises(InvalidInputError):
        use(tmp_path, "openai:small")
    assert not tmp_path.joinpath("settings.json").exists()


def test_another_machine_is_asked_only_once_it_is_allowed(tmp_path: Path) -> None:
    far = "ollama:http://companion.invalid:11434#small"
    with pytest.raises(AddressRefusedError):
        use(tmp_path, far)
    with pytest.raises(ServerDownError):
        use(tmp_path, far, "--allow-host", "companion.invalid")
    PreferenceFile(tmp_path).save(Preferences(day_model=far))
    assert "another machine" in finding(tmp_path, "language model").detail
    with pytest.raises(AddressRefusedError):
        InstalledModels(standard_store(), PreferenceFile(tmp_path)).load(None, lambda _: None)


def test_a_server_that_went_away_is_not_replaced(tmp_path: Path) -> None:
    gone = f"ollama:http://127.0.0.1:{free_port()}#small"
    PreferenceFile(tmp_path).save(Preferences(day_model=gone))
    with pytest.raises(ServerDownError):
        InstalledModels(standard_store(), PreferenceFile(tmp_path)).load(None, lambda _: None)
    assert "Nobody answers" in finding(tmp_path, "language model").detail


def test_the_night_has_the_days_model_unless_it_has_its_own(tmp_path: Path, name: str) -> None:
    source = InstalledModels(standard_store(), PreferenceFile(tmp_path))
    assert source.load_for_night(lambda _: None) is None
    use(tmp_path, name, "--role", "night")
    night = source.load_for_night(lambda _: None)
    assert isinstance(night, RemoteModel)
    assert chosen(tmp_path).model_for_night() == name != chosen(tmp_path).day_model
    use(tmp_path, name)
    assert source.load_for_night(lambda _: None) is None


def test_a_night_model_that_is_not_here_is_the_days(tmp_path: Path) -> None:
    PreferenceFile(tmp_path).save(Preferences(day_model="qwen2.5-coder-1.5b", night_model="never-made"))
    assert InstalledModels(standard_store(), PreferenceFile(tmp_path)).load_for_night(lambda _: None) is None
    assert "never-made" in finding(tmp_path, "night model").detail
