import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.search import Scores
from engine.search.fusion import fuse, relevance, thread_means, z_scores

VALUES = st.floats(-1e6, 1e6, width=32) | st.just(float("nan"))
SIGNAL = st.integers(0, 30).flatmap(lambda count: arrays(np.float32, count, elements=VALUES))
PAIR = st.integers(1, 20).flatmap(
    lambda count: st.tuples(*(arrays(np.float32, count, elements=VALUES) for _ in range(2)))
)


def test_z_scores_of_known_values() -> None:
    assert z_scores(np.array([1, 2, 3], np.float32)) == pytest.approx([-1.2247449, 0, 1.2247449])


@given(SIGNAL)
def test_z_scores_are_finite_bounded_and_centred(values: Scores) -> None:
    z = z_scores(values)
    known = int(np.isfinite(values).sum())
    assert np.isfinite(z).all()
    assert np.abs(z).max(initial=0) <= np.sqrt(max(known - 1, 0)) + 1e-3
    assert abs(float(z.sum())) < 1e-2 * max(known, 1)
    assert (z[~np.isfinite(values)] == 0).all()


@given(SIGNAL)
def test_z_scores_keep_the_order(values: Scores) -> None:
    finite = np.isfinite(values)
    order = np.argsort(values[finite], kind="stable")
    assert (np.diff(z_scores(values)[finite][order]) >= 0).all()


@given(st.integers(0, 9), st.floats(-1e3, 1e3, width=32))
def test_a_signal_that_tells_nothing_apart_counts_nothing(count: int, value: float) -> None:
    assert (z_scores(np.full(count, value, np.float32)) == 0).all()


@given(PAIR, st.floats(0, 4, width=32), st.floats(0, 4, width=32))
def test_fusion_is_the_weighted_sum(pair: tuple[Scores, Scores], first: float, second: float) -> None:
    fused = fuse({"a": pair[0], "b": pair[1]}, {"a": first, "b": second})
    assert fused == pytest.approx(first * z_scores(pair[0]) + second * z_scores(pair[1]), abs=1e-4)


@given(PAIR, st.floats(0.5, 100, width=32), st.floats(-100, 100, width=32))
def test_fusion_does_not_see_scale_or_offset(
    pair: tuple[Scores, Scores], scale: float, offset: float
) -> None:
    # Whole numbers: what float32 rounds away when it is moved is not the fusion's matter.
    first, second = (np.round(np.nan_to_num(values) / 1e4).astype(np.float32) for values in pair)
    moved = first * np.float32(scale) + np.float32(offset)
    assert fuse({"a": moved, "b": second}, {}) == pytest.approx(fuse({"a": first, "b": second}, {}), abs=1e-2)


def test_no_signal_fuses_to_nothing() -> None:
    assert fuse({}, {}).shape == (0,)


def test_signals_must_be_aligned() -> None:
    with pytest.raises(ValueError, match="lengths"):
        fuse({"a": np.zeros(2, np.float32), "b": np.zeros(3, np.float32)}, {})


@given(arrays(np.float32, 20, elements=st.floats(-1e6, 1e6, width=32)))
def test_relevance_lies_between_0_and_1_and_keeps_the_order(fused: Scores) -> None:
    squashed = relevance(fused)
    assert ((squashed >= 0) & (squashed <= 1)).all()
    assert (np.diff(squashed[np.argsort(fused)]) >= 0).all()


def test_an_average_candidate_is_half_relevant() -> None:
    assert relevance(np.zeros(1, np.float32)) == pytest.approx([0.5])


@given(
    st.lists(st.tuples(st.floats(-5, 5, width=32), st.integers(-1, 3)), min_size=1, max_size=20),
    st.integers(1, 4),
)
def test_a_thread_counts_by_its_best(rows: list[tuple[float, int]], best: int) -> None:
    fused = np.array([score for score, _ in rows], np.float32)
    threads = np.array([thread for _, thread in rows], np.int32)
    expected = [
        score
        if thread < 0
        else np.mean(sorted((s for s, other in rows if other == thread), reverse=True)[:best])
        for score, thread in rows
    ]
    assert thread_means(fused, threads, best) == pytest.approx(expected, abs=1e-5)
