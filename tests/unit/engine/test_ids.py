"""Ids sort by when they were made."""

import time

from engine.ids import new_id


def test_what_is_made_later_sorts_later_also_within_a_millisecond(monkeypatch):
    moments = iter([5_000_000_000_000_000_000] * 3 + [4_999_999_999_000_000_000, 5_000_000_000_001_000_000])
    monkeypatch.setattr(time, "time_ns", lambda: next(moments))
    made = [new_id("s") for _ in range(5)]
    assert made == sorted(set(made))
    assert all(len(one) == 21 for one in made)
