"""Talks are saved to a file that the person names, and the list goes on beyond its first page."""

import pytest
from PySide6.QtCore import QDate
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton

from tests.ui.doors import KeptDoor
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import ShelfBook, episode, said, stamp
from ui.doors import Fault
from ui.frame.lines import AT_ONCE
from ui.settings.data import DataCard
from ui.theme import Theme
from ui.trail import Times, TrailPlace, telling
from ui.trail.filters import ONE_DAY, WEEK
from ui.trail.model import PAGE
from ui.trail.operations import Narrowing

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
MANY = PAGE + 120


class Diary(ShelfBook):
    """Many talks, told a page at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.talks = [episode(f"e{at}", at) for at in range(MANY)]
        self.long: dict[str, list[str]] = {}  # what was said in a talk of more than a sentence

    def answer(self, request, parameters):
        if request == "episodes.find":
            self.asked.append((request, parameters))
            talks = [one for one in self.talks if fits(one, parameters)]
            if "only" in parameters:
                return {"episodes": [one for one in talks if one["id"] in parameters["only"]]}
            skip = parameters["skip"]
            return {"episodes": talks[skip : skip + parameters["limit"]]}
        if request == "episodes.read":
            key = parameters["episode"]
            texts = self.long.get(key, [f"We spoke of {key}."])
            return {"steps": [said(f"s{at}-{key}", text, key) for at, text in enumerate(texts)]}
        if request == "episodes.of":
            return {"episode": {"id": parameters["step"].rpartition("-")[2]}}
        return super().answer(request, parameters)


def fits(talk, parameters) -> bool:
    """As the trail finds them; of times the last week and a day are known."""
    day = talk["started"][:10]
    on, week = parameters.get("on", day), stamp(7)[:10]
    return (
        (day >= week if on == WEEK else day == on)
        and parameters.get("project") in {None, *talk.get("projects", ())}
        and parameters.get("type") in {None, talk["type"]}
    )


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


def test_an_answer_is_read_to_its_last_word(place, times, book):
    answer = "It goes on and on. " * 200 + "The end."
    book.long["e4"] = [answer]
    times.select("e4")
    assert answer in place.detail.lines.words


def turn(place, words: str) -> None:
    lines = place.detail.lines
    (button,) = [one for one in lines.findChildren(QPushButton) if one.isVisible() and one.text() == words]
    button.click()


def test_all_of_a_long_talk_is_read_in_parts_and_no_more_of_it_is_made(place, times, book, qtbot):
    book.long["e0"] = [f"Word {at}" for at in range(2000)]
    times.load()
    lines, read = place.detail.lines, []
    for part in range(2000 // AT_ONCE):
        read += [one for one in lines.words if one.startswith("Word ")]
        assert len([one for one in lines.findChildren(QLabel) if one.isVisibleTo(lines)]) < 3 * AT_ONCE
        if part < 2000 // AT_ONCE - 1:
            turn(place, "Show what came after")
    assert read == book.long["e0"]
    assert "Show what came after" not in lines.words
    times.load()
    assert "Word 1999" in lines.words, "who reads stays where they are"
    turn(place, "Show what came before")
    assert "Word 1999" not in lines.words
    times.select("e1")
    times.select("e0")
    assert "Word 0" in lines.words


def test_a_part_that_is_turned_to_is_read_from_its_first_line(place, times, book, qtbot):
    book.long["e0"] = [f"Word {at}" for at in range(3 * AT_ONCE)]
    times.load()
    bar = place.detail.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    before = bar.value()
    turn(place, "Show what came after")
    qtbot.waitUntil(lambda: bar.value() < before)
    lines = place.detail.lines
    (first,) = [one for one in lines.findChildren(QLabel) if one.text() == f"Word {AT_ONCE}"]
    assert first.visibleRegion().boundingRect().height() == first.height()
    focused = place.window().focusWidget()
    assert focused is None or focused.text() == "Show what came after"


def test_a_source_is_shown_however_long_ago_and_in_whichever_part_of_its_talk(place, times, book):
    far = f"e{MANY - 1}"
    book.long[far] = [f"Word {at}" for at in range(100)]
    times.reveal(f"step:s77-{far}")
    assert times.current.id == far
    assert times.sought(times.current) == "Word 77"
    assert "Word 77" in place.detail.lines.words
    assert [one.id for one in times.shown()] == [one["id"] for one in book.talks], (
        "scrolled to, it is read on"
    )
    assert times.current.id == far


def test_what_is_far_stands_below_what_is_near_until_the_list_comes_to_it(times, book):
    far = f"e{MANY - 1}"
    times.reveal(f"episode:{far}")
    assert [one.id for one in times.shown()][PAGE:] == [far]
    times.load_more()
    assert [one.id for one in times.shown()] == [one["id"] for one in book.talks]
    assert times.current.id == far


def test_a_source_that_is_asked_for_while_the_list_is_read_is_read_too(book):
    door = KeptDoor()
    times = Times(door)
    times.load()
    times.reveal(f"episode:e{MANY - 1}")
    while door.asked:
        asked = door.asked.pop(0)
        asked.success(book.answer(asked.request, asked.parameters))
    assert times.current.id == f"e{MANY - 1}"


def test_what_is_found_long_ago_is_listed(times, book):
    far = f"e{MANY - 3}"
    book.lists["trail.search"] = {"evidence": [said("s1", "The cake", far), said("s2", "A cake", "e2")]}
    times.seek("cake")
    assert [one.id for one in times.shown()] == [far, "e2"]


def test_what_surprised_long_ago_is_listed(times, book):
    far = f"e{MANY - 3}"
    book.lists["trail.surprising"] = {"steps": [said("s1", "A whale", far)]}
    times.load()
    times.choose_board("surprising")
    assert [one.id for one in times.shown()] == [far]


def test_a_source_that_is_gone_is_said_to_be(place, times):
    times.reveal("episode:gone")
    assert place.bar.words == "What this led to is not here any more."


def test_while_it_looks_it_does_not_say_that_nothing_was_said(qtbot, qapp, book):
    door = KeptDoor()
    times = Times(door)
    place = TrailPlace(times, telling(times), Theme(qapp))
    qtbot.addWidget(place)
    times.load()
    for asked in (door.take("trail.surprising"), door.take("episodes.find")):
        asked.success(book.answer(asked.request, asked.parameters))
    times.seek("cake")
    assert place.notice.text.strip() == "Looking…"
    door.take("trail.search").failure(Fault("It is locked.", "Unlock it."))
    assert place.notice.text == "It is locked.\nUnlock it."
    place.notice.again.emit()
    assert place.notice.text.strip() == "Looking…"
    door.take("trail.search").success({"evidence": []})
    assert place.notice.text.strip() == "Nothing like it was said."


def test_who_is_led_elsewhere_meanwhile_is_not_told_that_it_looks(book):
    door = KeptDoor()
    times = Times(door)
    times.load()
    times.seek("cake")
    assert times.looking
    times.reveal("episode:e1")
    assert (times.needle, times.looking) == ("", False)
    door.take("trail.search").success({"evidence": [said("s1", "The cake", "e2")]})
    assert times.found == {}, "it is looked for no longer"


def pick(field, data) -> None:
    """Choose an entry of a list as a person does."""
    row = field.findData(data)
    assert row >= 0, data
    field.setCurrentIndex(row)
    field.activated.emit(row)


def test_history_is_narrowed_to_a_time_a_project_and_a_kind(place, times, book):
    book.talks[2] |= {"projects": ["Wedding"], "type": "work"}
    book.talks[40] |= {"projects": ["Wedding"]}
    assert not place.filters.project.isVisible(), "there is no project yet"
    book.lists["episodes.projects"] = {"projects": [{"project": "Wedding"}]}
    times.load()
    pick(place.filters.project, "Wedding")
    assert [one.id for one in times.shown()] == ["e2", "e40"]
    assert "Save all 2 found…" in [verb.words for verb in telling(times).story(times.current).verbs]
    pick(place.filters.when, WEEK)
    assert [one.id for one in times.shown()] == ["e2"]
    pick(place.filters.project, "")
    assert [one.id for one in times.shown()] == [f"e{at}" for at in range(8)]
    pick(place.filters.kind, "work")
    assert [one.id for one in times.shown()] == ["e2"]
    pick(place.filters.when, "")
    pick(place.filters.kind, "")
    assert len(times.shown()) == PAGE


def test_one_day_is_chosen_from_a_calendar_and_an_empty_one_says_so(place, times, book):
    assert not place.filters.day.isVisible()
    pick(place.filters.when, ONE_DAY)
    assert place.filters.day.isVisible()
    wanted = book.talks[4]["started"][:10]
    place.filters.day.setDate(QDate.fromString(wanted, "yyyy-MM-dd"))
    assert times.narrowing == Narrowing(on=wanted)
    assert [one.id for one in times.shown()] == ["e4"]
    place.filters.day.setDate(QDate(2001, 1, 1))
    assert times.shown() == []
    assert "No talk is among these." in place.notice.text


def test_what_is_found_is_narrowed_too(place, times, book):
    book.talks[PAGE + 7] |= {"type": "work"}
    book.lists["trail.search"] = {
        "evidence": [said(f"s{key}", "The cake", key) for key in ("e2", f"e{PAGE + 7}", f"e{PAGE + 9}")]
    }
    pick(place.filters.kind, "work")
    times.seek("cake")
    assert [one.id for one in times.shown()] == [f"e{PAGE + 7}"]


def test_a_way_to_a_talk_leads_there_whatever_was_narrowed(place, times):
    pick(place.filters.when, WEEK)
    place.reveal(f"episode:e{PAGE + 50}")
    assert times.current.id == f"e{PAGE + 50}"
    assert times.narrowing == Narrowing()
    assert place.filters.when.currentData() == ""


def test_all_of_the_data_is_exported_from_here(stage, until):
    stage.open(ScriptedService())
    window, settings = stage.views.window, stage.views.widgets.settings
    window.go("trail")
    history = stage.views.widgets.shelves["trail"]
    history.filters.export.click()
    assert window.place == "settings"
    data = settings.findChild(DataCard)
    assert data.isVisible()
    assert data.dialog.fileMode() is QFileDialog.FileMode.Directory
    data.dialog.close()
    until(lambda: stage.program.idle)
