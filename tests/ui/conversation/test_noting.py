"""What turns change of what is known, and what is said off the record: view-models without a window."""

from datetime import UTC, datetime

import pytest

from tests.ui.facts.fake import PersonBook
from tests.ui.fakes import exchange
from tests.ui.test_conversation_model import DoorBook, page, result
from ui.conversation import Conversation, Noting
from ui.conversation.operations import ASIDE
from ui.doors import Fault
from ui.facts import Changes
from ui.facts.wording import change_words


class Talk:
    """A conversation with what it notes, over a door that a test answers."""

    def __init__(self) -> None:
        self.door, self.book = DoorBook(), PersonBook()
        self.conversation = Conversation(self.door)
        self.changes = Changes(self.door)
        self.noting = Noting(self.conversation, self.changes, self.door)
        self.conversation.set_ready(True)

    def say(self, text: str, loop_id: str = "l1") -> None:
        self.conversation.send(text)
        self.door.last("say")[1]["success"](result("Fine.", loop_id=loop_id))

    def answer(self, request: str) -> None:
        """Let the book answer what was asked last."""
        parameters, callbacks = self.door.last(request)
        callbacks["success"](self.book.answer(request, parameters))

    def words(self, row: int = 0) -> list[str]:
        return [change_words(change) for change in self.conversation[row].changes.values()]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_what_a_turn_changed_is_told_under_it_and_again_when_it_was_thought_back_on(talk):
    talk.say("I have two cats.")
    talk.answer("person.updates")
    assert talk.words() == []
    talk.book.changed_in["l1"] = [talk.book.answer("person.remember", {"text": "Mira has two cats."})]
    talk.door.listeners[0]({"event": "turn", "stage": "reflected", "surface": "window", "loop_id": "l1"})
    talk.answer("person.updates")
    assert talk.words() == ["Noted: Mira has two cats."]


def test_a_change_of_a_turn_is_taken_back_and_stays_told_so(talk):
    talk.say("I have two cats.")
    talk.book.changed_in["l1"] = [talk.book.answer("person.remember", {"text": "Mira has two cats."})]
    talk.answer("person.updates")
    turn = talk.conversation[0]
    (update_id,) = turn.changes
    talk.noting.undo(turn, update_id)
    talk.answer("person.undo")
    assert talk.words() == ["Taken back: Mira has two cats."]
    assert not turn.changes[update_id].undoable


def test_remember_this_notes_the_words_and_says_so(talk):
    talk.say("I have two cats.")
    turn = talk.conversation[0]
    revision = turn.revision
    talk.noting.remember(turn, "I have two cats.")
    talk.answer("person.remember")
    assert talk.words() == ["Noted: I have two cats."]
    assert turn.revision > revision


def test_what_cannot_be_noted_is_said_under_its_turn_alone(talk):
    talk.say("one", "l1")
    talk.say("two", "l2")
    talk.noting.remember(talk.conversation[1], "two")
    talk.door.last("person.remember")[1]["failure"](Fault("Not now.", "Try later."))
    assert talk.conversation[1].remark == "Not now. Try later."
    assert talk.conversation[0].remark == ""


def test_history_tells_what_each_turn_changed(talk):
    talk.book.changed_in["loop-2"] = [talk.book.answer("person.remember", {"text": "Mira has two cats."})]
    talk.conversation.load()
    talk.door.last("history")[1]["success"](page(range(4)))
    assert talk.door.last("person.updates")[0]["loops"] == [f"loop-{number}" for number in range(4)]
    talk.answer("person.updates")
    assert [len(talk.conversation[row].changes) for row in range(4)] == [0, 0, 1, 0]


def test_off_the_record_nothing_is_looked_up_and_leaving_it_takes_it_away(talk):
    talk.say("on", "l1")
    talk.conversation.set_off_record(True)
    talk.conversation.draft("between us")
    assert talk.door.last("draft")[0] == {"text": "between us", "surface": ASIDE, "off_record": True}
    asked = talk.door.count("person.updates")
    talk.say("between us", "l2")
    assert talk.door.last("say")[0]["off_record"]
    assert talk.door.last("say")[0]["surface"] == ASIDE
    assert talk.door.count("person.updates") == asked
    removed = []
    talk.conversation.removed.connect(lambda: removed.append(True))
    talk.conversation.set_off_record(False)
    assert [talk.conversation[row].utterance for row in range(len(talk.conversation))] == ["on"]
    assert talk.door.last("goodbye")[0] == {"off_record": True, "surface": ASIDE}
    assert removed == [True]


def test_an_answer_that_comes_after_its_turn_was_taken_away_is_passed_over(talk):
    talk.conversation.set_off_record(True)
    talk.conversation.send("between us")
    talk.conversation.set_off_record(False)
    assert talk.door.count("stop") == 1
    talk.door.last("say")[1]["success"](result("Fine.", loop_id="l2"))
    assert len(talk.conversation) == 0
    talk.say("on again", "l3")
    assert talk.conversation[0].answer == "Fine."


def test_off_the_record_without_a_word_says_no_goodbye(talk):
    talk.conversation.set_off_record(True)
    talk.conversation.set_off_record(False)
    assert talk.door.count("goodbye") == 0


def test_turns_of_other_surfaces_are_nothing_to_look_up(talk):
    talk.say("here", "l1")
    asked = talk.door.count("person.updates")
    talk.door.listeners[0]({"event": "turn", "stage": "reflected", "surface": "terminal", "loop_id": "other"})
    talk.door.listeners[0]({"event": "turn", "stage": "answered", "surface": "window", "loop_id": "l1"})
    talk.door.listeners[0]({"event": "state"})
    assert talk.door.count("person.updates") == asked


def reflected(talk: Talk, loop_id: str, **kept: object) -> None:
    """A turn was thought back on, and this is kept of it since."""
    talk.door.listeners[0]({"event": "turn", "stage": "reflected", "surface": "window", "loop_id": loop_id})
    read = exchange(1, datetime(2026, 5, 1, tzinfo=UTC), loop_id=loop_id, **kept)
    talk.door.last("history")[1]["success"]({"exchanges": [read.model_dump(mode="json")]})


def test_what_is_noted_of_a_turn_is_there_once_it_was_thought_back_on(talk):
    talk.say("one", "l1")
    talk.say("two", "l2")
    reflected(talk, "l1", note="She counts.")
    assert talk.door.last("history")[0]["before"] == "l2"
    assert [talk.conversation[row].note for row in range(2)] == ["She counts.", None]
    reflected(talk, "l2", note="She counts on.")
    assert talk.door.last("history")[0]["before"] is None
    assert talk.conversation[1].note == "She counts on."


def test_a_note_that_was_taken_back_is_shown_no_more(talk):
    talk.say("one", "l1")
    reflected(talk, "l1", note="She counts.")
    talk.conversation.toggle_note(0)
    assert talk.conversation[0].note_open
    reflected(talk, "l1")
    assert (talk.conversation[0].note, talk.conversation[0].note_open) == (None, False)
    talk.conversation.toggle_note(0)
    assert not talk.conversation[0].note_open, "there is nothing to open"
