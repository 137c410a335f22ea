"""What moved the mood leads to where it was said, and talks are set off over the days by how they went."""

import subprocess
import sys
from datetime import datetime

import pyqtgraph
import pytest
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QPushButton

from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import ShelfBook, moved, stamp
from ui.imprints import Imprints
from ui.imprints import telling as imprints_telling
from ui.mood import Feelings, MoodPlace
from ui.mood.model import Span
from ui.mood.wording import arc_tone
from ui.shelf import ShelfPlace
from ui.theme import Theme

BROUGHT = """
from PySide6.QtWidgets import QApplication
from ui.widgets.chart import the_pen
app = QApplication(["", "-platform", "offscreen"])
pen = the_pen()
print(pen.plotting)
pen.brought.connect(lambda: print(pen.plotting.__name__) or app.quit())
app.exec()
print(pen.plotting.PlotWidget is not None)
"""


def test_what_moved_the_mood_is_opened_where_it_was_said(stage, until):
    service = stage.open(ScriptedService())
    moved, unsaid = service.shelves.lists["mood.journal"]["entries"][:2]
    moved["sources"] = ["step:s1", "step:s2"]
    window, place = stage.views.window, stage.views.widgets.mood
    window.go("mood")
    until(lambda: place.journal.isVisible() and len(place.journal.findChildren(QPushButton)) == 1)
    (link,) = place.journal.findChildren(QPushButton)
    assert "She laughed." in link.accessibleName()
    assert unsaid["sources"] == [], "what has no source leads nowhere"
    link.click()
    until(lambda: window.place == "trail")


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_talks_stand_as_bands_and_their_dots_tell_how_they_went(qtbot, qapp):
    book = ShelfBook()
    book.lists["mood.journal"]["entries"] = [moved(1), moved(2), moved(5) | {"episode": "e0"}]
    theme = Theme(qapp)
    place = MoodPlace(Feelings(DirectDoor(book.answer)), theme)
    qtbot.addWidget(place)
    place.show()
    (talk,) = place.feelings.talks
    assert (talk.begin, talk.end) == tuple(datetime.fromisoformat(stamp(days)) for days in (2, 1))
    qtbot.waitUntil(lambda: bool(_items(place)))
    items = _items(place)
    (band,) = [one for one in items if isinstance(one, QGraphicsRectItem)]
    assert (band.rect().left(), band.rect().right()) == (talk.begin.timestamp(), talk.end.timestamp())
    assert band.brush().color().name() == theme.colours.good
    (dots,) = [one for one in items if isinstance(one, pyqtgraph.ScatterPlotItem)]
    told = [point.data() for point in dots.points()]
    assert ["a talk that lifted it" in words for words in told] == [False, True, True]
    place.feelings.load()
    qtbot.wait(0)
    assert _items(place) == items, "the same is not drawn anew"
    place.hide()


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_chart_is_drawn_when_it_is_looked_at(qtbot, qapp):
    place = MoodPlace(Feelings(DirectDoor(ShelfBook().answer)), Theme(qapp))
    qtbot.addWidget(place)
    place.feelings.load()
    qtbot.wait(0)
    assert len(place.feelings.journal) > 1
    assert not place.findChildren(pyqtgraph.PlotWidget)
    place.show()
    qtbot.waitUntil(lambda: bool(_items(place)))
    place.hide()


def test_what_draws_charts_is_brought_while_the_loop_goes_on():
    done = subprocess.run([sys.executable, "-c", BROUGHT], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["None", "pyqtgraph", "True"]


def _items(place: MoodPlace) -> list[QGraphicsItem]:
    plot = place.findChild(pyqtgraph.PlotWidget)
    return [] if plot is None else list(plot.getPlotItem().items)


def test_the_whole_time_is_drawn_and_the_latest_is_told_one_by_one():
    book = ShelfBook()
    feelings = Feelings(DirectDoor(book.answer))
    feelings.choose_span(Span.MONTHS)
    asked = [given for name, given in book.asked if name == "mood.journal"]
    assert all(given["since"] == "last:90d" for given in asked)
    assert [(given["limit"], given.get("spread", False)) for given in asked] == [(12, False), (400, True)]
    assert len(feelings.latest) == len(feelings.journal) == 3


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_how_strong_an_imprint_was_is_drawn_against_a_scale(qtbot, qapp):
    imprints = Imprints(DirectDoor(ShelfBook().answer))
    place = ShelfPlace(imprints, imprints_telling(imprints), Theme(qapp))
    qtbot.addWidget(place)
    place.resize(1100, 800)
    place.show()
    chart = place.detail.coursed.chart
    qtbot.waitUntil(lambda: chart.findChild(pyqtgraph.PlotWidget) is not None)
    scale = chart.findChild(pyqtgraph.PlotWidget).getAxis("left")
    assert scale.isVisible()
    assert [words for _, words in scale._tickLevels[0]] == ["0%", "25%", "50%", "75%", "100%"]
    place.hide()


def test_every_way_that_a_talk_went_has_its_colour(qapp):
    arc = Feelings(DirectDoor(ShelfBook().answer))
    arc.load()
    patterns = ["upswing", "recovery", "rollercoaster", "crash", "slow drain", "flat", "steady"]
    tones = [arc_tone(arc.arcs["e1"].model_copy(update={"pattern": one})) for one in patterns]
    assert tones == ["good", "good", "warn", "bad", "bad", "edge", "edge"]
