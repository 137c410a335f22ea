"""A calibration keeps the order of two options, moves towards its labels and never breaks."""

from math import isfinite, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decisions import Calibration, fit_calibration

share = st.floats(0, 1)
binary = share.map(lambda one: (one, 1 - one))
labelled = st.lists(st.tuples(binary, st.integers(0, 1)), min_size=1, max_size=30)


def loss(calibration, shares, labels):
    likely = [calibration.apply(one)[label] for one, label in zip(shares, labels, strict=True)]
    return -sum(log(max(one, 1e-12)) for one in likely)


@given(labelled)
@settings(max_examples=60)
def test_it_is_finite_and_its_shares_add_up(examples):
    shares, labels = zip(*examples, strict=True)
    found = fit_calibration(shares, labels)
    assert found.scale > 0
    assert all(map(isfinite, (found.scale, *found.biases)))
    for one in shares:
        assert sum(found.apply(one)) == pytest.approx(1)


@given(labelled)
@settings(max_examples=60)
def test_it_is_no_worse_on_what_it_was_fitted_on(examples):
    shares, labels = zip(*examples, strict=True)
    found = fit_calibration(shares, labels)
    if found.scale > 0.01:
        assert loss(found, shares, labels) <= loss(Calibration(1.0, (0.0, 0.0)), shares, labels) + 1e-6


@given(labelled, share, share)
@settings(max_examples=60)
def test_what_was_likelier_stays_likelier(examples, one, other):
    found = fit_calibration(*zip(*examples, strict=True))
    low, high = sorted((one, other))
    assert found.apply((low, 1 - low))[0] <= found.apply((high, 1 - high))[0] + 1e-12


def test_a_lean_towards_one_answer_is_taken_out():
    shares = [(0.95, 0.05)] * 10 + [(0.80, 0.20)] * 10
    found = fit_calibration(shares, [0] * 10 + [1] * 10)
    assert found.apply((0.95, 0.05))[0] > 0.5 > found.apply((0.80, 0.20))[0]


def test_more_than_two_options_are_calibrated_alike():
    shares = [(0.6, 0.3, 0.1), (0.6, 0.1, 0.3), (0.9, 0.05, 0.05)] * 8
    found = fit_calibration(shares, [1, 2, 0] * 8)
    assert [max(range(3), key=found.apply(one).__getitem__) for one in shares[:3]] == [1, 2, 0]


@pytest.mark.parametrize(("shares", "labels"), [([], []), ([(0.5, 0.5)], []), ([], [1])])
def test_examples_without_labels_are_refused(shares, labels):
    with pytest.raises(ValueError, match="label"):
        fit_calibration(shares, labels)
