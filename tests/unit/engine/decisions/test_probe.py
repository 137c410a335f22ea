"""A linear probe: fitted, kept, refused where it does not fit."""

import numpy as np
import pytest

from engine.decisions import Probe, fit_probe, load_probe


def clouds(seed: int, count: int = 40, width: int = 64):
    """States around three middles, as far apart as their spread is wide."""
    chance = np.random.default_rng(seed)
    middles = np.random.default_rng(0).normal(size=(3, width))
    labels = [at % 3 for at in range(count)]
    return [list(middles[label] + chance.normal(size=width)) for label in labels], labels


def test_what_was_not_seen_is_told_apart():
    probe = fit_probe("d", *clouds(1), 3)
    states, labels = clouds(2)
    shares = np.array([probe.shares(state) for state in states])
    assert shares.sum(axis=1) == pytest.approx(1)
    assert (shares.argmax(axis=1) == labels).mean() > 0.95


def test_the_scale_of_a_number_does_not_matter():
    states, labels = clouds(1)
    wide = [[1000 * state[0] + 5, *state[1:]] for state in states]
    one, other = fit_probe("d", states, labels, 3), fit_probe("d", wide, labels, 3)
    assert other.shares(wide[4]) == pytest.approx(one.shares(states[4]), abs=1e-3)


def test_what_is_kept_is_the_same_probe():
    probe = fit_probe("digest", *clouds(1), 3)
    again = load_probe(probe.dump())
    state = clouds(3)[0][0]
    assert again.digest == "digest"
    assert again.shares(state) == probe.shares(state)


@pytest.mark.parametrize(
    "blob", [b"", b"nothing of the kind", Probe("d", *(np.zeros((2, 2)),) * 2).dump()[:-40]]
)
def test_what_is_no_probe_is_refused(blob):
    with pytest.raises(ValueError, match="no probe"):
        load_probe(blob)


def test_a_state_of_another_size_is_refused():
    with pytest.raises(ValueError, match="2 numbers for a probe of 64"):
        fit_probe("d", *clouds(1), 3).shares([0.0, 1.0])


def test_each_option_needs_a_text():
    with pytest.raises(ValueError, match="each option a text"):
        fit_probe("d", *clouds(1), 4)
