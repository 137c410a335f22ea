"""The budget of a turn's support."""

from hypothesis import given
from hypothesis import strategies as st

from engine.language import support_budget


@given(st.floats(0.1, 1e6))
def test_the_support_is_what_is_read_in_a_second_within_bounds(speed):
    tokens = support_budget(speed)
    assert 80 <= tokens <= 400
    assert tokens in {int(speed * 2 / 3), 80, 400}


@given(st.floats(0.1, 1e6), st.floats(0.1, 1e6))
def test_a_faster_machine_never_gets_less(one, other):
    slow, fast = sorted((one, other))
    assert support_budget(slow) <= support_budget(fast)
