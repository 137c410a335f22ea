"""The list of uniform rows: quick with a hundred thousand of them, and it keeps what was chosen."""

import time
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider

from companion.window import application
from ui.theme import Theme
from ui.widgets.rows import LINES, Row, RowList, RowModel, folded


def row_of(number: int) -> Row:
    return Row(
        str(number), f"Fact {number}: something that was said about the garden and the sea.", "3 May 2026"
    )


class Listing:
    """A shown list of `count` rows."""

    def __init__(self, count: int) -> None:
        self.theme = Theme(application())
        self.theme.set_scale(1.0)
        self.model: RowModel[int] = RowModel(row_of, str)
        self.view = RowList(self.model, "Numbers", self.theme)
        self.view.resize(420, 700)
        self.view.show()
        self.model.show(range(count))

    def page_cost(self) -> float:
        began = time.perf_counter()
        self.view.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)
        image = QImage(self.view.viewport().size(), QImage.Format.Format_RGB32)
        self.view.viewport().render(image)
        return time.perf_counter() - began

    def close(self) -> None:
        self.view.hide()
        self.view.deleteLater()
        self.model.deleteLater()
        self.theme.deleteLater()


@pytest.fixture
def listing(qapp):
    made = []

    def make(count: int) -> Listing:
        made.append(Listing(count))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_scrolling_a_hundred_thousand_rows_costs_no_more_than_scrolling_a_hundred(listing):
    few, many = listing(100), listing(100_000)
    for one in (few, many):
        one.page_cost()
    assert median(many.page_cost() for _ in range(9)) < 2 * median(few.page_cost() for _ in range(5)) + 0.005


def test_what_was_chosen_stays_chosen_when_others_come(listing):
    one = listing(50)
    chosen = []
    one.view.chosen.connect(chosen.append)
    one.view.choose("20")
    assert chosen == []
    one.model.show([99, *range(50)])
    assert one.model.row(one.view.currentIndex().row()).key == "20"
    QTest.keyClick(one.view, Qt.Key.Key_Down)
    assert chosen == ["21"]


def test_what_is_gone_is_no_longer_chosen(listing):
    one = listing(5)
    one.view.choose("4")
    one.model.show(range(3))
    assert not one.view.currentIndex().isValid()


def test_letters_go_to_whoever_wants_them(listing):
    one = listing(5)
    one.view.choose("0")
    QTest.keyClick(one.view, Qt.Key.Key_F)
    assert one.view.currentIndex().row() == 0


@given(st.text(max_size=200), st.integers(min_value=40, max_value=600))
def test_a_text_is_folded_into_at_most_two_lines_without_losing_its_beginning(qapp, text, width):
    lines = folded(text, QFont(), width)
    assert 1 <= len(lines) <= LINES
    words = " ".join(text.split())
    assert lines[0] == words if len(lines) == 1 else words.startswith(lines[0])
