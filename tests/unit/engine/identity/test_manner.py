"""How it speaks with this person, and the words that two share: one version stands, and goes with its source."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.identity import Expression, IdentityMissingError
from engine.memory import NodeKind
from tests.unit.engine.identity.conftest import SETTINGS, Together

TERRON = "The 1978 monster toy on the shelf"


def test_nothing_was_said_of_it(mira: Together) -> None:
    assert mira.identity.expression.read() == Expression()
    assert mira.identity.shorthands.all() == []


def test_adjustments_give_way_and_the_base_stays(mira: Together) -> None:
    book = mira.identity.expression
    book.set_base("Dry and warm.")
    for text in ("Shorter.", "Fewer questions.", "More jokes.", "shorter."):
        book.adjust(text)
    state = book.read()
    assert (state.base, state.adjustments) == (
        "Dry and warm.",
        ("Fewer questions.", "More jokes.", "shorter."),
    )
    assert len(mira.memory.nodes([NodeKind.EXPRESSION])) == 1
    assert book.reset().adjustments == ()
    assert book.read().base == "Dry and warm."
    assert book.set_base("").base == ""
    with pytest.raises(InvalidInputError):
        book.adjust(" ")


def test_an_adjustment_goes_with_what_it_was_learnt_from(mira: Together) -> None:
    book = mira.identity.expression
    asked, _ = mira.said("Please be brief.")
    book.adjust("Slower.")
    book.adjust("Shorter.", [f"step:{asked.id}"])
    mira.withdraw(f"step:{asked.id}")
    assert book.read().adjustments == ("Slower.",)


@settings(max_examples=10, deadline=None)
@given(texts=st.lists(st.text("abc", min_size=1, max_size=4), max_size=8))
def test_never_more_than_few_adjustments_hold(texts: list[str]) -> None:
    mira = Together()
    for text in texts:
        mira.identity.expression.adjust(text)
    held = mira.identity.expression.read().adjustments
    assert len(held) <= SETTINGS.adjustments
    assert len({each.casefold() for each in held}) == len(held)
    assert not texts or held[-1] == texts[-1]
    mira.vault.close()


def test_a_shared_word_is_opened_up_where_it_is_said(mira: Together) -> None:
    book = mira.identity.shorthands
    made = book.learn("Terron", TERRON, context="Shelf artifact", macros=["warmth|nostalgia", "Warmth"])
    assert (made.macros, made.context) == (("warmth", "nostalgia"), "Shelf artifact")
    assert [one.term for one in book.said_in("Do you remember terron?")] == ["Terron"]
    assert book.said_in("The Terrons are a family.") == []
    assert book.said_in("Nothing of it") == []


def test_the_last_meaning_holds(mira: Together) -> None:
    book = mira.identity.shorthands
    book.learn("Terron", TERRON)
    book.learn("terron", "Anything old and loved")
    assert [(one.term, one.meaning) for one in book.all()] == [("terron", "Anything old and loved")]
    mira.identity.shorthands.drop("TERRON")
    assert book.all() == []
    with pytest.raises(IdentityMissingError):
        book.drop("Terron")


def test_a_shared_word_goes_with_what_it_was_learnt_from(mira: Together) -> None:
    asked, _ = mira.said("Let us call it Terron.")
    mira.identity.shorthands.learn("Terron", TERRON, sources=[f"step:{asked.id}"])
    mira.withdraw(f"step:{asked.id}")
    assert mira.identity.shorthands.all() == []
