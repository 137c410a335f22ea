from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.library.chunks import estimated_tokens, passages
from engine.settings import LibrarySettings

SMALL = LibrarySettings(chunk_tokens=32, overlap_tokens=8)
WORDS = st.sampled_from(
    [
        "bees ",
        "Honey. ",
        "\n\n",
        "\n",
        "# Hives\n",
        "養蜂。",
        "蜜蜂は",
        "x" * 300,
        "! ",
        "- item\n",
        "\t",
        "“Yes.” ",
    ]
)
TEXTS = st.lists(WORDS, max_size=120).map("".join) | st.text(max_size=400)


@given(TEXTS)
def test_everything_but_blanks_stands_in_a_passage_of_bounded_size(text: str) -> None:
    spans = passages(text, SMALL)
    inside = {at for span in spans for at in range(span.start, span.end)}
    assert all(text[at].isspace() for at in range(len(text)) if at not in inside)
    for span in spans:
        # Blanks between sentences are no sentence's own, so they alone may come on top.
        bare = "".join(text[span.start : span.end].split())
        assert 0 < estimated_tokens(bare) <= SMALL.chunk_tokens


@given(TEXTS)
def test_passages_stand_in_order_and_repeat_little(text: str) -> None:
    spans = passages(text, SMALL)
    for one, other in pairwise(spans):
        assert one.start < other.start
        assert one.end < other.end
        shared = "".join(text[other.start : one.end].split())
        assert estimated_tokens(shared) <= SMALL.overlap_tokens


@given(st.text(max_size=200), st.text(max_size=200))
def test_tokens_of_parts_add_up(one: str, other: str) -> None:
    assert estimated_tokens(one) + estimated_tokens(other) == estimated_tokens(one + other)


def test_sentences_stay_whole_and_hard_wrapped_lines_together() -> None:
    text = "\n".join(
        f"Hive number {number} stands by the\nwall of the garden in the sun." for number in range(12)
    )
    for span in passages(text, SMALL):
        assert text[span.start : span.end].startswith("Hive number")
        assert text[span.start : span.end].endswith("sun.")


def test_a_full_passage_ends_where_a_paragraph_does() -> None:
    first, second = "Bees fly far in the summer, up to five miles and more, as they say.", "Wasps do not."
    spans = passages(f"{first}\n\n{second}", LibrarySettings(chunk_tokens=32, overlap_tokens=0))
    assert [f"{first}\n\n{second}"[span.start : span.end] for span in spans] == [first, second]


def test_one_endless_sentence_is_cut_in_linear_time() -> None:
    text = "x" * 1_000_000
    assert len(passages(text, LibrarySettings())) >= 1_000_000 // (4 * 180)
