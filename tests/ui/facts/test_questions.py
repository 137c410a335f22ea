"""Questions: the view-model without a window, and the place in one."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from companion.preferences import PreferenceFile
from companion.window.places import EffortPreference
from engine.person.records import Action, Answer, Effort, FactStatus, QuestionReason, QuestionStatus
from tests.ui.facts.doors import DirectDoor
from tests.ui.facts.fake import PersonBook, question
from tests.ui.fakes import ScriptedService
from ui.facts import Changes
from ui.facts.answering import answers_to
from ui.history import Offer
from ui.questions import Questions
from ui.questions.model import BOARDS, Board
from ui.questions.wording import reason_words


@pytest.fixture
def book() -> PersonBook:
    return PersonBook()


@pytest.fixture
def asked(book, tmp_path) -> Questions:
    door = DirectDoor(book.answer)
    made = Questions(door, Changes(door), EffortPreference(PreferenceFile(tmp_path)))
    made.load()
    return made


@pytest.mark.parametrize(
    ("about", "action", "reason"),
    [
        (("f1", "f2"), None, "Two things I know do not fit together."),
        (("f1",), None, "It was doubted, and until you say so I do not go by it."),
        (("f1",), Action.CORRECT, "It would change what I know of you."),
    ],
)
def test_why_it_is_asked_is_told_as_it_is(about, action, reason):
    asked = question(1, "Is it right?", reason=QuestionReason.CONFLICT, about=about, action=action)
    assert reason_words(asked) == reason


def test_every_status_has_a_board():
    assert set(BOARDS) == set(QuestionStatus)


def test_what_waits_is_shown_with_what_is_put_off_last(asked):
    assert [one.id for one in asked.shown()] == ["q2", "q3", "q5", "q8"]
    assert asked.count(Board.WAITING) == 4
    asked.choose_board(Board.DISMISSED)
    assert [one.id for one in asked.shown()] == ["q33"]


def test_what_was_replied_in_conversation_is_told(asked, book):
    book.replies = {"q3": "The first one."}
    asked.load()
    asked.select("q3")
    assert asked.reply(asked.current) == "The first one."
    asked.select("q2")
    assert asked.reply(asked.current) == ""


def test_an_answer_settles_the_question_and_the_facts_of_both_sides(asked, book):
    asked.select("q3")
    assert {one.id for one in asked.about(asked.current)} == {"f18", "f3"}
    asked.answer(asked.current, Answer(keep=("f3",)))
    assert book.facts["f3"].status is FactStatus.ACTIVE
    assert book.facts["f18"].status is FactStatus.RETIRED
    assert asked.count(Board.ANSWERED) == 2
    assert asked.current.id != "q3", "the next one stands in its place"


def test_later_keeps_the_question_for_another_time(asked):
    asked.select("q2")
    asked.later(asked.current)
    assert asked.current is not None
    assert asked.current.status is QuestionStatus.LATER
    assert asked.shown()[-1].status is QuestionStatus.LATER


def test_what_was_put_off_is_taken_up_again_as_it_was_before(asked):
    asked.select("q5")
    asked.later(asked.current)
    assert asked.current.status is QuestionStatus.LATER
    asked.steps.undo()
    assert (asked.current.id, asked.current.status) == ("q5", QuestionStatus.OPEN)
    asked.steps.redo()
    assert (asked.current.id, asked.current.status) == ("q5", QuestionStatus.LATER)


def test_what_was_put_off_to_a_day_and_once_more_waits_for_the_first_day_again(asked):
    late = next(one for one in asked.shown() if one.status is QuestionStatus.LATER)
    asked.select(late.id)
    asked.later(asked.current)
    assert asked.current.later_until != late.later_until
    asked.steps.undo()
    assert (asked.current.status, asked.current.later_until) == (QuestionStatus.LATER, late.later_until)


def test_dismissing_moves_it_away(asked):
    asked.select("q5")
    asked.dismiss(asked.current)
    assert "q5" not in [one.id for one in asked.shown()]
    assert asked.count(Board.DISMISSED) == 2


def test_what_was_dismissed_by_mistake_is_asked_after_all(asked):
    asked.select("q5")
    asked.dismiss(asked.current)
    assert asked.steps.offer is Offer.BACK
    asked.steps.undo()
    assert "q5" in [one.id for one in asked.shown()]
    assert not asked.steps.can_undo
    asked.steps.redo()
    assert "q5" not in [one.id for one in asked.shown()]


def test_a_settled_question_tells_what_its_answer_gave(asked):
    asked.choose_board(Board.ANSWERED)
    asked.select("q25")
    assert [one.text for one in asked.answers(asked.current)] == ["Mira works as a garden designer."]


def test_effort_is_kept_with_the_other_preferences(asked, tmp_path):
    file = PreferenceFile(tmp_path)
    file.change(day_model="another")
    assert asked.effort is Effort.BALANCED
    for level in Effort:
        asked.choose_effort(level)
        assert EffortPreference(PreferenceFile(tmp_path)).level() is level
    assert file.load().preferences.day_model == "another"


@pytest.fixture
def opened(stage, until):
    service = stage.open(ScriptedService())
    until(lambda: stage.views.mind.ready)
    stage.views.window.go("questions")
    until(lambda: stage.views.widgets.shelves["questions"].rows.model().rowCount() == 4)
    until(lambda: service.person.count("person.facts") > 0)
    return stage.views.widgets.shelves["questions"], service.person


def press(until, widget, words: str) -> None:
    """Press the button of these words once it is shown."""

    def buttons() -> list[QPushButton]:
        return [one for one in widget.findChildren(QPushButton) if one.isVisible() and one.text() == words]

    until(lambda: len(buttons()) > 0)
    buttons()[0].click()


def test_yes_answers_and_the_bar_says_so(opened, until):
    place, book = opened
    press(until, place.detail, "Yes")
    until(place.bar.isVisible)
    assert book.questions["q2"].status is QuestionStatus.ANSWERED
    assert place.bar.words.startswith("Answered.")
    until(lambda: place.rows.model().rowCount() == 3)


def test_one_letter_answers_and_one_puts_off(opened, until):
    place, book = opened
    until(lambda: "y" in place.detail.deciding.letters)
    place.rows.setFocus()
    QTest.keyClick(place.rows, Qt.Key.Key_Y)
    until(lambda: place.rows.model().rowCount() == 3)
    assert place.shelf.current is not None, "the next one stands in its place"
    QTest.keyClick(place.rows, Qt.Key.Key_L)
    until(lambda: book.count("person.later") == 1)


def test_a_question_is_answered_in_words_by_keys(opened, until):
    place, book = opened
    place.reveal("question:q8")
    press(until, place.detail, "Answer…")
    writing = place.detail.form.findChild(QPlainTextEdit)
    QTest.keyClicks(writing, "Yes, after eight.")
    QTest.keyClick(writing, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(lambda: book.questions["q8"].status is QuestionStatus.ANSWERED)
    given = next(asked for request, asked in book.asked if request == "person.answer")
    assert given["answer"]["text"] == "Yes, after eight."


def test_effort_is_chosen_in_the_place_and_by_command(opened, stage, tmp_path):
    place, _ = opened
    place.effort.press("quiet")
    assert PreferenceFile(tmp_path).load().preferences.effort == "quiet"
    stage.views.window.actions_table.run("effort.active")
    assert PreferenceFile(tmp_path).load().preferences.effort == "active"


def test_without_questions_the_place_says_when_one_appears(stage, until):
    stage.open(ScriptedService(person=PersonBook([], [])))
    stage.views.window.go("questions")
    until(lambda: "There is nothing I need to ask." in stage.views.widgets.shelves["questions"].notice.text)


def test_what_a_program_offers_takes_a_yes_or_a_no_and_no_other_words():
    asked = question(
        1,
        "The program sailor would have me correct what I do: mistake: “Long letters”. Shall I?",
        reason=QuestionReason.OFFERED,
        action=Action.REMEMBER,
        topic="sailor",
    )
    own = asked.model_copy(update={"reason": QuestionReason.ADAPTATION})
    letters = [[verb.key for verb in answers_to(one, [], lambda _: None)] for one in (asked, own)]
    assert letters == [["y", "n"], ["y", "n", "o"]]
