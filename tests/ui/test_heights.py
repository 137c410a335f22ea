"""The height index against a plain list."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from ui.conversation.listing.heights import BLOCK, HeightIndex

HEIGHTS = st.lists(st.integers(1, 900), min_size=1, max_size=40)


@given(st.lists(st.tuples(st.floats(0, 1), HEIGHTS), min_size=1, max_size=6), st.data())
def test_it_sums_and_finds_like_a_plain_list(insertions, data):
    index, plain = HeightIndex(), []
    for share, heights in insertions:
        first = round(share * len(plain))
        index.insert(first, heights)
        plain[first:first] = heights
    for _ in range(5):
        row = data.draw(st.integers(0, len(plain) - 1))
        height = data.draw(st.integers(1, 900))
        assert index.set(row, height) == height - plain[row]
        plain[row] = height
    assert index.total == sum(plain)
    ends = list(accumulate(plain))
    for row in range(len(plain)):
        assert index.top(row) == ends[row] - plain[row]
        assert index.at(ends[row] - 1) == row
    assert index.at(-5) == 0
    assert index.at(ends[-1] + 9) == len(plain) - 1


def test_blocks_hold_at_a_hundred_thousand_rows():
    index = HeightIndex()
    index.insert(0, [10] * 100_000)
    assert index.total == 1_000_000
    assert index.set(BLOCK, 30) == 20
    assert index.top(BLOCK + 1) == BLOCK * 10 + 30
    assert index.at(999_999 + 20) == 99_999
    assert index.is_measured(BLOCK)
    index.forget()
    assert not index.is_measured(BLOCK)
    assert index[BLOCK] == 30, "what was measured stays the guess"


def test_an_empty_index_has_no_rows():
    index = HeightIndex()
    assert index.at(0) == -1
    assert index.total == 0
