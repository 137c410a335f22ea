"""A week and a month, played from `tests/scenarios/week.toml` through the real mind with a scripted model."""

from collections.abc import Callable
from pathlib import Path

from tests.scenarios.expecting import unmet
from tests.scenarios.player import Player

WEEK = Path(__file__).parents[2] / "scenarios" / "week.toml"


def test_a_week_and_a_month_hold(player_of: Callable[[Path], Player]) -> None:
    faults = [fault for played in player_of(WEEK).play() for fault in unmet(played)]
    assert not faults, "\n" + "\n".join(faults)
