"""The view-model of You, without a window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person.records import Answer, FactStatus, Lens, Source
from tests.ui.doors import KeptDoor
from tests.ui.facts.doors import DirectDoor
from tests.ui.facts.fake import NOW, PersonBook, fact, known_facts
from ui.doors import Fault, Loading
from ui.facts import Changes, wording
from ui.history import Offer
from ui.you import KnownFacts
from ui.you.model import STANDING


class PersonDoor(DirectDoor):
    """A door straight to a `PersonBook`."""

    def __init__(self, book: PersonBook) -> None:
        super().__init__(book.answer)
        self.book = book


@pytest.fixture
def door() -> PersonDoor:
    return PersonDoor(PersonBook())


@pytest.fixture
def known(door) -> KnownFacts:
    made = KnownFacts(door, Changes(door))
    made.load()
    return made


def texts(known: KnownFacts) -> list[str]:
    return [one.text for one in known.shown()]


def test_what_stands_is_shown_newest_first_and_the_rest_on_demand(known):
    assert [one.id for one in known.shown()][:2] == ["f3", "f7"]
    assert "Mira works as a nurse." not in texts(known)
    known.show_earlier(shown=True)
    assert "Mira works as a nurse." in texts(known)


@given(st.lists(st.sampled_from(Lens), max_size=20), st.sampled_from(Lens))
def test_a_lens_shows_its_own_and_the_counts_say_how_many(lenses, chosen):
    facts = [fact(number, f"Fact {number}", lens=lens) for number, lens in enumerate(lenses)]
    door = PersonDoor(PersonBook(facts, []))
    known = KnownFacts(door, Changes(door))
    known.load()
    known.choose_lens(chosen)
    assert len(known.shown()) == known.count(chosen) == lenses.count(chosen)
    assert sum(known.count(lens) for lens in Lens) == known.count(None) == len(known)


def test_a_corrected_fact_gives_way_to_its_new_version(known):
    known.select("f20")
    known.correct("Mira works as a landscape architect.")
    assert known.current is not None
    assert known.current.text == "Mira works as a landscape architect."
    assert "Mira works as a garden designer." not in texts(known)


def test_the_same_words_correct_nothing(known, door):
    known.select("f20")
    known.correct("Mira works as a garden designer.")
    assert door.book.count("person.correct") == 0


def test_a_forgotten_fact_goes_comes_back_with_undo_and_goes_again(known):
    made = []
    known.changes.made.connect(made.append)
    known.select("f40")
    known.forget()
    assert known.current is None
    assert "Mira is allergic to peanuts." not in texts(known)
    assert known.steps.offer is Offer.BACK
    assert wording.done_words(made[-1]) == "Forgotten: Mira is allergic to peanuts."
    known.steps.undo()
    assert "Mira is allergic to peanuts." in texts(known)
    assert not known.steps.can_undo
    known.steps.redo()
    assert "Mira is allergic to peanuts." not in texts(known)
    known.steps.undo()
    assert "Mira is allergic to peanuts." in texts(known)


def test_changes_are_taken_back_one_after_the_other(known):
    before = texts(known)
    known.select("f20")
    known.correct("Mira works as a landscape architect.")
    known.select("f40")
    known.forget()
    known.steps.undo()
    known.steps.undo()
    assert set(before) <= set(texts(known))
    assert not known.steps.can_undo


def test_what_another_place_did_is_not_taken_back_here(known):
    known.changes.remember("I have two cats.", None, "questions")
    assert not known.steps.can_undo
    assert known.changes.steps["questions"].can_undo


def test_what_is_told_is_noted_in_the_chosen_lens(known, door):
    known.add("I have two cats.", Lens.WORLD)
    assert ("person.remember", {"text": "I have two cats.", "lens": "world"}) in door.book.asked
    assert known.current is not None
    assert known.current.text == "I have two cats."


def test_a_doubt_shows_both_sides_until_it_is_answered(known):
    known.select("f3")
    question = known.question_about(known.current)
    assert question is not None
    assert {side.text for side in known.sides(question)} == {"Mira lives in Utrecht.", "Mira lives in Delft."}
    known.settle(question, Answer(keep=("f3",)))
    assert known.question_about(known.current) is None
    assert known.current.status is FactStatus.ACTIVE
    assert "Mira lives in Utrecht." not in texts(known)


def test_privacy_goes_on_and_off(known):
    known.select("f40")
    known.toggle_private()
    assert known.current.private
    known.toggle_private()
    assert not known.current.private


def test_why_opens_with_source_and_earlier_versions_and_closes(known):
    known.select("f20")
    known.toggle_why()
    assert [one.text for one in known.reasons.earlier] == ["Mira works as a nurse."]
    assert known.reasons.steps[0].speaker == "Mira"
    known.toggle_why()
    assert known.reasons is None
    known.toggle_why()
    known.select("f40")
    assert known.reasons is None


def test_a_claim_is_found_by_meaning_first_and_by_words_in_doubt_too(known):
    known.seek("allergic")
    assert texts(known) == ["Mira is allergic to peanuts."]
    known.seek("utrecht")
    assert texts(known) == ["Mira lives in Utrecht."]
    known.seek("zebra")
    assert texts(known) == []
    assert known.verdict.reason == "Nothing that is known bears on it."
    known.seek("")
    assert len(texts(known)) == len(known)


def test_an_answer_to_an_older_search_is_passed_over(door):
    answers = []
    door.question = lambda request, parameters, *, success, failure, progress=None: answers.append(success)
    known = KnownFacts(door, Changes(door))
    known.seek("peanuts")
    known.seek("cello")
    answers[0](door.book.answer("person.search", {"query": "peanuts"}))
    assert known.verdict is None
    answers[1](door.book.answer("person.search", {"query": "cello"}))
    assert known.verdict is not None


def test_a_failure_is_shown_and_tried_again(door):
    known = KnownFacts(door, Changes(door))
    door.fault = Fault("The vault is locked.", "Unlock it.")
    known.load()
    assert known.loading is Loading.FAILED
    assert known.fault == door.fault
    door.fault = None
    known.load()
    assert known.loading is Loading.READY
    assert known.fault is None


def test_a_change_that_fails_tells_who_asked(known, door):
    heard = []
    known.changes.failed.connect(lambda fault, asker: heard.append((fault, asker)))
    door.fault = Fault("Not now.")
    known.select("f40")
    known.forget()
    assert heard == [(Fault("Not now."), "you")]
    assert "Mira is allergic to peanuts." in texts(known)


def test_every_fact_has_words_for_all_it_is():
    for one in known_facts():
        assert wording.source_words(one)
        assert wording.volatility_words(one)
        assert "%" in wording.confidence_words(one)
        assert wording.badge_of(one)[0] or (one.status in STANDING and one.source is Source.STATED)


def test_what_is_not_read_yet_is_revealed_once_it_is(door):
    kept = KeptDoor()
    known = KnownFacts(kept, Changes(kept))
    known.seek("tired")
    known.reveal("f40")
    for asked in list(kept.asked):
        asked.success(door.answer(asked.request, asked.parameters))
    assert known.current is not None
    assert (known.current.id, known.needle) == ("f40", "")
    known.explain("f20")
    assert (known.current.id, known.reasons) == ("f20", None)


def test_what_a_filter_hides_is_revealed(known):
    known.choose_lens(Lens.PULSE)
    known.seek("tired")
    known.reveal("f12")
    assert known.lens is Lens.PULSE
    known.reveal("f40")
    assert known.lens is None
    assert known.current in known.shown()
    known.reveal("f60")
    assert known.earlier
    assert known.current in known.shown()


@pytest.mark.parametrize(("uses", "told"), [(0, ""), (1, "Of use once, on"), (2, "Of use 2 times, last on")])
def test_how_often_a_fact_was_of_use_is_told_in_plain_words(uses, told):
    known = fact(3, "Mira lives in Delft.", uses=uses, last_used_at=NOW if uses else None)
    words = wording.known_words(known)
    assert told in words
    assert ("Of use" in words) is bool(uses)
