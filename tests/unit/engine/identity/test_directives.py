"""Directives: what the person writes stands as written, in the person's order, with every wording."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.identity import DirectiveLimitError, IdentityMissingError
from tests.unit.engine.identity.conftest import SETTINGS, Together

RULES = st.lists(
    st.text("abcdefgh ", min_size=1, max_size=12).filter(str.strip),
    min_size=1,
    max_size=6,
    unique_by=lambda text: " ".join(text.split()),
)


def texts(mira: Together) -> list[str]:
    return [one.text for one in mira.identity.directives.all()]


def test_they_stand_in_the_persons_order(mira: Together) -> None:
    book = mira.identity.directives
    first = book.add("No emoji.")
    book.add("Speak German with my mother.")
    book.add("Be brief.", place=1)
    assert texts(mira) == ["Be brief.", "No emoji.", "Speak German with my mother."]
    book.move(first.id, 9)
    assert texts(mira) == ["Be brief.", "Speak German with my mother.", "No emoji."]
    assert [one.place for one in book.all()] == [1, 2, 3]


def test_every_wording_is_kept(mira: Together) -> None:
    book = mira.identity.directives
    one = book.add("No emoji.")
    mira.wait(days=1)
    changed = book.change(one.id, "No emoji, ever.")
    assert changed.version == 2
    assert book.change(one.id, "No emoji, ever.").version == 2
    assert [each.text for each in book.versions(one.id)] == ["No emoji.", "No emoji, ever."]
    assert texts(mira) == ["No emoji, ever."]


def test_what_is_taken_back_holds_no_longer_and_is_kept(mira: Together) -> None:
    book = mira.identity.directives
    one = book.add("No emoji.")
    book.add("Be brief.")
    assert book.withdraw(one.id).withdrawn_at is not None
    assert [(each.text, each.place) for each in book.all()] == [("Be brief.", 1)]
    assert [each.text for each in book.withdrawn()] == ["No emoji."]
    with pytest.raises(IdentityMissingError):
        book.change(one.id, "Emoji.")
    with pytest.raises(IdentityMissingError):
        book.versions("d_nothing")


def test_the_same_words_are_one_directive(mira: Together) -> None:
    book = mira.identity.directives
    assert book.add("Be brief.").id == book.add("be  BRIEF.").id


def test_too_many_and_too_long_are_refused(mira: Together) -> None:
    book = mira.identity.directives
    for number in range(SETTINGS.directives):
        book.add(f"Rule {number}")
    with pytest.raises(DirectiveLimitError):
        book.add("One more")
    for text in ("", " \n ", "x" * (SETTINGS.directive_letters + 1)):
        with pytest.raises(InvalidInputError):
            book.change(book.all()[0].id, text)


def test_another_persons_are_not_seen(mira: Together) -> None:
    mira.identity.directives.add("Be brief.")
    assert mira.identity_of("ben", mira.memory_of("ben")).directives.all() == []


@settings(max_examples=15, deadline=None)
@given(rules=RULES, data=st.data())
def test_places_are_always_counted_from_one(rules: list[str], data: st.DataObject) -> None:
    mira = Together()
    book = mira.identity.directives
    for rule in rules:
        book.add(rule, data.draw(st.none() | st.integers(1, 9)))
    standing = book.all()
    gone = data.draw(st.sampled_from(standing))
    before = [one.id for one in standing if one.id != gone.id]
    book.withdraw(gone.id)
    assert [one.id for one in book.all()] == before
    assert [one.place for one in book.all()] == list(range(1, len(before) + 1))
    versions = book.versions(gone.id)
    assert [one.version for one in versions] == list(range(1, len(versions) + 1))
    mira.vault.close()
