"""Search in the conversation: back to the beginning where that is needed, and ended by other words or by closing."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from tests.ui.fakes import ScriptedService, exchange
from tests.ui.test_conversation_model import DoorBook, page
from ui.conversation import Conversation
from ui.conversation.finding import Finding
from ui.conversation.model import PAGE
from ui.doors import Fault


class Search:
    """A search over a conversation whose last page is loaded; `whole` says that there is no other."""

    def __init__(self, first: int = PAGE * 2, *, whole: bool = False) -> None:
        self.door = DoorBook()
        self.conversation = Conversation(self.door)
        self.finding = Finding(self.conversation)
        self.shown: list[int] = []
        self.finding.found.connect(self.shown.append)
        self.conversation.load()
        self.bring(range(first, first + (PAGE - 1 if whole else PAGE)))

    def bring(self, numbers: range) -> None:
        """Answer what was asked of history last."""
        self.door.last("history")[1]["success"](page(numbers))

    def seek(self, words: str) -> None:
        self.finding.seek(words)
        self.look()

    def step(self, *, older: bool) -> None:
        self.finding.step(older=older)
        self.look()

    def look(self) -> None:
        while self.finding.looking:
            self.finding.look()

    @property
    def pages(self) -> int:
        """How many pages were asked for."""
        return self.door.count("history")

    @property
    def utterances(self) -> list[str]:
        """The hits, as they were said."""
        return [self.conversation[row].utterance.partition(":")[0] for row in self.finding.rows]


def test_hits_come_from_the_newest_and_both_sides_are_read():
    search = Search(0, whole=True)
    search.seek("QUESTION 7:")
    assert search.finding.rows == [7]
    search.seek("answer 1")
    assert search.finding.rows == [*range(19, 9, -1), 1]
    assert search.shown == [7, 19]
    assert search.finding.whole


def test_a_hit_that_is_loaded_asks_for_nothing_earlier():
    search = Search()
    search.seek("question 130:")
    assert search.utterances == ["Question 130"]
    assert search.pages == 1
    assert not search.finding.searching
    assert not search.finding.whole


def test_what_is_not_loaded_is_looked_for_page_by_page_until_it_is_found():
    search = Search()
    search.seek("question 7:")
    assert search.finding.earlier
    assert search.finding.rows == []
    search.bring(range(PAGE, 2 * PAGE))
    search.look()
    assert search.finding.earlier
    assert search.pages == 3
    search.bring(range(PAGE))
    search.look()
    assert search.utterances == ["Question 7"]
    assert search.shown == [7]
    assert not search.finding.searching
    assert search.pages == 3, "what is found is enough"


def test_at_the_beginning_it_is_over():
    search = Search()
    search.seek("no such words")
    search.bring(range(PAGE + 10, 2 * PAGE))
    search.look()
    assert not search.finding.searching
    assert search.finding.whole
    assert (search.finding.rows, search.shown, search.pages) == ([], [], 2)


@pytest.mark.parametrize("words", ["", "question 170:"])
def test_other_words_or_none_end_it(words):
    search = Search()
    search.seek("question 7:")
    search.seek(words)
    search.bring(range(PAGE, 2 * PAGE))
    search.look()
    assert search.pages == 2
    assert not search.finding.searching
    assert search.utterances == (["Question 170"] if words else [])


def test_the_step_past_the_oldest_hit_goes_on_earlier_and_then_round():
    search = Search()
    search.seek("question 13")
    assert len(search.finding.rows) == 10
    for _ in range(10):
        search.step(older=True)
    assert search.finding.earlier
    search.step(older=True)
    assert search.pages == 2, "it is asked for once"
    search.bring(range(PAGE + 1, 2 * PAGE))
    search.look()
    assert search.utterances[search.finding.at] == "Question 139", "none is earlier, so round again"
    assert not search.finding.earlier


def test_what_is_chosen_stays_so_where_turns_come_before_and_after_it():
    search = Search()
    search.seek("question 13")
    search.step(older=True)
    chosen = search.utterances[search.finding.at]
    search.conversation.send("And question 13, was it ever answered?")
    search.conversation.load()
    search.bring(range(PAGE, 2 * PAGE))
    search.look()
    assert search.utterances[search.finding.at] == chosen
    assert len(search.finding.rows) == 11
    search.step(older=False)
    search.step(older=False)
    assert search.shown[-1] == search.conversation.last_row()


def test_a_newer_hit_is_gone_to_while_an_older_one_is_looked_for():
    search = Search()
    search.seek("question 130:")
    search.step(older=True)
    assert search.finding.earlier
    search.step(older=False)
    assert not search.finding.searching
    assert search.shown[-1] == 10


def test_earlier_turns_that_cannot_be_read_are_told_and_asked_for_again():
    search = Search()
    search.seek("question 7:")
    search.door.last("history")[1]["failure"](Fault("Damaged.", "Restore."))
    assert search.finding.fault == Fault("Damaged.", "Restore.")
    assert not search.finding.searching
    search.step(older=True)
    assert search.finding.fault is None
    assert (search.finding.earlier, search.pages) == (True, 3)


def test_words_that_were_sought_before_anything_was_loaded_are_found():
    search = Search()
    search.conversation.begin_anew()
    search.seek("question 130:")
    search.bring(range(2 * PAGE, 3 * PAGE))
    search.look()
    assert search.utterances == ["Question 130"]


def test_what_was_asked_for_before_all_was_gone_is_not_shown():
    search = Search()
    search.seek("question 7:")
    asked = search.door.last("history")[1]
    search.conversation.begin_anew()
    asked["success"](page(range(PAGE, 2 * PAGE)))
    assert len(search.conversation) == 0


@pytest.fixture
def opened(stage, until):
    at = datetime(2026, 5, 1, tzinfo=UTC)
    history = [exchange(number, at + timedelta(minutes=number)) for number in range(3 * PAGE)]
    service = stage.open(ScriptedService(history=history))
    until(lambda: len(stage.views.conversation) == PAGE)
    stage.views.window.actions_table.run("find")
    return service


def test_the_bar_goes_back_to_a_turn_that_was_not_loaded_and_shows_it(opened, stage, until):
    bar, conversation = stage.views.place.find_bar, stage.views.conversation
    QTest.keyClicks(bar.findChild(QLineEdit), "question 7:")
    said = bar.findChild(QLabel)
    until(lambda: said.text().startswith("1 of 1"))
    (row,) = [
        row for row in range(len(conversation)) if conversation[row].utterance.startswith("Question 7:")
    ]
    turns = stage.views.place.turns
    assert turns.visualRect(stage.views.place.rows.index(row)).intersects(turns.viewport().rect())
    bar.findChild(QLineEdit).setText("nothing of the kind")
    until(lambda: said.text() == "Not found")


def test_closing_the_bar_ends_the_search(opened, stage, until, monkeypatch):
    bar, conversation = stage.views.place.find_bar, stage.views.conversation
    loads = []
    monkeypatch.setattr(conversation, "load", lambda: loads.append(True))
    bar.findChild(QLineEdit).setText("nothing of the kind")
    until(lambda: bar.findChild(QLabel).text() == "Searching earlier…")
    assert loads == [True]
    stage.views.window.actions_table.run("stop")
    conversation.progressed.emit()
    assert not bar.isVisible()
    assert loads == [True]
