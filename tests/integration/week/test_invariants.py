"""What must never be of a mind is seen where it is: each invariant is broken once."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.mind import Mind
from engine.trail import MoodPoint
from engine.vault import Health
from tests.scenarios.invariants import Invariants, integrity
from tests.scenarios.player import Player, listening

ONE_TURN = """
title = "One turn"
zone = "Europe/Berlin"
[[moment]]
name = "Now"
at = 2026-02-09T09:00:00
[[moment.turn]]
says = "My cat is called Pixel."
answers = "I will ask about Pixel."
keeps = true
[moment.turn.reflects]
promises = ["ask about Pixel"]
noticed = [{ kind = "prediction", text = "My cat is called Pixel for ever" }]
"""


@pytest.fixture
def mind(tmp_path: Path, player_of: Callable[[Path], Player]) -> Iterator[Mind]:
    """After one turn."""
    path = tmp_path / "one.toml"
    path.write_text(ONE_TURN, "utf-8")
    player = player_of(path)
    assert not next(player.play()).complaints
    return player.mind


def test_nothing_is_broken_of_a_sound_mind(mind: Mind) -> None:
    assert Invariants().broken(mind) == []


@pytest.mark.mood
def test_a_mood_beyond_its_bounds(mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    assert mind.mood is not None
    state = mind.mood.state()
    beyond = replace(state, point=MoodPoint(1.2, 0.5, 0.5), temperament=MoodPoint(0.2, 0.5, 0.65))
    monkeypatch.setattr(mind.mood, "state", lambda: beyond)
    mood, temperament = Invariants().broken(mind)
    assert "the mood is out of bounds" in mood
    assert "pulled too far" in temperament


def test_an_item_whose_beginning_changes(mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    invariants = Invariants()
    assert invariants.broken(mind) == []
    (item,) = mind.intent.items.all()
    changes = {"first_seen": item.first_seen + timedelta(days=1), "carried": 5}
    monkeypatch.setattr(mind.intent.items, "all", lambda: [item.model_copy(update=changes)])
    first_seen, carried = invariants.broken(mind)
    assert "was first seen at another time" in first_seen
    assert "was carried 0, then 5 times" in carried


@pytest.mark.parametrize("changes", [{"quote": ""}, {"quote": "My dog"}, {"source_step_ids": ()}])
def test_a_fact_that_nobody_said(
    mind: Mind, monkeypatch: pytest.MonkeyPatch, changes: dict[str, object]
) -> None:
    facts = [fact.model_copy(update=changes) for fact in mind.person.facts()]
    monkeypatch.setattr(mind.person, "facts", lambda: facts)
    assert Invariants().broken(mind) == ["nobody said the fact “My cat is called Pixel.”"]


def test_a_belief_that_is_too_sure_and_rests_on_nothing(mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    (foreseen,) = mind.cognition.predictions.all()
    changed = foreseen.model_copy(update={"confidence": 0.9, "cites": ()})
    monkeypatch.setattr(mind.cognition.predictions, "all", lambda: [changed])
    sure, groundless = Invariants().broken(mind)
    assert "held with 0.900, more than 0.85" in sure
    assert "rests on nothing" in groundless


def test_a_reflection_that_is_lost_and_a_round_that_hangs(mind: Mind) -> None:
    with mind.vault.unit() as unit:
        unit.execute("UPDATE reflections SET outcome = 'text_only', raw = ''")
        unit.commit()
    mind.trail.open_loop("window", "1@0", "utterance")
    lost, hanging = Invariants().broken(mind)
    assert "neither valid nor kept" in lost
    assert "was never closed" in hanging


def test_a_vault_that_is_damaged(mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(integrity(mind)) == []
    monkeypatch.setattr(mind.vault, "check", lambda: Health(ok=False, problems=("page 3",)))
    assert list(integrity(mind)) == ["the vault is damaged: page 3"]


def test_what_the_house_complains_of_is_heard() -> None:
    with listening() as warnings:
        logging.getLogger("engine.errors").error("the turn goes on without %s", "memory")
        logging.getLogger("engine.trail").info("nothing")
    assert warnings.taken() == ["engine.errors: the turn goes on without memory"]
    assert warnings.taken() == []
