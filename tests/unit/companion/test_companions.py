"""Who lives in one vault, as it stands in the choices: ids stay, names may change."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.companions import FIRST, Resident, joined
from companion.preferences import PreferenceFile, Preferences
from companion.program.requests import answer
from engine.errors import InvalidInputError


@pytest.fixture
def ask(tmp_path: Path) -> Any:
    def asked(request: str, **parameters: Any) -> dict[str, dict[str, Any]]:
        found = answer(tmp_path, request, parameters, lambda _: None, threading.Event())
        return {one["called"]: one for one in found["companions"]}

    return asked


def test_a_home_begins_with_one_that_has_no_name_yet(ask: Any) -> None:
    assert ask("companions") == {
        "Companion": {"id": FIRST, "called": "Companion", "chosen": True, "listed": True}
    }


def test_the_name_of_before_is_the_first_ones(tmp_path: Path) -> None:
    keeper = PreferenceFile(tmp_path)
    keeper.path.write_text(json.dumps({"companion_name": "Anna", "effort": "quiet"}))
    loaded = keeper.load()
    assert (loaded.warning, loaded.preferences.companion_name, loaded.preferences.effort) == (
        "",
        "Anna",
        "quiet",
    )
    keeper.change(discreet=True)
    assert keeper.load().preferences.companions == (Resident(id=FIRST, name="Anna"),)


def test_another_one_is_chosen_by_name_and_keeps_its_id_under_a_new_one(ask: Any, tmp_path: Path) -> None:
    nova = ask("companions.add", name="  Nova   Lux ")["Nova Lux"]
    assert (nova["id"], nova["chosen"]) == ("nova_lux", False)
    assert ask("companions.use", companion="nova lux")["Nova Lux"]["chosen"]
    assert ask("companions.rename", companion="Nova Lux", name="Nora")["Nora"]["id"] == "nova_lux"
    chosen = PreferenceFile(tmp_path).load().preferences
    assert (chosen.companion, chosen.companion_name) == ("nova_lux", "Nora")
    assert ask("companions.add", name="Nova Lux")["Nova Lux"]["id"] == "nova_lux_2"


def test_its_name_is_a_choice_among_others(ask: Any, tmp_path: Path) -> None:
    ask("companions.add", name="Nova")
    set_to = {"name": "companion_name", "value": "Anna"}
    values = answer(tmp_path, "choices.set", set_to, lambda _: None, threading.Event())["values"]
    assert values["companion_name"] == "Anna"
    assert list(ask("companions")) == ["Anna", "Nova"]


def test_two_have_no_one_name(ask: Any) -> None:
    ask("companions.add", name="Nova")
    for request in ({"name": "nova"}, {"name": "companion"}):
        with pytest.raises(InvalidInputError):
            ask("companions.add", **request)
    with pytest.raises(InvalidInputError):
        ask("companions.rename", companion="Nova", name="")
    with pytest.raises(InvalidInputError, match="not known"):
        ask("companions.use", companion="Nobody")


def test_who_is_left_out_is_back_under_its_name(ask: Any) -> None:
    ask("companions.add", name="Nova")
    with pytest.raises(InvalidInputError, match="spoken with"):
        ask("companions.leave_out", companion=FIRST)
    assert not ask("companions.leave_out", companion="Nova")["Nova"]["listed"]
    assert ask("companions.add", name="nova")["Nova"] == {
        "id": "nova",
        "called": "Nova",
        "chosen": False,
        "listed": True,
    }


def test_whom_a_vault_brings_along_joins_by_the_name_it_had() -> None:
    here = Preferences().companions
    there = joined(here, {FIRST: "Elara", "nova": "Nora", "mute": ""})
    assert [(one.id, one.called) for one in there] == [
        (FIRST, "Companion"),
        ("nova", "Nora"),
        ("mute", "mute"),
    ]


def test_none_is_spoken_with_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="not among them"):
        Preferences(companion="nova")
