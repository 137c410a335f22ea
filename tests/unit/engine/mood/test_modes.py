"""Seven modes: where they jump to, and which is suggested."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mood import Mode, UnknownModeError
from engine.mood.formulas.drift import home
from engine.mood.modes import fitting, mode_named, preset
from engine.settings import MoodSettings
from engine.trail import MoodPoint
from tests.unit.engine.mood.points import POINTS, within

SETTINGS = MoodSettings()


@pytest.mark.parametrize("mode", Mode)
def test_each_has_its_place(mode: Mode) -> None:
    assert within(preset(mode, SETTINGS))
    assert mode_named(f" {mode.value.upper()} ") is mode


@given(st.text(max_size=12))
def test_another_name_is_refused_with_those_there_are(name: str) -> None:
    if name.strip().casefold() not in set(Mode):
        with pytest.raises(UnknownModeError, match="dev, soft"):
            mode_named(name)


@given(POINTS, st.integers(0, 23), st.sampled_from(Mode))
def test_none_is_suggested_while_one_holds_and_some_never(point: MoodPoint, hour: int, active: Mode) -> None:
    assert fitting(point, active, hour, SETTINGS) is None
    found = fitting(point, None, hour, SETTINGS)
    assert found is None or found.mode not in {Mode.COLD, Mode.GIRLFRIEND}
    assert found is None or found.mode is not Mode.DRIFT or hour < 5


def test_what_lies_near_is_suggested() -> None:
    assert fitting(home(SETTINGS), None, 12, SETTINGS) is None
    assert fitting(MoodPoint(-0.6, 0.8, 0.3), None, 12, SETTINGS) is None
    lively = fitting(MoodPoint(0.7, 0.75, 0.6), None, 12, SETTINGS)
    assert lively is not None
    assert (lively.mode, lively.reason) == (Mode.PLAYFUL, "It feels light between you.")
    late = [fitting(MoodPoint(0.5, 0.3, 0.8), None, hour, SETTINGS) for hour in (2, 14)]
    assert [None if one is None else one.mode for one in late] == [Mode.DRIFT, Mode.THERAPIST]
