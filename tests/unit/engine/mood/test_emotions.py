"""The table of emotions: complete, in its bounds and quadrants, grounded, and told apart."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given

from engine.memory.finding.formulas import quadrant
from engine.mood import emotions, named, point_of_word
from engine.mood.emotions import norms
from engine.mood.formulas.affect import distance
from engine.settings import MemorySettings, MoodSettings
from engine.trail import MoodPoint
from tests.unit.engine.mood.points import POINTS, within

SETTINGS = MoodSettings()
DOCUMENT = {  # [E] §3.2
    "positive, high energy": {"excited", "proud", "amused", "energized", "playful"},
    "positive, low energy": {"content", "peaceful", "tender", "relieved", "satisfied"},
    "negative, high energy": {"frustrated", "anxious", "irritated", "restless", "overwhelmed"},
    "negative, low energy": {"sad", "tired", "withdrawn", "discouraged", "drained"},
    "neutral, high energy": {"focused", "curious", "alert", "anticipating", "determined"},
    "high openness": {"vulnerable", "warm", "intimate", "raw", "present"},
}


def test_there_are_38_in_six_quadrants_with_the_documents_names() -> None:
    assert len({one.name for one in emotions()}) == 38
    assert Counter(one.quadrant for one in emotions()).keys() == DOCUMENT.keys()
    for region, names in DOCUMENT.items():
        assert names <= {one.name for one in emotions() if one.quadrant == region}


@pytest.mark.parametrize("one", emotions(), ids=lambda one: one.name)
def test_each_lies_within_the_bounds_in_its_quadrant_and_has_its_own_name(one) -> None:
    assert within(one.point)
    assert quadrant(one.point, MemorySettings()).value == one.quadrant
    nearest = named(one.point, SETTINGS)[0]
    assert (nearest.name, nearest.intensity) == (one.name, 1.0)


def test_no_two_are_alike() -> None:
    for a, b in combinations(emotions(), 2):
        assert distance(a.point, b.point, SETTINGS) > 0.05, (a.name, b.name)


@pytest.mark.parametrize("one", emotions(), ids=lambda one: one.name)
def test_each_is_grounded_in_its_norm(one) -> None:
    """Within 0.20 of the mean pleasure and 0.15 of the mean arousal, or the table says why not."""
    rated = [norms()[term] for term in one.norm]
    pleasure = sum(row[0] for row in rated) / len(rated)
    arousal = sum(row[1] for row in rated) / len(rated)
    near = abs(one.point.valence - pleasure) <= 0.2 and abs(one.point.energy - (1 + arousal) / 2) <= 0.15
    assert near != bool(one.moved)


def test_every_norm_is_used_and_is_a_mean_rating() -> None:
    assert {term for one in emotions() for term in one.norm} == set(norms())
    assert all(-1 <= value <= 1 for row in norms().values() for value in row)


@given(POINTS)
def test_any_mood_has_three_names_nearest_first(point: MoodPoint) -> None:
    found = named(point, SETTINGS)
    assert len({one.name for one in found}) == 3
    intensities = [one.intensity for one in found]
    assert intensities == sorted(intensities, reverse=True)
    assert all(0 <= one <= 1 for one in intensities)


def test_the_words_of_continuity_are_points_too() -> None:
    words = ["joy", "curiosity", "concern", "grief", "frustration", "excitement", "calm", "neutral", "warmth"]
    words += ["playful"]
    points = [point_of_word(word) for word in words]
    assert all(point is not None and within(point) for point in points)
    assert len(set(points)) == len(words)
    assert point_of_word("grief") == point_of_word("grieving")
    assert point_of_word("hangry") is None
