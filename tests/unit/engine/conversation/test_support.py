"""What is held against notes, and what an answer from them may not leave out."""

from datetime import UTC, datetime

import pytest

from engine.conversation.answering.asked import told_beside
from engine.conversation.answering.support import with_day

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
