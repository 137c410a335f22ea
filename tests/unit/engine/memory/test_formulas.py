import math
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.memory import (
    Ageing,
    Feeling,
    NodeKind,
    Profile,
    check_consolidation,
    check_merge,
    decayed_strength,
    emotional_resonance,
    gravity,
    hybrid_score,
    is_weak,
    order_by_gravity,
    recall_score,
    strengthened,
)
from engine.memory.finding import quadrant
from engine.settings import MemorySettings
from engine.trail import MoodPoint
from tests.unit.engine.memory.made import NOW, feelings, node, points, resonances, shares

SET = MemorySettings()
days = st.floats(0, 3650)
kinds = st.sampled_from(NodeKind)


@pytest.mark.parametrize(
    ("importance", "age", "expected"), [(1.0, 60, 0.5), (1.0, 120, 0.25), (0.7, 1, 0.692)]
)
def test_the_documents_gravities(importance, age, expected):
    old = node(NodeKind.ANCHOR, importance=importance, confirmed_at=NOW - timedelta(days=age))
    assert gravity(old, NOW, SET) == pytest.approx(expected, abs=1e-3)


@given(shares, days, days)
def test_gravity_only_sinks_until_it_is_confirmed(importance, first, second):
    earlier, later = sorted((first, second))
    one = node(NodeKind.ANCHOR, importance=importance)
    before = gravity(one, NOW + timedelta(days=earlier), SET)
    after = gravity(one, NOW + timedelta(days=later), SET)
    assert SET.least_gravity <= after <= before <= max(importance, SET.least_gravity)


@given(shares, days)
def test_the_core_does_not_age(importance, age):
    core = node(NodeKind.CORE, importance=importance, person=None)
    assert gravity(core, NOW + timedelta(days=age), SET) == importance


@given(shares, st.floats(-1000, 0))
def test_a_clock_set_back_makes_nothing_heavier(importance, age):
    one = node(NodeKind.ANCHOR, importance=importance)
    assert gravity(one, NOW + timedelta(days=age), SET) == max(importance, SET.least_gravity)


@given(st.lists(st.tuples(shares, days), max_size=8))
def test_the_order_is_by_gravity_and_stable(rows):
    nodes = [
        node(NodeKind.ANCHOR, str(at), importance=importance, confirmed_at=NOW - timedelta(days=age))
        for at, (importance, age) in enumerate(rows)
    ]
    ordered = order_by_gravity(nodes, NOW, SET)
    pulls = [gravity(one, NOW, SET) for one in ordered]
    assert pulls == sorted(pulls, reverse=True)
    assert sorted(one.text for one in ordered) == sorted(one.text for one in nodes)
    alike = [int(one.text) for one in ordered if gravity(one, NOW, SET) == SET.least_gravity]
    assert alike == sorted(alike)


@given(shares, st.integers(0, 1000), st.integers(0, 1000))
def test_strengthening_is_bounded_and_grows_with_use(strength, first, second):
    fewer, more = sorted((first, second))
    assert strength <= strengthened(strength, fewer, SET) <= strengthened(strength, more, SET) <= 1
    assert strengthened(strength, more, SET) <= strength + 0.15 + 1e-12
    assert strengthened(0.0, 1, SET) == 0.05
    assert strengthened(0.0, 3, SET) == pytest.approx(0.15)


@given(kinds, shares, days, st.none() | days)
def test_decay_touches_only_what_ages_and_lies_idle(kind, strength, idle, recalled):
    long_ago = NOW - timedelta(days=idle)
    one = node(
        kind, strength=strength, created_at=long_ago, confirmed_at=long_ago,
        recalled_at=None if recalled is None else NOW - timedelta(days=recalled),
    )  # fmt: skip
    left = decayed_strength(one, NOW, SET)
    untouched = min(idle, math.inf if recalled is None else recalled)
    if kind.row.ageing not in {Ageing.GRADUAL, Ageing.SLOW} or untouched <= 30:
        assert left == strength
    else:
        rate = 0.02 if kind.row.ageing is Ageing.GRADUAL else SET.slow_fading
        assert left == max(strength - rate, 0)
    assert one.importance == 0.5


