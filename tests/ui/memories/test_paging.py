"""Memories beyond the first page: read as the list is scrolled, and looked through where they were put away."""

import pytest

from tests.ui.facts.doors import DirectDoor
from tests.ui.memories.fake import MemoryBook, row
from ui.memories import Library, Memories, MemoriesPlace
from ui.memories.model import PAGE, SEARCHED_PAGE
from ui.memories.narrowing import Sort
from ui.theme import Theme

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
MANY = 450


@pytest.fixture
def book() -> MemoryBook:
    kinds = ("moment", "insight")
    made = [
        row(f"node:n{n}", kinds[n % 2], n, f"Memory {n} of the {'boat' if n % 2 else 'garden'}.")
        for n in range(MANY)
    ]
    return MemoryBook(made)


def test_pages_follow_each_other_to_the_end(memories, book):
    assert len(memories.shown()) == PAGE
    memories.load_more()
    memories.load_more()
    assert [one.ref for one in memories.shown()] == [one["ref"] for one in book.results]
    asked = book.asked.count
    before = len(book.asked)
    memories.load_more()
    assert len(book.asked) == before, "there is nothing after the end"
    assert asked(("memory.list", {"archived": False, "skip": PAGE, "limit": PAGE})) == 1


def test_what_was_scrolled_to_stays_when_one_of_them_changes(memories):
    memories.load_more()
    memories.select("node:n300")
    memories.toggle_private()
    assert len(memories.shown()) == 2 * PAGE
    assert memories.current.ref == "node:n300"


def test_a_search_goes_beyond_its_first_page(memories):
    memories.seek("garden")
    assert len(memories.shown()) == SEARCHED_PAGE
    memories.load_more()
    memories.load_more()
    assert len(memories.shown()) == MANY / 2
    assert not memories.more


def test_where_a_filter_leaves_too_few_to_scroll_the_next_page_is_read_at_once(book, door):
    for n, one in enumerate(book.results):
        one["kind"] = "insight" if n == MANY - 1 else "moment"
    memories = Memories(door)
    memories.narrow(sort=Sort.UNDERSTOOD)
    assert len(memories.results) == MANY


def test_what_was_put_away_is_looked_through_by_its_words(memories, book):
    book.away, book.results = book.results, []
    memories.show_archived(archived=True)
    assert len(memories.shown()) == PAGE
    memories.seek("memory 421 boat")
    assert [one.ref for one in memories.shown()] == ["node:n421"]
    memories.show_archived(archived=False)
    assert memories.shown() == []


def test_scrolling_reads_on_and_the_list_does_not_jump(book, qtbot, qapp):
    door = DirectDoor(book.answer)
    place = MemoriesPlace(Memories(door), Library(door), Theme(qapp))
    place.resize(900, 600)
    qtbot.addWidget(place)
    place.show()
    rows = place.search.rows
    bar = rows.verticalScrollBar()
    qtbot.waitUntil(lambda: rows.model().rowCount() == PAGE and bar.maximum() > 0)
    value = bar.maximum()
    bar.setValue(value)
    qtbot.waitUntil(lambda: rows.model().rowCount() == 2 * PAGE)
    assert bar.value() == value
    place.hide()
