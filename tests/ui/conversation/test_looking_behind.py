"""What stands behind an answer in the window: the companion's note, and the sources of what was remembered."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.conversation.records import Recalled
from tests.ui.fakes import ScriptedService, exchange
from ui.conversation.listing import Press
from ui.conversation.wording import spoken

NOTE = "I was glad that she asked before ordering the cake."
SOURCES = {
    "step:s30": "My sister Ana gets married on 12 June.",
    "fact:f40": "Mira is allergic to peanuts.",
    "node:n2": "Celebrations make her think of her father.",
    "document:d2": "The menu: a soup, a roast, a lemon cake.",
}


def recalled() -> list[Recalled]:
    when = datetime(2026, 5, 1, tzinfo=UTC)
    parts = [(*ref.split(":"), text) for ref, text in SOURCES.items()]
    return [
        Recalled(id=own, kind=kind, text=text, score=0.8, when=when, in_stream=False)
        for kind, own, text in parts
    ]


@pytest.fixture
def opened(stage, until):
    at = datetime(2026, 5, 2, tzinfo=UTC)
    history = [exchange(0, at), exchange(1, at + timedelta(minutes=9), recalled=recalled(), note=NOTE)]
    service = stage.open(ScriptedService(history=history))
    until(lambda: len(stage.views.conversation) == 2)
    return service


def zones(stage, press: Press, row: int = 1) -> list:
    return [zone for zone in stage.views.place.turns.layout_of(row).zones if zone.press is press]


def click(stage, zone, row: int = 1) -> None:
    turns = stage.views.place.turns
    turns.bring_into_sight(row, zone.rect)
    point = zone.rect.center().toPoint() + QPoint(0, turns.top_of(row))
    QTest.mouseClick(turns.viewport(), Qt.MouseButton.LeftButton, pos=point)


def shown_texts(stage, row: int = 1) -> list[str]:
    return [text.document.toPlainText() for text in stage.views.place.turns.layout_of(row).texts]


def test_a_note_opens_below_the_answer_and_closes_again(opened, stage):
    (zone,) = zones(stage, Press.NOTED)
    assert (zone.words, zone.quiet) == ("What I noted", True)
    assert NOTE not in shown_texts(stage)
    click(stage, zone)
    assert NOTE in shown_texts(stage)
    assert NOTE in spoken(stage.views.conversation[1], "Ada")
    (zone,) = zones(stage, Press.NOTED)
    assert not zone.quiet, "what is open can be closed without looking for it"
    stage.views.window.actions_table.run("noted")
    assert NOTE not in shown_texts(stage)


def test_a_turn_without_a_note_offers_none(opened, stage):
    assert zones(stage, Press.NOTED, row=0) == []
    stage.views.place.turns.setCurrentIndex(stage.views.place.rows.index(0))
    stage.views.place.turns.setFocus()
    assert not stage.views.place.verbs.has_note()


@pytest.mark.parametrize("ref", SOURCES)
def test_what_was_remembered_leads_to_its_source(opened, stage, until, ref):
    stage.views.window.actions_table.run("recalled")
    click(stage, next(zone for zone in zones(stage, Press.SOURCE) if zone.about == ref))
    place, memories = stage.views.window.place, stage.views.memories
    if ref.startswith("fact:"):
        assert place == "you"
        until(lambda: stage.views.known.current is not None and stage.views.known.current.id == "f40")
    elif ref.startswith("document:"):
        assert place == "memories"
        until(lambda: memories.library.current is not None and memories.library.current.id == "d2")
        assert memories.documents.side.isVisible()
    elif ref.startswith("step:"):
        until(lambda: stage.views.window.place == "trail")
    else:
        assert place == "memories"
        until(lambda: memories.memories.current is not None and memories.memories.current.ref == ref)


def test_the_keys_go_from_zone_to_zone_and_press_them(opened, stage, until):
    turns, wanted = stage.views.place.turns, []
    stage.views.place.verbs.source_wanted.connect(wanted.append)
    turns.setFocus()
    turns.setCurrentIndex(stage.views.place.rows.index(1))
    QTest.keyClick(turns, Qt.Key.Key_Return)
    assert stage.views.conversation[1].expanded, "without a zone, Enter shows what was remembered"
    QTest.keyClick(turns, Qt.Key.Key_Left)
    assert turns.look_of(1).reached.press is Press.CONTEXT
    for _ in SOURCES:
        QTest.keyClick(turns, Qt.Key.Key_Left)
    reached = turns.look_of(1).reached
    assert reached.about == "step:s30"
    assert "My sister Ana" in reached.spoken
    assert turns.viewport().rect().contains(QPoint(9, turns.top_of(1) + round(reached.rect.center().y())))
    QTest.keyClick(turns, Qt.Key.Key_Right)
    QTest.keyClick(turns, Qt.Key.Key_Return)
    assert wanted == ["fact:f40"]
    turns.setCurrentIndex(stage.views.place.rows.index(0))
    assert turns.look_of(0).reached is None


def test_at_large_text_in_a_narrow_window_every_zone_has_room(opened, stage, until):
    stage.views.window.resize(420, 600)
    stage.views.theme.set_scale(2.0)
    stage.views.window.actions_table.run("recalled")
    stage.views.window.actions_table.run("noted")
    turns = stage.views.place.turns
    until(lambda: turns.viewport().width() < 420)
    layout = turns.layout_of(1)
    rects = [zone.rect for zone in layout.zones]
    width = turns.viewport().width()
    assert [(rect.left(), rect.right()) for rect in rects if rect.left() < 0 or rect.right() > width] == []
    pairs = [(one, other) for one in rects for other in rects if one is not other]
    assert not any(one.intersects(other) for one, other in pairs)
    stage.views.theme.set_scale(1.0)
