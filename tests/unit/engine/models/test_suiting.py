import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import Machine, Pace, expected_pace, fits, load_catalogue, recommended
from engine.models.records import ModelRole

GIB = 1 << 30
CATALOGUE = load_catalogue()
LANGUAGE = CATALOGUE.of_role(ModelRole.LANGUAGE)


@pytest.mark.parametrize(
    ("cores", "gibibytes", "name"),
    [
        (2, 23, "qwen2.5-coder-1.5b"),
        (1, 4, "qwen2.5-coder-0.5b"),
        (4, 16, "qwen3-4b"),
        (8, 32, "qwen3-8b"),
        (8, 8, "qwen3-4b"),
    ],
)
def test_what_suits_a_machine(cores, gibibytes, name):
    assert recommended(CATALOGUE, Machine(cores, gibibytes * GIB), {}).name == name


def test_a_machine_that_holds_none_is_recommended_none():
    assert recommended(CATALOGUE, Machine(2, GIB), {}) is None


def test_what_was_measured_tells_the_others():
    small = CATALOGUE.get("qwen2.5-coder-0.5b")
    measured = {small.name: Pace(200, 30, measured=True)}
    larger = CATALOGUE.get("qwen2.5-coder-1.5b")
    machine = Machine(2, 16 * GIB)
    assert expected_pace(small, machine, measured, LANGUAGE) is measured[small.name]
    told = expected_pace(larger, machine, measured, LANGUAGE)
    assert told.written_per_s == pytest.approx(30 * small.bytes / larger.bytes)
    assert not told.measured


@given(st.integers(1, 128), st.integers(1, 512))
def test_what_is_recommended_fits_and_more_of_a_machine_never_means_a_smaller_one(cores, gibibytes):
    machine, more = Machine(cores, gibibytes * GIB), Machine(cores + 1, (gibibytes + 1) * GIB)
    found, better = recommended(CATALOGUE, machine, {}), recommended(CATALOGUE, more, {})
    assert found is None or (fits(found, machine) and better is not None)
    fast = found and expected_pace(found, machine, {}, LANGUAGE).written_per_s >= 7
    assert not fast or better.bytes >= found.bytes
