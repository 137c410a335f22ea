"""Talks are saved to a file that the person names, and the list goes on beyond its first page."""

import pytest
from PySide6.QtWidgets import QFileDialog

from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import ShelfBook, episode, said
from ui.theme import Theme
from ui.trail import Times, TrailPlace, telling
from ui.trail.model import PAGE

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
MANY = PAGE + 120


class Diary(ShelfBook):
    """Many talks, told a page at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.talks = [episode(f"e{at}", at) for at in range(MANY)]

    def answer(self, request, parameters):
        if request == "episodes.find":
            self.asked.append((request, parameters))
            skip = parameters["skip"]
            return {"episodes": self.talks[skip : skip + parameters["limit"]]}
        if request == "episodes.read":
            key = parameters["episode"]
            return {"steps": [said(f"s-{key}", f"We spoke of {key}.", key)]}
        return super().answer(request, parameters)


@pytest.fixture
def book() -> Diary:
    return Diary()


@pytest.fixture
def times(book) -> Times:
    made = Times(DirectDoor(book.answer))
    made.load()
    return made


@pytest.fixture
def place(times, qtbot, qapp):
    made = TrailPlace(times, telling(times), Theme(qapp))
    made.resize(900, 700)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.hide()


def test_the_list_goes_on_to_the_first_talk_and_stops_there(times, book):
    assert len(times.shown()) == PAGE
    times.load_more()
    assert [one.id for one in times.shown()] == [one["id"] for one in book.talks]
    before = len(book.asked)
    times.load_more()
    assert len(book.asked) == before, "there is nothing after the end"
    times.select(f"e{PAGE + 3}")
    times.load()
    assert len(times.shown()) == MANY, "reading anew does not shorten it"
    assert times.current.id == f"e{PAGE + 3}"


def test_the_next_talks_come_as_the_list_is_scrolled_to_its_end(place, times):
    place.rows.near_end.emit()
    assert len(times.shown()) == MANY


def saved(place, path) -> str:
    """What stands in the file once it was named in the dialog."""
    dialog = place.dialog
    assert dialog.isVisible()
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    dialog.fileSelected.emit(str(path))
    dialog.close()
    return path.read_text("utf-8")


def test_one_talk_is_saved(place, times, tmp_path):
    assert place.detail.press_key("s")
    text = saved(place, tmp_path / "talk.md")
    assert text == times.as_text(times.current)
    assert "We spoke of e0." in text
    assert place.bar.words == "Saved: talk.md"
    assert (tmp_path / "talk.md").stat().st_mode & 0o077 == 0, "nobody else reads it"


def test_all_that_was_found_is_saved_the_oldest_first(place, times, book, tmp_path):
    assert not place.detail.press_key("a"), "nothing was looked for"
    book.lists["trail.search"] = {
        "evidence": [said(f"s{key}", "The cake", key) for key in ("e2", "e7", "e5")]
    }
    times.seek("cake")
    assert "Save all 3 found…" in [verb.words for verb in telling(times).story(times.current).verbs]
    assert place.detail.press_key("a")
    text = saved(place, tmp_path / "talks.md")
    told = [line for line in text.splitlines() if "We spoke of" in line]
    assert [line.rpartition(" ")[2] for line in told] == ["e7.", "e5.", "e2."]


def test_what_cannot_be_written_is_said(place, tmp_path):
    place.detail.press_key("s")
    place.dialog.fileSelected.emit(str(tmp_path / "no such folder" / "talk.md"))
    place.dialog.close()
    assert place.bar.words.startswith("It could not be saved: ")
