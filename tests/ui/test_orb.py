"""The orb moves only while there is something to show, and wears the mood."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage

from companion.window import application
from ui.theme import Motion, Scheme, Theme
from ui.theme.tokens import LIGHT
from ui.widgets.orb import Bearing, Look, Orb, OrbState, orb_icon

HEAVY, LIVELY = Bearing(-0.95, 0.1, 0.2), Bearing(0.9, 0.9, 0.8)


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


@pytest.mark.parametrize("state", [OrbState.THINKING, OrbState.SPEAKING, OrbState.DREAMING])
def test_it_moves_while_it_thinks_speaks_and_dreams(orb, qtbot, state):
    orb.set_state(state)
    assert paints(orb, qtbot, 500) >= 4
    orb.set_state(OrbState.IDLE)
    assert not orb.animating


def test_reduced_motion_stands_still(orb, qtbot):
    orb._theme.set_motion(Motion.REDUCED)
    orb.set_state(OrbState.THINKING)
    assert paints(orb, qtbot, 150) == 0


def test_a_hidden_orb_costs_nothing(orb):
    orb.set_state(OrbState.THINKING)
    orb.hide()
    assert not orb.animating
    orb.show()
    assert orb.animating


def test_a_mood_is_worn_within_a_second_and_then_it_rests(orb, until):
    orb.set_mood(HEAVY)
    assert orb.animating
    until(lambda: -0.9 < orb.bearing.valence < -0.1)
    until(lambda: not orb.animating)
    assert orb.bearing == HEAVY
    orb.set_mood(HEAVY)
    assert not orb.animating, "the same mood is none to move for"
    orb.set_mood(None)
    until(lambda: not orb.animating)
    assert orb.bearing == Bearing()


def test_a_mood_is_worn_at_once_where_nothing_may_move(orb):
    orb._theme.set_motion(Motion.REDUCED)
    orb.set_mood(HEAVY)
    assert (orb.animating, orb.bearing) == (False, HEAVY)
    orb._theme.set_motion(Motion.FULL)
    orb.set_mood(LIVELY)
    assert orb.animating
    orb.hide()
    assert (orb.animating, orb.bearing) == (False, LIVELY)


def test_a_mood_outside_its_bounds_is_brought_inside():
    assert Bearing.of(Bearing(-4, 7, -1)) == Bearing(-1, 1, 0)


def swells(state: OrbState, bearing: Bearing) -> list[float]:
    return [Look(state, bearing, LIGHT, beat / 20).swell for beat in range(200)]


@pytest.mark.parametrize("state", [OrbState.THINKING, OrbState.SPEAKING, OrbState.DREAMING])
def test_with_more_energy_it_swells_further_and_faster(state):
    calm, lively = Bearing(energy=0), Bearing(energy=1)
    assert max(swells(state, calm)) - min(swells(state, calm)) > 0
    assert max(swells(state, lively)) > max(swells(state, calm))
    assert lively.tempo > Bearing().tempo > calm.tempo


def test_valence_is_its_hue(orb):
    orb._theme.set_motion(Motion.REDUCED)
    seen = {}
    for name, mood in {"heavy": HEAVY, "even": None, "light": LIVELY}.items():
        orb.set_mood(mood)
        seen[name] = orb.grab().toImage().pixelColor(orb.width() // 2, orb.height() // 2).hueF()
    assert 0.55 < seen["heavy"] < 0.75, "blue"
    assert seen["even"] < seen["light"] < 0.2, "from clay to gold"


def test_openness_is_how_soft_its_light_is(qapp):
    def halo(openness: float) -> float:
        """How much light there is just outside of the sphere, 0–1."""
        icon = orb_icon(Look(OrbState.IDLE, Bearing(openness=openness), LIGHT))
        return icon.pixmap(64).toImage().pixelColor(56, 32).alphaF()

    assert halo(1.0) > 2 * halo(0.0) > 0


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
    orb._theme.set_motion(Motion.REDUCED)
    pictures = {}
    for state in OrbState:
        orb.set_state(state)
        pictures[state] = grey_picture(orb)
    for one, other in combinations(OrbState, 2):
        differs = np.abs(pictures[one] - pictures[other]) > 24
        assert differs.mean() > 0.03, (one, other)
