"""The whole window over a scripted service: what a person does with keys and pointer."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QWidget

from engine.conversation.records import Part, PartState, TurnStatus
from engine.errors import CompanionError
from tests.ui.fakes import READY, REPLY, ScriptedService
from tests.ui.talked import MISSING, talk
from ui.conversation import Phase
from ui.doors import Fault
from ui.shell import Preferences
from ui.shell.commands import LOOSE, rank
from ui.theme import Scheme
from ui.widgets.orb import OrbState


def type_and_send(stage, text: str) -> None:
    writing = stage.views.place.composer.findChild(QPlainTextEdit)
    QTest.keyClicks(writing, text)
    QTest.keyClick(writing, Qt.Key.Key_Return)


def opened(stage, until, **script):
    service = stage.open(ScriptedService(**script))
    until(lambda: stage.views.mind.ready)
    return service


def test_typing_works_before_the_mind_is_open_and_is_sent_then(stage, until):
    type_and_send(stage, "hello")
    conversation = stage.views.conversation
    assert conversation[0].phase is Phase.QUEUED
    service = opened(stage, until)
    until(lambda: conversation[0].phase is Phase.DONE)
    assert service.said == ["hello"]
    assert conversation[0].answer == REPLY


def test_what_is_typed_is_told_at_its_first_sign_and_after_each_pause(stage, until):
    service = opened(stage, until)
    writing = stage.views.place.composer.findChild(QPlainTextEdit)
    QTest.keyClicks(writing, "Where is")
    assert service.drafts == ["W"]
    until(lambda: service.drafts == ["W", "Where is"])
    type_and_send(stage, " my key?")
    until(lambda: service.said == ["Where is my key?"])
    QTest.qWait(400)
    assert service.drafts == ["W", "Where is", "Where is my key?"]


def test_who_types_without_a_pause_is_heard_at_the_end_of_a_word(stage, until):
    service = opened(stage, until)
    writing = stage.views.place.composer.findChild(QPlainTextEdit)
    for sign in "Where did I put the key?":
        QTest.keyClicks(writing, sign)
        QTest.qWait(60)
    assert any(draft.endswith(" ") for draft in service.drafts[1:])


def test_shift_enter_begins_a_line_and_enter_sends(stage, until):
    writing = stage.views.place.composer.findChild(QPlainTextEdit)
    QTest.keyClicks(writing, "one")
    QTest.keyClick(writing, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(writing, "two")
    assert stage.views.place.composer.draft == "one\ntwo"
    QTest.keyClick(writing, Qt.Key.Key_Return)
    assert stage.views.conversation[0].utterance == "one\ntwo"
    assert stage.views.place.composer.draft == ""


def test_the_orb_thinks_speaks_and_rests(stage, until):
    opened(stage, until, pause_s=0.01)
    orb, seen = stage.views.place.orb, []
    stage.views.conversation.progressed.connect(lambda: seen.append(orb.state))
    type_and_send(stage, "hello")
    until(lambda: stage.views.conversation[0].phase is Phase.DONE)
    assert OrbState.THINKING in seen
    assert OrbState.SPEAKING in seen
    assert orb.state is OrbState.IDLE


def test_mood_and_dreams_show_in_the_orbs_and_in_the_tray(stage, until):
    service = opened(stage, until)
    place, today, tray = stage.views.place, stage.views.widgets.today, stage.views.tray
    until(lambda: place.orb.bearing.valence == 0.6)
    bright = tray.icon.icon().pixmap(32).toImage().pixelColor(16, 16)
    stage.views.window.go("today")
    until(today.orb.isVisible)
    service.shelves.lists["mood"]["point"]["valence"] = -0.8
    service.tell_event({"event": "mood"})
    until(lambda: place.orb.bearing.valence == today.orb.bearing.valence == -0.8)
    heavy = tray.icon.icon().pixmap(32).toImage().pixelColor(16, 16)
    assert bright.red() > bright.blue()
    assert heavy.blue() > heavy.red()
    service.tell_event({"event": "night", "stage": "night"})
    until(lambda: place.orb.state is today.orb.state is OrbState.DREAMING)
    assert "dreaming" in place.orb.accessibleDescription()
    assert tray.icon.toolTip().endswith("Dreaming")
    place.composer.set_draft("Are you there?")
    assert place.orb.state is OrbState.LISTENING, "whoever is spoken to is awake"
    place.composer.set_draft("")
    service.tell_event({"event": "night", "stage": "over"})
    until(lambda: place.orb.state is today.orb.state is OrbState.IDLE)


def test_escape_stops_an_answer_and_it_can_be_asked_again(stage, until):
    service = opened(stage, until, pause_s=0.02)
    conversation = stage.views.conversation
    type_and_send(stage, "hello")
    until(lambda: conversation[0].phase is Phase.STREAMING)
    stage.views.window.actions_table.run("stop")
    until(lambda: conversation[0].phase is Phase.STOPPED)
    assert REPLY.startswith(conversation[0].answer)
    service.pause_s = 0
    stage.views.window.actions_table.run("retry")
    until(lambda: conversation[1].phase is Phase.DONE)


def test_a_failure_shows_its_remedy_and_keeps_the_words(stage, until):
    fault = CompanionError(
        "No language model is installed.", "Install one: `companion models install --starter`."
    )
    service = opened(stage, until, parts=MISSING, fault=fault)
    type_and_send(stage, "hello")
    turn = stage.views.conversation[0]
    until(lambda: turn.phase is Phase.FAILED)
    assert turn.fault == Fault(fault.message, "Install one: Settings, Models.")
    service.fault = None
    stage.views.window.actions_table.run("retry")
    until(lambda: turn.phase is Phase.DONE)


def test_edit_puts_the_words_back(stage, until):
    opened(stage, until, history=talk())
    until(lambda: len(stage.views.conversation) == 4)
    writing = stage.views.place.composer.findChild(QPlainTextEdit)
    QTest.keyClick(writing, Qt.Key.Key_Up)
    assert stage.views.place.composer.draft == "What should the cake at the wedding be free of?"


def test_what_is_edited_and_sent_replaces_and_says_so_before(stage, until):
    service = opened(stage, until, history=talk())
    until(lambda: len(stage.views.conversation) == 4)
    place = stage.views.place
    stage.views.window.actions_table.run("edit")
    assert place.editing.isVisible()
    stage.views.window.actions_table.run("stop")
    assert not place.editing.isVisible()
    stage.views.window.actions_table.run("edit")
    place.composer.set_draft("What should the cake be made of?")
    place.composer.send()
    assert not place.editing.isVisible()
    until(lambda: service.said == ["What should the cake be made of?"])
    assert [one[1] for one in service.memory.asked if one[0] == "forget.withdraw"] == [
        {"refs": ["loop:loop-4"]}
    ]
    assert len(stage.views.conversation) == 4


def test_copy_takes_the_answer(stage, until):
    opened(stage, until, history=talk())
    until(lambda: len(stage.views.conversation) == 4)
    stage.views.window.actions_table.run("copy")
    assert QGuiApplication.clipboard().text() == REPLY


def test_what_was_remembered_opens_with_date_score_and_source(stage, until):
    opened(stage, until, history=talk())
    until(lambda: len(stage.views.conversation) == 4)
    before = len(stage.views.place.turns.layout_of(3).texts)
    stage.views.window.actions_table.run("recalled")
    layout = stage.views.place.turns.layout_of(3)
    assert len(layout.texts) == before + 3
    words = " ".join(line.words for line in layout.lines)
    assert re.search(r"said \d+ \w+, 09:12 · fits well", words)
    assert "still in view" in words


def test_find_walks_through_the_hits(stage, until):
    opened(stage, until, history=talk())
    until(lambda: len(stage.views.conversation) == 4)
    found = []
    bar = stage.views.place.find_bar
    bar.found.connect(found.append)
    stage.views.window.actions_table.run("find")
    QTest.keyClicks(bar.findChild(QLineEdit), "peanuts")
    until(lambda: bar.findChild(QLabel).text() == "1 of 2")
    bar.step(older=True)
    bar.step(older=True)
    assert found[-3:] == [3, 0, 3]
    stage.views.window.actions_table.run("stop")
    assert not bar.isVisible()


def test_the_palette_finds_and_does(stage, until):
    window = stage.views.window
    window.actions_table.run("commands")
    field = window.palette_card.findChild(QLineEdit)
    QTest.keyClicks(field, "go sett")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.place == "settings"
    assert not window.palette_card.isVisible()


def test_ranking_prefers_words_over_letters_inside_a_word_and_those_over_scattered_ones():
    assert rank("stop", "Stop answering") == 0
    assert rank("ans st", "Stop answering") == 0
    assert rank("ans", "Stop answering") == 5
    assert LOOSE <= rank("top", "Stop answering") < 2 * LOOSE
    assert rank("sta", "Stop answering") >= 2 * LOOSE
    assert rank("xyz", "Stop answering") is None
    assert rank("++", "Stop answering") is None
    assert rank("", "Stop answering") == 0


def test_actions_have_words_a_tip_and_their_own_keys(stage):
    records = stage.views.window.actions_table.all()
    assert all(record.words and record.tip for record in records)
    # What can be set is in no menu: the palette finds it.
    assert all(record.menu or record.key.startswith("settings.") for record in records)
    keys = [key for record in records for key in record.shortcuts]
    assert len(keys) == len(set(keys))
    with pytest.raises(ValueError, match="repeats"):
        stage.views.window.actions_table.add([records[0]])


def test_everything_that_can_be_pressed_has_a_name_and_a_tip(stage, until):
    opened(stage, until, history=talk())
    buttons = stage.views.window.findChildren(QAbstractButton)
    own = [one for one in buttons if not one.objectName().startswith("qt_")]
    nameless = [one for one in own if not (one.accessibleName() or one.text())]
    tipless = [one.text() or one.accessibleName() for one in own if not one.toolTip()]
    assert nameless == []
    assert tipless == []
    for field in [
        *stage.views.window.findChildren(QLineEdit),
        *stage.views.window.findChildren(QPlainTextEdit),
    ]:
        assert field.accessibleName()


def test_tab_reaches_everything_that_can_be_pressed(stage, until):
    opened(stage, until, history=talk())
    for button in stage.views.window.findChildren(QAbstractButton):
        if button.objectName().startswith("qt_") or not button.isVisible():
            continue
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus, button.accessibleName()


def status_words(stage) -> str:
    strip = stage.views.window.findChild(QWidget, "status")
    return strip.findChild(QAbstractButton).accessibleName()


def test_the_status_strip_tells_the_state_and_the_remedy(stage, until):
    assert "Opening the vault" in status_words(stage)
    service = opened(stage, until)
    until(lambda: "kept encrypted, on this machine alone" in status_words(stage))
    service.tell((Part(name="language", state=PartState.LOADING, label="Loading", progress=0.4),))
    until(lambda: "Model: loading · 40%" in status_words(stage))
    service.tell(MISSING)
    until(lambda: "Settings, Models" in status_words(stage))
    service.tell(READY)
    until(lambda: "All is well" in status_words(stage))


def test_a_mind_that_cannot_be_opened_says_why(stage, until):
    stage.door.fail(Fault("The vault is damaged.", "Restore a backup with `companion restore`."))
    until(lambda: stage.views.mind.fault is not None)
    assert "companion restore" in status_words(stage)
    type_and_send(stage, "hello")
    until(lambda: stage.views.conversation[0].phase is Phase.FAILED)


@pytest.mark.parametrize("scale", [1.0, 1.3, 2.0])
@pytest.mark.parametrize("lines", [1, 2, 9])
def test_no_line_that_is_written_is_cut(stage, qtbot, scale, lines):
    stage.views.theme.set_scale(scale)
    stage.views.place.composer.set_draft("\n".join(["gjpqy"] * lines))
    qtbot.wait(100)
    writing = stage.views.place.composer.findChild(QPlainTextEdit)
    high = sum(
        writing.blockBoundingRect(writing.document().findBlockByNumber(number)).height()
        for number in range(lines)
    )
    assert writing.viewport().height() >= high
    stage.views.theme.set_scale(1.0)


def test_a_message_is_thought_about_harder_where_that_is_asked_for(stage, until):
    service = opened(stage, until)
    for words, way in (("hello", "send"), ("and now?", "send.harder"), ("thanks", "send")):
        stage.views.place.composer.set_draft(words)
        stage.views.window.actions_table.run(way)
        until(lambda: stage.views.conversation[stage.views.conversation.last_row()].phase is Phase.DONE)
    assert service.said == ["hello", "and now?", "thanks"]
    assert service.harder == [False, True, False]


def test_text_and_scheme_are_kept_and_come_back(stage):
    stage.views.window.actions_table.run("text.larger")
    stage.views.theme.set_scheme(Scheme.DARK)
    stage.views.window._preferences.keep_appearance(stage.views.theme)
    stage.views.theme.set_scheme(Scheme.LIGHT)
    stage.views.theme.set_scale(1.0)
    stage.views.window._preferences.dress(stage.views.theme)
    assert stage.views.theme.scheme is Scheme.DARK
    assert stage.views.theme.metrics.scale == pytest.approx(1.1)


@pytest.mark.parametrize("junk", ["", "[appearance]\nscheme=purple\nscale=huge\n", "\x00\x01garbage"])
def test_preferences_that_cannot_be_read_are_defaults(stage, tmp_path, junk):
    file = tmp_path / "other.ini"
    file.write_text(junk)
    Preferences(file).dress(stage.views.theme)
    assert stage.views.theme.scheme is Scheme.SYSTEM
    assert stage.views.theme.metrics.scale == 1.0


def test_an_unfinished_past_answer_can_be_asked_again(stage, until):
    history = talk()
    history[-1] = history[-1].model_copy(update={"status": TurnStatus.INTERRUPTED})
    service = opened(stage, until, history=history)
    until(lambda: len(stage.views.conversation) == 4)
    stage.views.window.actions_table.run("retry")
    until(lambda: stage.views.conversation[stage.views.conversation.last_row()].phase is Phase.DONE)
    assert service.said == [history[-1].utterance]