@given(kinds, shares, shares)
def test_only_the_weak_and_unprotected_are_put_away(kind, strength, importance):
    weak = is_weak(node(kind, strength=strength, importance=importance), SET)
    assert weak == (strength < 0.15 and not kind.row.protected and importance < 0.9)


@given(feelings, feelings, shares)
def test_resonance_lies_within_its_weights(encoded, current, importance):
    felt = emotional_resonance(encoded, current, importance, SET)
    assert 0 <= felt <= 1.0 + 1e-9
    alike = emotional_resonance(encoded, encoded, importance, SET)
    assert alike >= 0.75 + 0.1 * importance + 0.08 - 1e-9


@given(feelings, feelings, shares)
def test_resonance_is_the_documents_formula(encoded, current, importance):
    a, b = encoded.point, current.point
    bonus = 0.0
    if encoded.label is not None and encoded.label == current.label:
        bonus = 0.15
    elif quadrant(a, SET) is quadrant(b, SET):
        bonus = 0.08
    expected = (
        max(0.0, 1 - abs(a.valence - b.valence)) * 0.45
        + (1 - abs(a.energy - b.energy)) * 0.20
        + (1 - abs(a.openness - b.openness)) * 0.10
        + importance * 0.10
        + bonus
    )
    assert emotional_resonance(encoded, current, importance, SET) == pytest.approx(expected)


def test_opposite_valences_do_not_count_against():
    glad, sad = Feeling(MoodPoint(1, 0, 0)), Feeling(MoodPoint(-1, 0, 0))
    assert emotional_resonance(glad, sad, 0.0, SET) == pytest.approx(0.30)


@given(shares, st.none() | feelings, st.none() | feelings, shares, st.sampled_from(Profile))
def test_recall_blends_mood_by_three_tenths(near, encoded, mood, importance, profile):
    one = node(importance=importance, feeling=encoded)
    score = recall_score(near, one, mood, profile, SET)
    if encoded is None or mood is None or profile is Profile.COGNITIVE:
        assert score == near
    else:
        felt = emotional_resonance(encoded, mood, importance, SET)
        assert score == pytest.approx(near * 0.7 + felt * 0.3)


@given(shares, shares, st.none() | resonances)
def test_hybrid_search_scores_by_the_documents_formula(near, importance, felt):
    one = node(importance=importance, resonance=felt)
    intensity = felt.intensity if felt else 0.0
    expected = near * 0.7 + (importance + intensity) / 2 * 0.3
    assert hybrid_score(near, one, Profile.FULL, SET) == pytest.approx(expected)
    flat = hybrid_score(near, one, Profile.COGNITIVE, SET)
    assert flat == pytest.approx(near * 0.7 + importance / 2 * 0.3)


@given(points)
def test_every_point_lies_in_one_quadrant(point):
    assert quadrant(point, SET) is quadrant(point, SET)


def unit(angle):
    return np.array([math.cos(angle), math.sin(angle)], np.float32)


angles = st.floats(0, math.pi)


@given(angles, angles, angles)
def test_the_half_drift_rule(fresh, standing, merged):
    check = check_merge(unit(fresh), unit(standing), unit(merged))
    original = math.cos(fresh - standing)
    assert check.least_to_fresh == pytest.approx((1 + original) / 2, abs=1e-5)
    near = math.cos(merged - fresh) - (1 + original) / 2
    whole = math.cos(merged - standing) - original
    if abs(near) > 1e-5 and abs(whole) > 1e-5:
        assert check.valid == (near > 0 and whole > 0)


@given(angles, angles)
def test_the_fresh_text_itself_never_drifts(fresh, standing):
    check = check_merge(unit(fresh), unit(standing), unit(fresh))
    assert check.merged_to_fresh == pytest.approx(1, abs=1e-5)
    assert check.merged_to_standing == check.original
    assert check.valid


@given(st.lists(angles, min_size=1, max_size=5), angles)
def test_the_rule_of_sleep(sources, merged):
    vectors = [unit(angle) for angle in sources]
    if check_consolidation(vectors, unit(merged), SET):
        assert all(float(one @ unit(merged)) >= 0.70 - 1e-6 for one in vectors)
    assert check_consolidation([unit(merged)], unit(merged), SET)
