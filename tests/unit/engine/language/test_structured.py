"""The three strategies of [E] §10.5 find what is there, and lose nothing where nothing is."""

import json

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from engine.language import Strategy, parse_structured

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)
containers = st.lists(json_values, max_size=4) | st.dictionaries(st.text(), json_values, max_size=4)
prose = st.text(alphabet=st.characters(exclude_characters='{}[]`"', codec="utf-8"), max_size=60)


class Note(BaseModel):
    text: str
    weight: int = Field(ge=1, le=10)


@given(containers, st.sampled_from([None, 2]))
def test_plain_json_is_read_directly(value, indent):
    parsed = parse_structured(json.dumps(value, indent=indent))
    assert (parsed.value, parsed.strategy) == (value, Strategy.DIRECT)


@given(containers, prose, prose, st.sampled_from(["```json\n", "```\n", "``` json\n", "```"]))
def test_a_fenced_block_is_found_between_words(value, before, after, fence):
    # Escaped backticks: a reply that quotes a fence inside a string is not what the strategy is about.
    body = json.dumps(value).replace("`", "\\u0060")
    text = f"{before}.\n{fence}{body}\n```\n{after}"
    parsed = parse_structured(text)
    assert (parsed.value, parsed.strategy, parsed.raw) == (value, Strategy.FENCED, text)


@given(containers, prose, prose)
def test_a_value_is_found_by_its_boundaries(value, before, after):
    parsed = parse_structured(f"So: {before} {json.dumps(value).replace('`', ' ')} {after} end")
    assert parsed.strategy is Strategy.BOUNDED
    assert parsed.value == json.loads(json.dumps(value).replace("`", " "))


@given(st.text())
def test_no_text_breaks_the_parser_and_the_text_is_kept(text):
    parsed = parse_structured(text)
    assert parsed.raw == text
    assert (parsed.value is None) == (parsed.strategy is Strategy.FAILED)


@given(containers, st.data())
def test_a_reply_cut_short_never_gives_the_whole_value(value, data):
    whole = json.dumps({"outer": value, "last": 1})
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    assert parse_structured(cut).value != {"outer": value, "last": 1}


def test_deep_nesting_is_a_failed_parse():
    assert parse_structured("[" * 100_000).strategy is Strategy.FAILED


def test_with_a_shape_only_what_fits_it_counts():
    text = 'first {"text": "no weight"} then {"text": "kept", "weight": 7}'
    parsed = parse_structured(text, Note)
    assert parsed.value == Note(text="kept", weight=7)
    assert parse_structured('{"text": "x", "weight": 11}', Note).strategy is Strategy.FAILED
