"""Budgets: whole items only, never more than was given, most important first."""

from hypothesis import given
from hypothesis import strategies as st

from engine.language import fit, support_budget

texts = st.lists(st.text(max_size=12), max_size=10)


@given(texts, st.integers(0, 60))
def test_what_is_kept_fits_and_keeps_its_order(items, budget):
    kept = fit(items, budget, len)
    assert sum(map(len, kept)) <= budget
    rest = iter(items)
    assert all(any(text == other for other in rest) for text in kept)


@given(texts, st.integers(0, 60))
def test_nothing_is_left_out_that_would_still_fit(items, budget):
    left = budget
    kept = fit(items, budget, len)
    for text in items:
        if len(text) <= left:
            assert text in kept
            left -= len(text)


@given(st.floats(0.1, 1e6))
def test_the_support_is_what_is_read_in_a_second_within_bounds(speed):
    tokens = support_budget(speed)
    assert 80 <= tokens <= 400
    assert tokens in {int(speed * 2 / 3), 80, 400}


@given(st.floats(0.1, 1e6), st.floats(0.1, 1e6))
def test_a_faster_machine_never_gets_less(one, other):
    slow, fast = sorted((one, other))
    assert support_budget(slow) <= support_budget(fast)
