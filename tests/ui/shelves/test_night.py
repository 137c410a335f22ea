"""Night while it happens: a run is seen going on, and what a finding stands on is opened."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtWidgets import QPushButton

from engine.night.night import PLANS
from engine.night.phases import emerging
from engine.night.phases.reflecting import Feature
from tests.ui.doors import KeptDoor
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import ShelfBook, run, sourced
from ui.conversation.wording import full_date
from ui.night import Nights, telling
from ui.night.phases import known_phases, phase_words
from ui.shelf import ShelfPlace
from ui.theme import Theme

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def book() -> ShelfBook:
    book = ShelfBook()
    book.lists["night.status"]["open"] = [{**run("r5", "waiting", 0), "rounds": []}]
    return book


@pytest.fixture
def door(book) -> DirectDoor:
    return DirectDoor(book.answer)


@pytest.fixture
def nights(door) -> Nights:
    made = Nights(door)
    made.seen = True
    made.load()
    made.choose_board("run")
    return made


def at(phase: str, done: int, ref: str = "run:r5", of: int = 6) -> dict[str, object]:
    return {
        "event": "night",
        "stage": "night",
        "kind": "sleep.consolidation",
        "run": ref,
        "phase": phase,
        "done": done,
        "of": of,
    }


ENDED = {"event": "night", "stage": "ended", "run": "run:r5", "kind": "sleep.consolidation"}


def shown(nights: Nights, ref: str) -> object:
    return telling(nights).row(next(one for one in nights.shown() if one.key == ref))


def test_a_run_is_shown_as_it_goes_on_and_read_anew_once_it_ends(nights, door, book):
    asked = len(book.asked)
    assert shown(nights, "run:r5").badge == "Waits"
    door.tell(**at("merge_duplicates", 0))
    door.tell(**at("apply_decay", 1))
    row = shown(nights, "run:r5")
    assert (row.badge, row.about) == ("Running", "Letting fade what is not used · 1 of 6 done")
    nights.select("run:r5")
    assert telling(nights).story(nights.current).meter == (1 / 6, row.about)
    assert shown(nights, "state:night").text == "I am thinking now"
    assert len(book.asked) == asked, "nothing is asked for while it goes on"
    book.lists["night.status"]["open"] = []
    book.lists["night.status"]["recent"].insert(0, run("r5", "done", 0))
    door.tell(**at("", 6))
    door.tell(**ENDED)
    assert shown(nights, "run:r5").badge == "Done"
    assert nights.going is None


def test_nothing_is_begun_twice_while_it_goes_on(nights, door):
    nights.select("state:night")
    words = [verb.words for verb in telling(nights).story(nights.current).verbs]
    door.tell(**at("merge_duplicates", 0))
    assert words == ["Think now", "Pause"]
    assert [verb.words for verb in telling(nights).story(nights.current).verbs] == ["Pause"]


def test_a_run_that_is_not_there_yet_is_read(nights, door, book):
    book.lists["night.status"]["open"].append({**run("r6", "running", 0), "rounds": []})
    door.tell(**at("summarise", 0, "run:r6", 14))
    assert shown(nights, "run:r6").about == "What it comes down to · 0 of 14 done"
    assert shown(nights, "run:r5").badge == "Waits"


def test_what_nobody_looks_at_is_read_once_somebody_does(nights, door, book):
    nights.seen = False
    asked = len(book.asked)
    door.tell(**at("merge_duplicates", 0))
    door.tell(**ENDED)
    assert len(book.asked) == asked
    nights.close()
    door.tell(**at("merge_duplicates", 0))
    assert nights.going is None, "who has closed hears nothing more"


def test_what_is_being_read_is_chosen_once_it_is_there(book):
    door = KeptDoor()
    nights = Nights(door)
    nights.load()
    nights.reveal("run:r2")
    for request in ("night.findings", "night.problems", "night.status", "night.journal"):
        door.take(request).success(book.lists[request])
    assert nights.board == "run"
    assert nights.current is not None
    assert nights.current.key == "run:r2"


def test_a_run_tells_what_it_wrote_once_it_is_looked_at(nights, book):
    asked = [name for name, _ in book.asked]
    assert "night.run_of" not in asked, "nothing that is over was chosen yet"
    nights.select("run:r1")
    story = telling(nights).story(nights.current)
    assert [(one.text, one.key) for one in story.groups[0].lines] == [
        ("You came back to the sea.", "step:s1")
    ]
    assert book.asked[-1] == ("night.run_of", {"run": "run:r1"})


def test_a_problem_that_was_handed_over_waits_and_can_be_taken_back(nights, book):
    done = []
    nights.done.connect(lambda one: done.append(telling(nights).done(one)))
    nights.hand_over({"text": "How do I word it?"})
    assert done == ["I will think about it in the night: How do I word it?"]
    nights.steps.undo()
    assert book.changed[-1] == ("night.cancel", {"run": "run:r9"})


def test_a_run_that_failed_says_how_and_its_whole_night_is_taken_back(nights, book):
    failed = {**run("r7", "dead", 0), "fault": "died", "tries": 3, "night": "night_1"}
    book.lists["night.status"]["recent"].insert(0, failed)
    book.lists["night.run_of"]["night_changes"] = [{"what": "merged", "ref": "node:n1"}]
    nights.load()
    nights.select("run:r7")
    story = telling(nights).story(nights.current)
    wrong = next(group for group in story.groups if group.title == "What went wrong")
    assert [one.text for one in wrong.lines] == [
        "The program ended while I was at it.",
        "That was 3 times in a row.",
    ]
    undo = next(verb for verb in story.verbs if verb.words == "Undo this night")
    undo.run({})
    assert book.changed[-1] == ("night.undo", {"run": "run:r7", "night": True})


def test_only_what_still_stands_can_be_undone(nights, book):
    book.lists["night.status"]["recent"].insert(0, {**run("r7", "done", 2), "night": "night_1"})
    book.lists["night.run_of"] |= {"changes": [], "night_changes": []}
    nights.load()
    nights.select("run:r7")
    assert telling(nights).story(nights.current).verbs == []


@pytest.mark.parametrize(
    ("board", "key"), [("finding", "line:l1"), ("drift", "line:l2"), ("problem", "run:r8")]
)
def test_what_was_found_dreamt_or_thought_about_is_dismissed_and_brought_back(nights, book, board, key):
    job = {**run("r8", "done", 0), "kind": "brain.problem", "given": "How do I word it?"}
    book.lists["night.problems"]["problems"] = [{"job": job, "lines": []}]
    nights.load()
    nights.choose_board(board)
    nights.select(key)
    done = []
    nights.done.connect(lambda one: done.append(telling(nights).done(one)))
    verbs = {one.words: one for one in telling(nights).story(nights.current).verbs}
    verbs["Dismiss"].run({})
    assert book.changed[-1] == ("night.dismiss", {"ref": key})
    nights.steps.undo()
    assert book.changed[-1] == ("night.show_again", {"ref": key})
    assert [one.split(":")[0] for one in done] == ["You see it no more", "It is there again"]


def test_what_is_undone_says_that_what_was_written_stays(nights):
    nights.select("run:r1")
    (undo,) = telling(nights).story(nights.current).verbs
    assert "stays here to be read" in undo.form.words


def test_what_was_left_out_says_why_and_leads_to_what_it_was_made_of(nights, book):
    wrote = {**sourced("l7", "left_out", "You love the sea."), "reason": "does not stand in the notes"}
    book.lists["night.run_of"]["left_out"] = [wrote]
    nights.select("run:r1")
    story = telling(nights).story(nights.current)
    (line,) = next(group for group in story.groups if group.title == "Left out, and why").lines
    assert (line.text, line.about, line.key) == (
        "You love the sea.",
        "What you said does not bear it out",
        "step:s1",
    )


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("empty", "nothing"),
        ("failed", "the model failed, and I did it without one"),
        ("unparsed", "what the model wrote could not be read"),
        ("no_model", "not done, as there is no model"),
        ("too_small", "not done, as the model is too small for it"),
    ],
)
def test_a_phase_says_why_it_came_to_nothing(nights, book, outcome, words):
    made = run("r8", "done", 0)
    made["rounds"][0] |= {"outcome": outcome, "phase": "gaps"}
    book.lists["night.status"]["recent"].insert(0, made)
    nights.load()
    nights.select("run:r8")
    done = next(one for one in telling(nights).story(nights.current).groups if one.title == "What was done")
    assert [line.text for line in done.lines] == [f"What is not known: {words}"]


def test_a_run_shows_what_it_counted_over_time(nights, book):
    made = run("r8", "done", 0)
    counted = {
        "episodes": 3,
        "days": 2,
        "utterances": 9,
        "goals": 1,
        "predictions": 2,
        "came_true": 1,
        "mood": 0.25,
    }
    quiet = {"episodes": 0, "days": 0, "utterances": 0, "goals": 0, "predictions": 0, "came_true": 0}
    made["rounds"][0]["figures"] = {"scales": {"7": counted, "28": quiet}}
    book.lists["night.status"]["recent"].insert(0, made)
    nights.load()
    nights.select("run:r8")
    over = next(one for one in telling(nights).story(nights.current).groups if one.title == "Over time")
    week, month = (line.text.split(" · ") for line in over.lines)
    assert week[:4] == ["Last 7 days", "talks: 3", "days with a talk: 2", "things you told me: 9"]
    assert week[4:6] == ["goals that moved on: 1", "foreseen and come true: 1 of 2"]
    assert week[6] == "my mood on average: 0.25 (−1 heavy, 1 light)"
    assert month == ["Last 28 days", "talks: 0", "days with a talk: 0", "things you told me: 0"]


def test_problems_say_what_came_of_them(nights, book):
    def problem(key, state, *lines):
        job = {**run(key, state, 0), "kind": "brain.problem", "given": f"Problem {key}"}
        return {"job": job, "lines": list(lines)}

    book.lists["night.problems"]["problems"] = [
        problem("r9", "waiting"),
        problem("r8", "done", sourced("l8", "finding", "On Tuesdays you are home by four.")),
        problem("r7", "done"),
    ]
    nights.load()
    nights.choose_board("problem")
    rows = [telling(nights).row(one) for one in nights.shown()]
    assert [(row.text, row.badge) for row in rows] == [
        ("Problem r9", "Waits"),
        ("Problem r8", "Answered"),
        ("Problem r7", "Nothing bears on it"),
    ]
    nights.select("run:r8")
    assert telling(nights).story(nights.current).groups[0].lines[0].key == "step:s1"


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("done", "Done. What I found is under Findings."),
        ("waiting", "Not all of it was done. What failed or waits is under Runs."),
    ],
)
def test_a_night_that_failed_in_part_is_not_called_done(nights, book, state, told):
    book.lists["night.run"] = {"jobs": [run("r1", "done", 1), run("r2", state, 0)]}
    done = []
    nights.done.connect(lambda one: done.append(telling(nights).done(one)))
    nights.select("state:night")
    telling(nights).story(nights.current).verbs[0].run({})
    assert done == [told]


def state(nights: Nights):
    return next(one for one in nights.shown() if one.key == "state:night")


@pytest.mark.parametrize(
    ("waits", "words", "verbs"),
    [
        ("", "I think when it is quiet, again from", ["Think now", "Pause"]),
        ("talking", "I think when it is quiet, again from", ["Think now", "Pause"]),
        ("paused", "Thinking alone is paused", ["Think again"]),
        ("pause file", "paused by a file brain-pause", []),
        ("on battery", "runs on its battery", ["Think now", "Pause"]),
        ("quiet hours", "These are hours in which I think of nothing alone. I think", ["Think now", "Pause"]),
        ("its hours are over", "The hours of this night are used up. I think", ["Think now", "Pause"]),
    ],
)
def test_it_says_whether_it_thinks_alone_and_what_keeps_it(nights, book, waits, words, verbs):
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    book.lists["night.status"] |= {"waits": waits, "next_run": tomorrow.isoformat()}
    nights.load()
    assert words in telling(nights).row(state(nights)).text
    assert [one.words for one in telling(nights).story(state(nights)).verbs] == verbs


def test_the_next_time_names_its_day_and_is_never_past(nights, book):
    def told(at: datetime) -> str:
        book.lists["night.status"]["next_run"] = at.isoformat()
        nights.load()
        return telling(nights).row(state(nights)).text

    now = datetime.now(UTC)
    assert told(now - timedelta(hours=3)) == "I think once it is quiet for a while"
    later = now + timedelta(days=2)
    assert told(later).endswith(f"again from {full_date(later)}")


@pytest.mark.parametrize(
    ("waits", "told"),
    [
        ("pause file", "paused by a file brain-pause"),
        ("talking", "We talk, and I think when it is quiet. What waits is under Runs."),
    ],
)
def test_think_now_says_why_it_does_not(nights, book, waits, told):
    book.lists["night.run"] = {"jobs": [run("r1", "waiting", 0)], "waits": waits}
    done = []
    nights.done.connect(lambda one: done.append(telling(nights).done(one)))
    nights.select("state:night")
    telling(nights).story(nights.current).verbs[0].run({})
    (words,) = done
    assert told in words


def test_thinking_again_is_not_promised_where_a_file_goes_on_pausing(nights, book):
    book.lists["night.status"]["waits"] = "paused"
    book.lists["night.resume"] = {"paused": True, "waits": "pause file"}
    nights.load()
    done = []
    nights.done.connect(lambda one: done.append(telling(nights).done(one)))
    telling(nights).story(state(nights)).verbs[0].run({})
    assert "paused by a file brain-pause" in done[0]


def test_pages_of_the_journal_say_what_they_are(nights, book):
    book.lists["night.journal"]["lines"].append(sourced("l4", "diary", "We talked of the sea."))
    nights.load()
    nights.choose_board("drift")
    assert [telling(nights).row(one).about.split(" · ")[0] for one in nights.shown()] == [
        "A loose thought",
        "My diary",
    ]


def test_every_phase_has_words_of_its_own():
    plans = (*PLANS.values(), *emerging.PHASES.values())
    named = {name for plan in plans for name, _ in plan} | set(Feature)
    drifting = {name for name in named if name.startswith("round-")}
    assert named - drifting == known_phases().keys()
    assert {"Thought 1", "Thought 2"} <= {phase_words(name) for name in drifting}


def test_the_place_shows_a_run_while_it_is_looked_at(door, qtbot, qapp):
    nights = Nights(door)
    place = ShelfPlace(nights, telling(nights), Theme(qapp))
    qtbot.addWidget(place)
    place.show()
    place.boards.press("run")
    door.tell(**at("archive_weak", 3))
    assert "Putting away what has faded · 3 of 6 done" in [
        place._model.row(number).about for number in range(place._model.rowCount())
    ]
    place.hide()
    assert not nights.seen


def links(place: ShelfPlace) -> list[QPushButton]:
    return [one for one in place.detail.lines.findChildren(QPushButton) if one.isVisible()]


def test_what_a_finding_stands_on_is_opened(stage, until):
    service = stage.open(ScriptedService())
    sources = service.shelves.lists["night.findings"]["lines"][0]["sources"]
    sources.append({"ref": "handoff:h5", "text": "Ask the baker", "at": None, "who": ""})
    window, place = stage.views.window, stage.views.widgets.shelves["night"]
    window.go("night")
    until(lambda: len(links(place)) == 2)
    said, open_thing = links(place)
    said.click()
    until(lambda: window.place == "trail")
    window.go("night")
    open_thing.click()
    reminders = stage.views.models.reminders
    until(lambda: reminders.current is not None and reminders.current.id == "h5")
    assert window.place == "reminders"
    assert reminders.board == "over"
