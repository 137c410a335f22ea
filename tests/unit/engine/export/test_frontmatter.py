import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.export import NotMarkdownError, read_markdown, write_markdown

PLAIN = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.sampled_from(
    ["---\n", "\n---\n\n", "a: b", '"', '": ', "\u2028", "null", "#", "\\"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(PLAIN, VALUES, max_size=4), PLAIN)
def test_what_was_written_is_read(meta: dict[str, object], text: str) -> None:
    assert read_markdown(write_markdown(meta, text)) == (meta, text)


@given(st.dictionaries(PLAIN, VALUES, max_size=4))
def test_a_key_and_its_value_stand_on_one_line(meta: dict[str, object]) -> None:
    assert len(write_markdown(meta, "").splitlines()) == len(meta) + 3


def test_it_reads_well() -> None:
    written = write_markdown({"at": "2026-02-08", "tags": ["bees"], "odd key": 1}, "# Bees\n")
    assert written == '---\nat: "2026-02-08"\ntags: ["bees"]\n"odd key": 1\n---\n\n# Bees\n'


@pytest.mark.parametrize(
    "content", ["", "# Bees", "---\na: 1\n", "---\na\n---\n\n", '---\n"a: 1\n---\n\n', "---\na: x\n---\n\n"]
)
def test_anything_else_is_refused(content: str) -> None:
    with pytest.raises(NotMarkdownError):
        read_markdown(content)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(content: str) -> None:
    try:
        meta, text = read_markdown(content)
    except NotMarkdownError:
        return
    assert read_markdown(write_markdown(meta, text)) == (meta, text)
