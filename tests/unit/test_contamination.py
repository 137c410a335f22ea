"""When a text that the program was taught says what a message says that measures it."""

import pytest

from tests.benchmarks.contamination import is_same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("my cat sleeps in the sink", "my cat sleeps in the sink", True),
        ("my cat sleeps in the sink", "well my cat sleeps in the sink all day", True),
        ("my old cat sleeps in the blue sink", "my old cat sleeps in the kitchen sink", True),
        ("my cat sleeps in the sink", "my dog sleeps on the old sofa", False),
        ("good evening to you", "good evening to you", False),
    ],
)
def test_the_same_words_or_nearly_are_found(one: str, other: str, same: bool) -> None:
    assert is_same(one.split(), other.split()) is same
