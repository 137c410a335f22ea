"""Texts made of people: labels follow from which notes stand there."""

import pytest
from pydantic import ValidationError

from engine.decisions import load_question
from engine.decisions.told import ToldSet, told_texts

PERSON = ToldSet(
    notes=("we got a puppy", "he is called Bruno", "i swim on tuesdays", "karl owes me forty euros"),
    answered=(("what is my puppy called?", (0, 1)), ("when do i swim", 2), ("who owes me money", 3)),
    unanswered=("how old is karl?", "where do i swim"),
)


def test_a_question_is_answered_where_all_of_its_notes_stand():
    made = told_texts([PERSON])
    assert made == told_texts([PERSON])
    for text, label in made:
        notes, question = text.removeprefix("notes: ").split("\nquestion: ")
        by = {"what is my puppy called?": {0, 1}, "when do i swim": {2}, "who owes me money": {3}}.get(
            question
        )
        stands = by is not None and all(PERSON.notes[place] in notes for place in by)
        assert (label == "Yes") is stands
    assert {label for _, label in made} == {"Yes", "No"}


def test_friends_who_write_to_one_another_are_held_together_in_longer_notes():
    many = tuple(f"Ana: note {place}" for place in range(18))
    apart, together = (
        ToldSet(
            notes=many, answered=(("which is the first?", 0),), unanswered=("who is Ana?", "why?"), **more
        )
        for more in ({}, {"dated": 16})
    )
    most = [max(text.count("(") for text, _ in told_texts([one])) for one in (apart, together)]
    assert most[0] <= 5 < most[1] <= 16


def test_a_place_without_a_note_is_refused():
    with pytest.raises(ValidationError, match="a note that is not there"):
        ToldSet(notes=("a", "b", "c"), answered=(("who?", 3),), unanswered=())


def test_nobody_is_both_fitted_to_and_tested_on():
    asked = load_question("answer_in_notes")
    fitted = {note for one in asked.told for note in one.notes}
    assert not fitted & {note for one in asked.held_told for note in one.notes}
    assert not {text for text, _ in asked.fitted_to} & {text for text, _ in asked.tested_on}
