"""A mind is built with the chosen profile, and with budgets that follow what was measured of its model."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bootstrap import build_mind, chosen_settings, open_vault
from companion.preferences import Preferences, Speed
from engine.language import support_budget
from engine.models import standard_store
from engine.settings import Settings


def test_without_a_measurement_the_defaults_stay() -> None:
    other = Speed(read_per_s=300, written_per_s=60)
    assert chosen_settings(Preferences(speeds={"another": other})) == Settings()


@given(st.floats(1, 10_000))
def test_the_support_follows_the_speed_of_the_model_that_talks(speed: float) -> None:
    measured = Speed(read_per_s=speed, written_per_s=1)
    chosen = Preferences(
        day_model="one", speeds={"one": measured, "two": Speed(read_per_s=77, written_per_s=1)}
    )
    assert chosen_settings(chosen).prompt.support_tokens == support_budget(speed)


def test_the_night_keeps_the_hours_that_are_chosen() -> None:
    chosen = Preferences(
        night_from=23, night_every_hours=4, night_quiet_from=9, night_quiet_until=18, night_most_hours=3
    )
    night = chosen_settings(chosen).night
    assert (night.chain_from, night.interval_hours, night.most_hours) == (23, 4, 3)
    assert (night.quiet_from, night.quiet_until) == (9, 18)


def test_a_mind_that_names_no_profile_is_built_with_the_one_of_this_run(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    models = standard_store({"COMPANION_MODELS": str(tmp_path)})
    mind = build_mind(open_vault(None, None), models=models)
    assert (mind.mood is None) == (request.config.getoption("--profile") == "cognitive")
    mind.close()
