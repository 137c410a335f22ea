"""Tokens keep their contrast, and the theme does as it is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject, Qt, Signal

from companion.window import application
from ui.theme import Motion, Scheme, Theme, Tint, tint_of
from ui.theme.tint import mixed
from ui.theme.tokens import DARK, LIGHT, READABLE, Metrics, contrast, luminance


@pytest.fixture
def theme(qapp):
    made = Theme(application())
    yield made
    made.deleteLater()


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", READABLE, ids="-on-".join)
def test_text_is_readable(colours, pair):
    front, ground = (getattr(colours, name) for name in pair)
    assert contrast(front, ground) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_what_can_be_pressed_are_seen(colours):
    assert contrast(colours.edge, colours.surface) >= 3
    assert contrast(colours.edge, colours.canvas) >= 3


ORB = {
    0: ("orb_core", "orb_glow", "accent"),
    -1: ("orb_heavy_core", "orb_heavy_glow", "orb_heavy_sign"),
    1: ("orb_light_core", "orb_light_glow", "orb_light_sign"),
}
"""The tokens of the moods between which all others lie, by their valence."""


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@given(valence=st.floats(-1, 1))
def test_the_orb_stands_out_in_every_mood(colours, valence):
    """Its edge, and what is drawn around it, 3 : 1 on whatever it stands on (WCAG 2.1, 1.4.11)."""
    tint = tint_of(colours, valence)
    for ground in (colours.canvas, colours.rail, colours.surface):
        assert contrast(tint.glow, ground) >= 3
        assert contrast(tint.sign, ground) >= 4.5
    assert contrast(tint.core, colours.orb_night) >= 3, "the moon of a dream"


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("valence", ORB)
def test_a_mood_lies_between_the_tokens(colours, valence):
    assert tint_of(colours, valence) == Tint(*(getattr(colours, token) for token in ORB[valence]))
    assert tint_of(colours, 3 * valence) == tint_of(colours, valence)


@given(st.integers(0, 0xFFFFFF), st.integers(0, 0xFFFFFF))
def test_colours_are_mixed_from_one_to_the_other(one, other):
    a, b = f"#{one:06x}", f"#{other:06x}"
    assert (mixed(a, b, 0), mixed(a, b, 1)) == (a, b)
    low, high = sorted((luminance(a), luminance(b)))
    assert mixed(a, a, 0.4) == a
    assert low - 0.06 <= luminance(mixed(a, b, 0.5)) <= high + 0.06


def test_contrast_has_the_known_extremes():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1


@given(st.integers(0, 0xFFFFFF), st.integers(0, 0xFFFFFF))
def test_contrast_is_symmetric_and_bounded(one, other):
    a, b = f"#{one:06x}", f"#{other:06x}"
    assert contrast(a, b) == contrast(b, a)
    assert 1 <= contrast(a, b) <= 21.000001


@given(st.floats(1, 2), st.floats(1, 60))
def test_text_scales_fully_and_distances_by_half(scale, size):
    metrics = Metrics(scale)
    assert metrics.text(size) == round(size * scale)
    assert metrics.space(size) <= metrics.text(size) + 1


def test_the_scale_is_brought_inside_its_bounds(theme):
    theme.set_scale(9)
    assert theme.metrics.scale == 2.0
    theme.set_scale(0.1)
    assert theme.metrics.scale == 1.0


class Desktop(QObject):
    """A desktop that can change its scheme; the offscreen platform has none."""

    colorSchemeChanged = Signal(Qt.ColorScheme)  # noqa: N815 - Qt's name

    def __init__(self) -> None:
        super().__init__()
        self.scheme = Qt.ColorScheme.Unknown

    def colorScheme(self) -> Qt.ColorScheme:  # noqa: N802 - Qt's name
        return self.scheme

    def change(self, scheme: Qt.ColorScheme) -> None:
        self.scheme = scheme
        self.colorSchemeChanged.emit(scheme)


def test_it_follows_the_system_unless_told_otherwise(qapp, until):
    desktop = Desktop()
    theme = Theme(application(), desktop, system=desktop)
    theme.set_scheme(Scheme.SYSTEM)
    assert theme.colours is LIGHT, "where the desktop does not say"
    desktop.change(Qt.ColorScheme.Dark)
    until(lambda: theme.colours is DARK)
    theme.set_scheme(Scheme.LIGHT)
    desktop.change(Qt.ColorScheme.Dark)
    assert theme.colours is LIGHT


def test_changes_are_told(theme):
    told = []
    theme.changed.connect(lambda: told.append(theme.generation))
    theme.set_scale(1.5)
    theme.set_motion(Motion.REDUCED)
    assert len(told) == 2
