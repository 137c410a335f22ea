"""A home whose model was measured: its budgets, and what the doctor says of its memory."""

from pathlib import Path

import pytest

from companion.bootstrap import chosen_settings
from companion.cli.bench.speed import measure_and_keep
from companion.doctor import CheckState, examine
from companion.home import Home
from companion.preferences import PreferenceFile, Preferences
from engine.language import support_budget
from engine.settings import CacheType

pytestmark = pytest.mark.model
NAME = "qwen2.5-coder-0.5b"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    PreferenceFile(tmp_path).save(Preferences(day_model=NAME))
    return Home(tmp_path)


def test_the_measured_speed_is_kept_and_sizes_the_support(home: Home) -> None:
    figures = measure_and_keep(home, "", 0.1)
    assert figures.model == NAME
    assert figures.speed.read_per_s > figures.speed.written_per_s > 0
    kept = PreferenceFile(home.path).load().preferences
    assert kept.speeds == {NAME: figures.speed}
    assert chosen_settings(kept).prompt.support_tokens == support_budget(figures.speed.read_per_s)


def test_the_doctor_tells_the_memory_of_the_model_and_of_its_cache(home: Home) -> None:
    def detail() -> str:
        check = next(check for check in examine(home, None) if check.name == "model memory")
        assert check.state is not CheckState.FAULT
        return check.detail

    exact = detail()
    assert "12288 bytes a token (f16)" in exact
    assert "weights 491 MB" in exact
    assert "q8_0: 6528 bytes a token" in exact
    PreferenceFile(home.path).save(Preferences(day_model=NAME, cache_type=CacheType.Q4_0))
    assert "3456 bytes a token (q4_0)" in detail()
