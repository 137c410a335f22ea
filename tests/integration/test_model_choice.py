"""Choosing among models that are really here."""

import json
from pathlib import Path

from typer.testing import CliRunner

from companion.bootstrap import build_mind, open_embedder, open_vault
from companion.cli.invocation import Invocation
from companion.cli.program.models import app
from companion.doctor.models import models as examine
from companion.home import Home
from companion.preferences import PreferenceFile, Preferences
from engine.models import standard_store
from engine.trail import LoopStatus, StepKind
from engine.vault import DataKey


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
    assert [row["name"] for row in rows if row["used_for"] == ["day", "night"]] == ["qwen2.5-coder-0.5b"]


def test_a_home_remembers_by_the_sentence_model_it_is_told(tmp_path: Path) -> None:
    invocation = Invocation(tmp_path, as_json=False)
    result = CliRunner().invoke(app, ["use", "minilm-l6"], obj=invocation)
    assert result.exit_code == 0
    assert "next start" in result.stdout
    preferences = PreferenceFile(tmp_path).load().preferences
    assert (preferences.sentence_model, preferences.day_model) == ("minilm-l6", Preferences().day_model)
    rows = json.loads(CliRunner().invoke(app, ["list", "--json"], obj=invocation).stdout)["models"]
    assert [row["name"] for row in rows if "meaning" in row["used_for"]] == ["minilm-l6"]
    away = CliRunner().invoke(app, ["use", "multilingual-e5-small"], obj=invocation)
    assert away.exit_code != 0
    assert PreferenceFile(tmp_path).load().preferences.sentence_model == "minilm-l6"


def test_what_is_kept_is_found_by_meaning_after_another_model_was_chosen(tmp_path: Path) -> None:
    """Steps, facts and memories get a vector in the new space, and the heads go on in theirs."""
    key = DataKey(b"k" * 32)
    first = build_mind(open_vault(tmp_path / "mind.db", key))
    loop = first.trail.open_loop("window", "1@0", "utterance")
    step = first.trail.record(loop, StepKind.UTTERANCE, "Peanuts make my throat swell up.", "person")
    first.trail.close_loop(loop.id, LoopStatus.DONE)
    first.trail.catch_up()
    first.close()
    second = build_mind(open_vault(tmp_path / "mind.db", key), sentences="minilm-l6")
    assert second.trail.space == "minilm-l6"
    assert second.trail.catch_up() == 1
    assert second.trail.search("Which food am I allergic to?", 1)[0].step.id == step.id
    assert second.conversation.register_classifier is not None
    second.close()


def test_one_that_cannot_be_opened_leaves_the_starter_and_says_so() -> None:
    embedder, fault = open_embedder(standard_store(), "mpnet-base")
    assert embedder is not None
    assert embedder.space == "minilm-l6-v2"
    assert fault
    embedder.close()


def test_who_speaks_another_language_than_it_remembers_in_is_told_the_remedy(tmp_path: Path) -> None:
    keeper = PreferenceFile(tmp_path)
    keeper.change(spoken_language="de")
    (found,) = [one for one in examine(Home(tmp_path)) if one.name == "sentence model"]
    assert "multilingual-e5-small" in found.remedy
    keeper.change(spoken_language="en")
    assert not [one for one in examine(Home(tmp_path)) if one.name == "sentence model"]
    keeper.change(sentence_model="mpnet-base")
    (found,) = [one for one in examine(Home(tmp_path)) if one.name == "sentence model"]
    assert "not installed" in found.detail
    assert "install mpnet-base" in found.remedy
