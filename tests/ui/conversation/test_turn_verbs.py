"""What is done on a turn in the window: remembering, correcting, why, what stood before it, off the record."""

import pytest
from PySide6.QtWidgets import QToolButton

from tests.ui.continuity.fake import context
from tests.ui.fakes import ScriptedService
from tests.ui.talked import talk
from ui.conversation.listing import Press
from ui.conversation.wording import spoken


@pytest.fixture
def opened(stage, until):
    service = stage.open(ScriptedService(history=talk(), contexts=[context("loop-4")]))
    until(lambda: len(stage.views.conversation) == 4)
    return service


def zones(stage, row: int) -> set[str]:
    return {zone.press.value for zone in stage.views.place.turns.layout_of(row).zones}


def test_remember_this_is_noted_under_the_turn_with_undo_and_why(opened, stage, until):
    stage.views.window.actions_table.run("remember.this")
    turn = stage.views.conversation[3]
    until(lambda: len(turn.changes) == 1)
    assert {"undo", "why"} <= zones(stage, 3)
    assert "Noted: What should the cake" in spoken(turn, "Ada")
    zone = next(one for one in stage.views.place.turns.layout_of(3).zones if one.press is Press.UNDO)
    stage.views.place.turns.pressed.emit(3, zone.press.value, zone.about)
    until(lambda: opened.person.count("person.undo") == 1)
    until(lambda: "undo" not in zones(stage, 3))


def test_why_leads_to_the_fact_with_its_source(opened, stage, until):
    stage.views.place.verbs.press(3, Press.WHY, "f40")
    assert stage.views.window.place == "you"
    until(lambda: stage.views.known.reasons is not None)
    assert stage.views.known.current.id == "f40"
    until(stage.views.you.detail.why.isVisible)


def test_correct_this_finds_what_is_known_about_the_words(opened, stage, until):
    stage.views.place.verbs.press(0, Press.CORRECT)
    assert stage.views.window.place == "you"
    until(lambda: opened.person.count("person.search") == 1)
    until(lambda: "f40" in [one.id for one in stage.views.known.shown()])


def test_what_stood_before_an_answer_is_one_press_away(opened, stage, until):
    assert "context" in zones(stage, 3)
    stage.views.window.actions_table.run("context.this")
    assert stage.views.window.place == "continuity"
    until(lambda: stage.views.continuity.continuity.context is not None)
    assert stage.views.continuity.continuity.context.loop_id == "loop-4"


def test_off_the_record_is_seen_and_goes_without_a_trace(opened, stage, until):
    place, conversation = stage.views.place, stage.views.conversation
    button = place.composer.findChild(QToolButton, "aside")
    button.click()
    assert conversation.off_record
    assert place.composer.property("aside") is True
    assert any(
        "Off the record" in label.text() and label.isVisible()
        for label in place.findChildren(type(place._sign))
    )
    place.composer.set_draft("Between us.")
    place.composer.send()
    until(lambda: len(conversation) == 5 and conversation[4].ended)
    assert opened.asides == [True]
    assert not {"remember", "correct", "context"} & zones(stage, 4)
    assert "Off the record" in spoken(conversation[4], "Ada")
    stage.views.window.actions_table.run("aside")
    assert len(conversation) == 4
    assert place.rows.rowCount() == 4
    until(lambda: len(opened.goodbyes) == 1)
    assert place.composer.property("aside") is False
