"""Budgets: whole items only, never more than was given, most important first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language import LayoutBudget, Place, fit, fit_sections

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


@given(st.lists(texts, max_size=4), st.integers(0, 100))
def test_sections_share_one_budget_in_order(sections, budget):
    filled = fit_sections(sections, budget, len)
    assert len(filled) == len(sections)
    assert sum(len(text) for kept in filled for text in kept) <= budget
    if sections:
        assert filled[0] == fit(sections[0], budget, len)


def test_the_layout_table_holds_at_its_context():
    budget = LayoutBudget.of_context(8192)
    assert (budget.stable, budget.opening, budget.block) == (1200, 80, 80)
    assert budget.stream == 6144
    assert budget.of(Place.STABLE) == 1200
    assert budget.of(Place.UTTERANCE) == 6144


@given(st.integers(512, 131_072), st.none() | st.floats(1, 10_000))
def test_the_fixed_places_never_take_a_quarter_of_any_context(context, speed):
    budget = LayoutBudget.of_context(context, speed)
    assert budget.stable + budget.opening <= context / 4
    assert 0 < budget.block <= context / 10


@pytest.mark.parametrize(("speed", "block"), [(1.0, 40), (160.0, 160), (5000.0, 819)])
def test_the_block_is_what_is_read_in_a_second(speed, block):
    assert LayoutBudget.of_context(8192, speed).block == block
