"""Documents that are added while talking: the view-model, and the chips above the draft."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QToolButton

from tests.ui.fakes import ScriptedService
from tests.ui.test_conversation_model import DoorBook
from ui.conversation import Attaching, Conversation
from ui.conversation.attaching import Reading
from ui.conversation.attaching.chips import MOST, Chip, attachment_words
from ui.doors import Fault
from ui.widgets.words import Words


@pytest.fixture
def door() -> DoorBook:
    return DoorBook()


@pytest.fixture
def attaching(door) -> Attaching:
    return Attaching(door, Conversation(door))


def told(attaching: Attaching) -> list[str]:
    return [attachment_words(one) for one in attaching.shown]


@pytest.mark.parametrize(("new", "words"), [(True, "Read: letter.md"), (False, "Read before: letter.md")])
def test_a_document_is_told_while_it_is_read_and_once_it_was(attaching, door, new, words):
    attaching.add(["/home/mira/letter.md"])
    assert told(attaching) == ["Reading letter.md…"]
    parameters, calls = door.last("library.add")
    assert parameters == {"path": "/home/mira/letter.md"}
    calls["success"]({"document": {"name": "letter.md"}, "new": new})
    assert told(attaching) == [words]


def test_what_cannot_be_read_is_told_with_what_to_do(attaching, door):
    attaching.add(["/home/mira/cat.jpg"])
    door.last("library.add")[1]["failure"](Fault("This is a picture.", "Say in words what is in it."))
    assert told(attaching) == ["Not read: cat.jpg. This is a picture. Say in words what is in it."]


def test_a_file_is_shown_once_and_can_be_tried_again(attaching, door):
    attaching.add(["/a/letter.md", "/a/letter.md"])
    attaching.add(["/a/letter.md"])
    assert door.count("library.add") == 1
    door.last("library.add")[1]["failure"](Fault("It is locked."))
    attaching.add(["/a/letter.md"])
    assert door.count("library.add") == 2
    assert told(attaching) == ["Reading letter.md…"]


def test_once_a_message_is_sent_only_what_is_being_read_stays(attaching, door):
    attaching.add(["/a/one.md"])
    door.last("library.add")[1]["success"]({"new": True})
    attaching.add(["/a/two.md"])
    attaching.clear()
    assert told(attaching) == ["Reading two.md…"]
    attaching.let_go(attaching.shown[0])
    door.last("library.add")[1]["success"]({"new": True})
    assert told(attaching) == []


def test_off_the_record_nothing_is_read(door):
    conversation = Conversation(door)
    attaching = Attaching(door, conversation)
    conversation.set_off_record(True)
    attaching.add(["/a/one.md"])
    assert attaching.shown[0].reading is Reading.REFUSED
    assert door.count("library.add") == 0
    assert "off the record" in told(attaching)[0]


@pytest.fixture
def opened(stage, until):
    service = stage.open(ScriptedService())
    until(lambda: stage.views.mind.ready)
    return service


def chips(stage) -> list[str]:
    return [chip.words for chip in stage.views.place.composer.findChildren(Chip) if chip.isVisible()]


@pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every dialog
def test_the_paperclip_asks_for_documents_and_says_what_became_of_them(opened, stage, until, tmp_path: Path):
    place = stage.views.place
    place.composer.findChild(QToolButton, "attach").click()
    assert place.dialog.isVisible()
    place.dialog.filesSelected.emit([str(tmp_path / "letter.md"), str(tmp_path / "game.exe")])
    place.dialog.reject()
    until(lambda: "Read: letter.md" in chips(stage))
    until(lambda: any("game.exe" in words and "Choose a text" in words for words in chips(stage)))
    assert stage.views.window.place == "conversation"
    place.composer.set_draft("What does it say?")
    place.composer.send()
    assert chips(stage) == []


def test_a_chip_can_be_sent_away(opened, stage, until):
    stage.views.place.attach(["/a/letter.md", "/a/menu.md"])
    until(lambda: set(chips(stage)) == {"Read: letter.md", "Read: menu.md"})
    chip = next(one for one in stage.views.place.composer.findChildren(Chip) if one.words == "Read: menu.md")
    chip.findChild(QToolButton).click()
    assert chips(stage) == ["Read: letter.md"]


def test_many_documents_leave_room_for_the_writing_and_failures_are_seen(opened, stage, until):
    stage.views.place.attach(["/a/game.exe", *(f"/a/{number}.md" for number in range(2 * MOST))])
    until(lambda: any("game.exe." in words for words in chips(stage)) and not reading(stage))
    assert len(chips(stage)) == MOST
    assert "and 5 more" in [label.text() for label in stage.views.place.composer.findChildren(Words)]


def reading(stage) -> bool:
    return any(one.reading is Reading.READING for one in stage.views.models.attaching.shown)


def test_off_the_record_the_paperclip_says_why_it_takes_nothing(opened, stage):
    clip = stage.views.place.composer.findChild(QToolButton, "attach")
    stage.views.window.actions_table.run("aside")
    assert not clip.isEnabled()
    assert "off the record" in clip.toolTip()
    (action,) = [one for one in stage.views.window.actions_table.all() if one.key == "attach"]
    assert not action.enabled()
