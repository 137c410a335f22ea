"""Choosing among models that are really here."""

import json
from pathlib import Path

from typer.testing import CliRunner

from companion.cli.invocation import Invocation
from companion.cli.program.models import app
from companion.preferences import PreferenceFile
from engine.models import standard_store


def test_every_starter_model_is_here_and_sound() -> None:
    store = standard_store()
    for model in store.catalogue.starter():
        assert store.path(model.name).is_dir()


def test_a_home_takes_the_model_it_is_told(tmp_path: Path) -> None:
    invocation = Invocation(tmp_path, as_json=False)
    for role in ("day", "night"):
        result = CliRunner().invoke(app, ["use", "qwen2.5-coder-0.5b", "--role", role], obj=invocation)
        assert result.exit_code == 0
    chosen = PreferenceFile(tmp_path).load().preferences
    assert (chosen.day_model, chosen.night_model) == ("qwen2.5-coder-0.5b", "qwen2.5-coder-0.5b")
    rows = json.loads(CliRunner().invoke(app, ["list", "--json"], obj=invocation).stdout)["models"]
    assert [row["name"] for row in rows if row["used_for"]] == ["qwen2.5-coder-0.5b"]
