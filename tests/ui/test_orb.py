"""The orb moves only while there is something to show."""

import pytest
from PySide6.QtCore import QEvent, QObject

from companion.window import application
from ui.theme import Theme
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
    made = Orb(theme, 60)
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


def test_its_states_look_and_read_differently(orb):
    orb._theme.set_reduced_motion(True)
    seen = set()
    for state in OrbState:
        orb.set_state(state)
        seen.add(orb.accessibleDescription())
    assert len(seen) == len(OrbState)
