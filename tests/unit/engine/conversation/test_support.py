"""What is held against notes, and what an answer from them may not leave out."""

from datetime import UTC, datetime

import pytest

from engine.conversation.answering.asked import told_beside
from engine.conversation.answering.support import likeliest, misses, nearest_note, with_day
from tests.unit.engine.conversation.whole_mind import embedder

__all__ = ["embedder"]

MONDAY = datetime(2026, 11, 30, 20, tzinfo=UTC)
HARBOUR = "(today) On Friday I have to be in the harbour before 11"


@pytest.mark.parametrize(
    ("question", "notes", "told"),
    [
        ("When do I have to be there?", [HARBOUR], " (Friday 4 December 2026)."),
        (
            "When do I have to be there?",
            [HARBOUR, "(3 May) I like Rotterdam on Sundays"],
            " (Friday 4 December 2026).",
        ),
        ("Where do I have to be?", [HARBOUR], "."),
        ("When do I have to be there?", ["(today) I have to be in the harbour before 11"], "."),
        ("When do I have to be there?", [f"{HARBOUR}, and on Saturday too"], "."),
        ("When was I there?", ["(today) I had to be in the harbour before 11 on 3 May 2026"], "."),
    ],
    ids=["left out", "of the nearest note", "not of when", "no day", "two days", "over"],
)
def test_an_answer_to_when_names_the_day(question, notes, told):
    said = "You have to be in the harbour before 11"
    assert with_day(f"{said}.", question, notes, MONDAY) == said + told


def test_a_day_that_is_named_is_not_named_twice():
    said = "On Friday, before 11."
    assert with_day(said, "When do I have to be in the harbour?", [HARBOUR], MONDAY) == said


def test_the_day_is_written_as_in_the_language_of_the_answer():
    note = "(heute) Am Donnerstag habe ich um zehn meine Prüfung in der Berufsschule"
    answer = with_day(
        "Deine Prüfung in der Berufsschule ist um zehn.", "Wann ist meine Prüfung?", [note], MONDAY
    )
    assert answer == "Deine Prüfung in der Berufsschule ist um zehn (Donnerstag, 3. Dezember 2026)."


PARTY = "(today) The party is in the library (Saturday 19 December 2026)"


@pytest.mark.parametrize(
    ("answer", "question", "is_missed"),
    [
        ("The party is on Friday.", "When is the party?", True),
        ("The party is in the library.", "When is the party?", True),
        ("The party is on Saturday.", "When is the party?", False),
        ("The party is on 19 December.", "When is the party?", False),
        ("In the library.", "Where is the party?", False),
        ("You told it today.", "What is there?", False),
    ],
)
def test_an_answer_with_a_day_of_no_note_or_none_that_is_asked_for_is_amiss(answer, question, is_missed):
    assert misses(answer, question, [PARTY, "(3 May) I work by the station"], MONDAY) is is_missed


def test_it_is_written_anew_from_the_note_that_tells_it():
    notes = ["(today) the party is near the station", PARTY, "(today) on Friday I see Jo"]
    assert nearest_note("It is at the station.", "When is the party?", notes, MONDAY) == [PARTY]
    assert nearest_note("It is at the station.", "Where is the party?", notes, MONDAY) == notes[:1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("He plays the drums at midnight, can you believe it?", ["He plays the drums at midnight"]),
        ("He plays the drums at midnight. Can you believe it?", ["He plays the drums at midnight."]),
        ("Well, how old is she?", []),
        ("How old is she?", []),
    ],
)
def test_what_is_told_beside_a_question_is_found(text, told):
    assert told_beside(text) == told


def test_an_answer_is_written_from_the_notes_that_are_likest_the_question(embedder):
    notes = [
        "(3 May) I like my tea strong",
        "(3 May) The stairs are steep",
        "(4 May) Mum and dad moved to Cork",
        "(5 May) We live by the sea",
    ]
    asked = "Where do my parents live?"
    assert likeliest(notes, asked, None, 2) == [notes[3], notes[0]]
    assert set(likeliest(notes, asked, embedder, most=2)) == {notes[2], notes[3]}
