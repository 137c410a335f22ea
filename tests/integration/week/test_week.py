"""A week and a month, played from `tests/scenarios/week.toml` through the real mind with a scripted model."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.memory import Profile
from tests.benchmarks import week
from tests.scenarios.expecting import unmet
from tests.scenarios.player import Player
from tests.scenarios.records import read_scenario
from tests.scenarios.script import Part
from tests.scenarios.transcript import transcript

WEEK = Path(__file__).parents[2] / "scenarios" / "week.toml"


def test_a_week_and_a_month_hold(player_of: Callable[[Path], Player]) -> None:
    faults = [fault for played in player_of(WEEK).play() for fault in unmet(played)]
    assert not faults, "\n" + "\n".join(faults)


def test_what_is_played_twice_is_told_alike(player_of: Callable[[Path], Player]) -> None:
    first, second = (transcript("A week", [], list(player_of(WEEK).play(4))) for _ in range(2))
    assert first == second
    for words in (
        "## Tuesday 10 February, 07:45 (19 hours later)",
        "**Mira:** And the bread?",
        "promised: “ask how the interview went”",
        "Seems done: “look up the bread recipe”",
        "plan “Book the hall”, carried 1",
        "Foreseen: “The interview at the harbour office goes well” by 2026-02-11 (pending)",
    ):
        assert words in first
    assert "Broken" not in first


def test_whatever_a_model_says_the_week_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """As the benchmark plays it, with a model that promises nothing and notices nothing."""
    scenario = read_scenario(WEEK)
    moments = list(week.play(scenario, Part().model(), Profile.FULL, 5))
    assert capsys.readouterr().out.count("holds ") == 5
    told = week.figures("silent", 1.0, moments)
    assert "5 moments, 8 turns" in told
    document = transcript(scenario.title, [told], moments)
    assert "There is no item “ask how the interview went”." in document
    assert "Broken" not in document
