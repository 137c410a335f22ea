"""The orb moves only while there is something to show."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage

from companion.window import application
from ui.theme import Scheme, Theme
from ui.widgets.orb import Orb, OrbState


class PaintCount(QObject):
    def __init__(self, widget: QObject) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.count += event.type() is QEvent.Type.Paint
        return False


@pytest.fixture
def orb(qapp):
    theme = Theme(application())
    made = Orb(theme, 40)
    theme.setParent(made)
    made.show()
    yield made
    made.hide()
    made.deleteLater()


def paints(orb, qtbot, milliseconds: int) -> int:
    qtbot.wait(30)
    counter = PaintCount(orb)
    qtbot.wait(milliseconds)
    orb.removeEventFilter(counter)
    return counter.count


@pytest.mark.parametrize("state", [OrbState.IDLE, OrbState.LISTENING])
def test_at_rest_nothing_is_painted(orb, qtbot, state):
    orb.set_state(state)
    assert paints(orb, qtbot, 200) == 0
    assert not orb.animating


@pytest.mark.parametrize("state", [OrbState.THINKING, OrbState.SPEAKING])
def test_it_moves_while_it_thinks_and_speaks(orb, qtbot, state):
    orb.set_state(state)
    assert paints(orb, qtbot, 300) > 5
    orb.set_state(OrbState.IDLE)
    assert not orb.animating


def test_reduced_motion_stands_still(orb, qtbot):
    orb._theme.set_reduced_motion(True)
    orb.set_state(OrbState.THINKING)
    assert paints(orb, qtbot, 150) == 0


def test_a_hidden_orb_costs_nothing(orb):
    orb.set_state(OrbState.THINKING)
    orb.hide()
    assert not orb.animating
    orb.show()
    assert orb.animating


def grey_picture(orb: Orb) -> np.ndarray:
    """The orb as it stands on the window, 0–255, without its colours."""
    image = orb.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width()].astype(float)


def test_its_states_read_differently(orb):
    assert len({words(orb, state) for state in OrbState}) == len(OrbState)


def words(orb: Orb, state: OrbState) -> str:
    orb.set_state(state)
    return orb.accessibleDescription()


@pytest.mark.parametrize("scheme", Scheme)
def test_its_states_are_told_apart_standing_still_and_without_colours(orb, scheme):
    """As it stands in the header: some pixels in a hundred differ clearly between any two states."""
    orb._theme.set_scheme(scheme)
    orb._theme.set_reduced_motion(True)
    pictures = {}
    for state in OrbState:
        orb.set_state(state)
        pictures[state] = grey_picture(orb)
    for one, other in combinations(OrbState, 2):
        differs = np.abs(pictures[one] - pictures[other]) > 24
        assert differs.mean() > 0.03, (one, other)
