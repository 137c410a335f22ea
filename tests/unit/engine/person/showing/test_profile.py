"""Facts as documents: rendered, edited, read back."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person import Fact, ProfileError, read_profile, render_profile
from tests.unit.engine.person.conftest import START, Acquaintance

odd = st.text(min_size=1, max_size=60) | st.sampled_from(
    ("-->", "- a dash", "  <!-- {} -->", "a\nb", "---", "I love tea", "I hate\u2028rain", "<b>&amp;")
)
dates = st.datetimes(datetime(1970, 1, 2), datetime(2100, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))  # noqa: DTZ001 - hypothesis wants them naive
some_facts = st.lists(
    st.builds(
        lambda at, **fields: Acquaintance.fact_of(**fields, id=f"f_{at}"),
        at=st.integers(0, 10**6),
        text=odd,
        topic=odd,
        quote=odd,
        valid_from=dates,
        valid_until=st.none() | dates,
        source_step_ids=st.lists(odd, max_size=2).map(tuple),
        superseded_by=st.none() | odd,
        confidence=st.floats(0, 1),
        private=st.booleans(),
        uses=st.integers(0, 99),
    ),
    max_size=5,
    unique_by=lambda fact: fact.id,
)


@given(some_facts, odd)
def test_what_is_rendered_is_read_back(facts: list[Fact], person: str) -> None:
    shown = render_profile(facts, person)
    read = [*read_profile(shown.profile), *read_profile(shown.preferences)]
    assert sorted(read, key=lambda fact: fact.id) == sorted(facts, key=lambda fact: fact.id)


def test_preferences_stand_apart() -> None:
    shown = render_profile(
        [Acquaintance.fact_of("I love tea"), Acquaintance.fact_of("I live in Graz")], "mira"
    )
    assert "- I love tea" in shown.preferences
    assert "- I live in Graz" in shown.profile
    assert "I love tea" not in shown.profile


def test_an_edited_line_is_read_as_it_stands() -> None:
    shown = render_profile([Acquaintance.fact_of("I live in Graz")], "mira").profile
    assert read_profile(shown.replace("- I live in Graz", "- I live in Linz"))[0].text == "I live in Linz"


@pytest.mark.parametrize(
    "text",
    ["", "# Mira", "---\nkind: 1\n---\n\n- x\n", '---\nkind: "profile"\n---\n\n- x\n  <!-- {"id": 3} -->\n'],
)
def test_what_is_no_profile_is_refused(text: str) -> None:
    with pytest.raises(ProfileError):
        read_profile(text)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ProfileError):
        assert isinstance(read_profile(text), tuple)


def test_the_model_exports_both(mira: Acquaintance) -> None:
    mira.states("I live in Graz")
    mira.wait(minutes=1)
    pages = dict(mira.person.export_markdown())
    assert set(pages) == {"people/mira/profile.md", "people/mira/preferences.md"}
    assert read_profile(pages["people/mira/profile.md"]) == tuple(mira.person.facts())
    assert mira.clock.now() == START + timedelta(minutes=2)
