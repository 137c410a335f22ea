"""Every action of every place asks for what it says, tells of it, leads back or needs no way back, and says if it
fails.

What a place offers is found by looking at it: an action that nobody wrote down here fails `test_nothing_is_left_out`.
"""

from dataclasses import dataclass

import pytest

from companion import service
from companion.program.requests import REQUESTS
from companion.requests import DECLARED
from companion.window.places import LISTED
from tests.ui.actions.acting import BROKEN, LINE, Trace
from tests.ui.actions.scenes import FIRST, SCENES
from tests.ui.shelves.test_every_verb import ROOMS
from ui.history import Offer

# The offscreen platform says so of every dialog.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
ELSEWHERE = {"conversation": "its verbs stand at a turn, and are walked in tests/ui/conversation"}
"""Places that are walked neither here nor verb by verb, each with where they are."""


@dataclass(frozen=True, slots=True)
class Shows:
    """An action that changes nothing: something else is seen for it, or it leads elsewhere."""

    scene: str = ""


@dataclass(frozen=True, slots=True)
class Asks:
    """An action that asks for a change, in the scene where it is offered; `back` is asked for by its way back.

    Without that `why` says why it needs none.
    """

    change: str
    back: str = ""
    scene: str = ""
    why: str = ""


FOR_GOOD = "it is for good, and asks first"
CHAPTER = "Chapter"
CHOICE = Asks("choices.set", why="it is taken back by choosing")
ANSWERED = Asks("person.answer", "person.undo")

ACTIONS: dict[str, dict[str, Shows | Asks]] = {
    "today": {
        "Talk": Shows(),
        "Mood": Shows(),
        "The whole brief": Shows(),
        "Done": Asks("handoff.fulfil", "handoff.undo"),
        "Tomorrow": Asks("handoff.change", "handoff.change"),
        "Open": Shows(),
        "Reached": Asks("goals.update", "goals.update"),
        "In a week": Asks("goals.update", "goals.update"),
        "3 more that are due": Shows(),
        "Yes": ANSWERED,
        "No": ANSWERED,
        "Say it in other words…": ANSWERED,
        "Later": Asks("person.later", "person.take_up"),
        "Do not ask again": Asks("person.dismiss", "person.undo"),
        "Answer": Asks("noticing.answer", why="it leads to the talk in which it is answered"),
        "Dismiss": Asks("noticing.dismiss", "noticing.reopen"),
        "Read": Shows(),
        LINE: Shows(),
    },
    "you": {
        "Which side": Shows(),
        "Look for a claim": Shows(),
        "Earlier ones": Shows(),
        "Add": Asks("person.remember", "person.undo"),
        "What it is about": Shows(),
        "Correct": Asks("person.correct", "person.undo"),
        "Why": Shows(),
        "Hide why": Shows("why"),
        "Doubt": Asks("person.dispute", "person.undo"),
        "Keep private": Asks("person.keep_private", "person.undo"),
        "No longer private": Asks("person.keep_private", "person.undo", "private"),
        "Forget": Asks("person.forget", "person.undo"),
        LINE: Shows("why"),
        "This is right": Asks("person.answer", "person.undo", "in doubt"),
        "Both are right": Asks("person.answer", "person.undo", "in doubt"),
        "Say it in other words…": Asks("person.answer", "person.undo", "in doubt"),
        "Which part of me infers it": Shows("inferred"),
        "Show under Memories": Shows("inferred"),
        "Take back": Asks("inferred.take_back", "forget.restore", "inferred"),
        "That is not so": Asks(
            "inferred.take_back", scene="denied", why="what was denied stays away, and is said so"
        ),
    },
    "questions": {
        "How often I ask": Shows(),
        "Which ones": Shows(),
        LINE: Shows("settled"),
        "This is right": ANSWERED,
        "Both are right": ANSWERED,
        "Say it in other words…": ANSWERED,
        "Later": Asks("person.later", "person.take_up"),
        "Do not ask again": Asks("person.dismiss", "person.undo"),
        "Yes": Asks("person.answer", "person.undo", "yes or no"),
        "No": Asks("person.answer", "person.undo", "yes or no"),
        "Answer…": Asks("person.answer", "person.undo", "open"),
    },
    "memories": {
        "Search memories": Shows(),
        "Which side": Shows(),
        "What to look among": Shows(),
        "From when on": Shows(),
        "More filters": Shows(),
        "Whose words": Shows("filters"),
        "How it felt": Shows("filters"),
        "How much it matters": Shows("filters"),
        "What was put away": Shows(),
        "Still true": Asks("memory.confirm", "memory.confirm"),
        "Reword": Asks("memory.reword", "memory.unword"),
        "Former words": Asks("memory.unword", "memory.reword", "worded anew"),
        "Forget": Asks("forget.withdraw", "forget.restore"),
        "More": Shows(),
        "Link…": Shows(),
        "Sleep on it": Asks("night.run", "night.undo"),
        "Put away": Asks("memory.archive", "memory.restore"),
        "Bring back": Asks("memory.restore", "memory.archive", "put away"),
        "Keep private": Asks("memory.private", "memory.private"),
        "No longer private": Asks("memory.private", "memory.private", "private"),
        LINE: Shows(),
        "Set it right": Shows("a fact"),
        "Look for the other memory": Shows("linking"),
        "How it stands to the other": Shows("linking"),
        "Link": Asks("memory.link", "memory.unlink", "linking otherwise"),
        "Take the link away": Asks("memory.unlink", "memory.link", "linking"),
        "Cancel": Shows("linking"),
        "Keep this": Asks("memory.resolve", "memory.reopen", "contradiction"),
        "Both, at different times": Asks("memory.resolve", "memory.reopen", "contradiction"),
        "Say what is so…": Asks("memory.resolve", "memory.reopen", "contradiction"),
        "Settle it under Questions": Shows("doubt"),
        "Add…": Shows("documents"),
        "Open": Shows("documents"),
        "Close": Shows("read"),
        "Delete…": Shows("documents"),
        "Delete it for good": Asks("library.forget", scene="to be deleted", why=FOR_GOOD),
        "Keep it": Shows("to be deleted"),
        "Which graph": Shows("connections"),
        "Show in full": Shows("connections"),
    },
    "mood": {
        "Mode": Asks("mood.mode", "mood.mode"),
        "Heavier": Asks("mood.nudge", "mood.nudge"),
        "Lighter": Asks("mood.nudge", "mood.nudge"),
        "Calmer": Asks("mood.nudge", "mood.nudge"),
        "Livelier": Asks("mood.nudge", "mood.nudge"),
        "More guarded": Asks("mood.nudge", "mood.nudge"),
        "More open": Asks("mood.nudge", "mood.nudge"),
        "Reset": Asks("mood.reset_temperament", "mood.rest_again"),
        "How far back": Shows(),
    },
    "continuity": {"What is shown": Shows(), "Latest turn": Shows("one turn")},
    "trail": {
        "What was said about…": Shows(),
        "Which ones": Shows(),
        "When": Shows(),
        "Which day": Shows("one day"),
        "Project": Shows(),
        "Kind": Shows(),
        "Export all…": Shows(),
        "Copy as text": Shows(),
        "Save as…": Shows(),
        "Save all 2 found…": Shows("one day"),
    },
    "settings.state": {CHAPTER: Shows()},
    "settings.models": {
        CHAPTER: Shows(),
        "Measure the speed": Asks("models.pace", why="it is measured anew"),
        "Fetch": Asks("models.install", why="it can be paused, and removed"),
        "Pause": Asks("stop", scene="fetching", why="it goes on where it stopped"),
        "Check": Shows(),
        "Talk with it": Asks("use_model", why="another can be chosen"),
        "Use at night": Asks("use_model", why="another can be chosen"),
        "Remove": Asks("models.remove", why="it can be fetched again"),
        "tiny, from Ollama": Asks("use_model", why="another can be chosen"),
        "At night: tiny, from Ollama": Asks("use_model", why="another can be chosen"),
        "Hear with it": CHOICE,
        "Speak with it": CHOICE,
        "Language": CHOICE,
    },
    "settings.voice": {
        CHAPTER: Shows(),
        "Microphone": CHOICE,
        "Speaker": CHOICE,
        "Test the microphone": Shows(),
        "Play a tone": Shows(),
        "Hear its voice": Shows(),
        "Stop": Asks("stop", scene="heard", why="it can be tried again"),
        "When it listens": CHOICE,
        "While it speaks": CHOICE,
        "Key to hold": CHOICE,
        "Hearing its name": CHOICE,
    },
    "settings.privacy": {
        CHAPTER: Shows(),
        "Lock now": Shows(),
        "Change the passphrase…": Shows(),
        "New recovery code…": Shows(),
        "Let this computer keep it…": Shows(),
        "Passphrase of now": Shows("passphrase"),
        "New passphrase, eight letters or more": Shows("passphrase"),
        "New passphrase once more": Shows("passphrase"),
        "Go on": Asks("keys.passphrase", scene="new passphrase", why="it is changed once more"),
        "Cancel": Shows("passphrase"),
        "Copy": Shows("new code"),
        "Save…": Shows("new code"),
        "I have written it down": Shows("new code"),
        "Lock when nothing was typed or clicked for": CHOICE,
        "Connections may go": CHOICE,
        "Choose a file…": Shows(),
        "Choose a folder…": Shows(),
        "Take it in": Asks("import.talks", scene="moving in", why="it was looked at first"),
        "Write as files…": Shows(),
        "Read files back…": Shows(),
        "Take over": Asks("import.markdown", scene="read back", why="it was looked at first"),
        "Write an encrypted copy…": Shows(),
        "Write one archive…": Shows(),
        "Put a copy or archive back…": Shows(),
        "Put it back": Asks("home.put_back", scene="put back", why="what was there is kept beside it"),
        "In files, also what you marked as private": Shows(),
        "Erase everything…": Shows(),
        "How much is erased": Shows("to be erased"),
        "Word to confirm with": Shows("to be erased"),
        "Erase for good": Asks("forget.person", scene="to be erased", why=FOR_GOOD),
    },
    "settings.attention": {
        CHAPTER: Shows(),
        "Show notifications": CHOICE,
        "Tell that the morning brief is there": CHOICE,
        "Tell what it would like to ask": CHOICE,
        "Tell what it noticed": CHOICE,
        "Tell what it foresaw": CHOICE,
        "Tell what it found": CHOICE,
        "Without your words": CHOICE,
        "Held back from": CHOICE,
        "Held back until": CHOICE,
        "How often it asks": CHOICE,
        "Start with the computer": CHOICE,
        "Night from": CHOICE,
        "Thinks every": CHOICE,
        "A night at most": CHOICE,
        "No thinking from": CHOICE,
        "No thinking until": CHOICE,
    },
    "settings.feeds": {
        CHAPTER: Shows(),
        "Address of a feed": Asks("feeds.add", why="it can be removed"),
        "Add": Asks("feeds.add", scene="an address", why="it can be removed"),
        "Read now": Asks("feeds.fetch", why="it only reads"),
        "Try again": Asks("feeds.fetch", why="it only reads"),
        "Read it": Asks("feeds.allow", why="it can be removed"),
        "Remove": Asks("feeds.remove", why="it can be put back"),
        "Put it back": Asks("feeds.add", scene="taken away", why="it can be removed"),
        "Read them": CHOICE,
    },
    "settings.appearance": {
        CHAPTER: Shows(),
        "Colours": Shows(),
        "Smaller": Shows("larger"),
        "Larger": Shows(),
        "Motion": Shows(),
    },
    "settings.character": {
        CHAPTER: Shows(),
        "It is called": CHOICE,
        "What it brings along": CHOICE,
        "Name of another companion": Asks("companions.add", why="it can be left out"),
        "Add": Asks("companions.add", scene="another one", why="it can be left out"),
        "Speak with it": Asks(
            "companions.use", scene="two of them", why="the other one can be turned to again"
        ),
        "Leave out": Asks(
            "companions.leave_out", scene="two of them", why="it is back once it is added again"
        ),
        "Erase…": Shows("two of them"),
        "Word to confirm with": Shows("one is to be erased"),
        "Erase for good": Asks("forget.companion", scene="one is to be erased", why=FOR_GOOD),
        "Cancel": Shows("one is to be erased"),
        "Name of this place": Asks("place.set", why="it can be named anew"),
        "Keep": Asks("place.set", scene="named", why="it can be named anew"),
    },
    "settings.about": {CHAPTER: Shows(), "Look for newer versions": CHOICE},
}


def cases(kind: type) -> list[tuple[str, str]]:
    """Places with the words of their actions of a kind."""
    return [
        (place, words)
        for place, actions in ACTIONS.items()
        for words, action in actions.items()
        if isinstance(action, kind)
    ]


def scene_of(place: str, words: str) -> str:
    """The scene in which an action is taken: the first one of its place unless another is named."""
    return ACTIONS[place][words].scene or next(iter(SCENES[place]))


def known(request: str) -> bool:
    """Whether the mind or the program answers it; that of the turns and models are told in `companion.service`."""
    return request in DECLARED or request in REQUESTS or f"`{request}`" in (service.__doc__ or "")


def test_every_place_is_walked():
    walked = {key.partition(".")[0] for key in SCENES} | {*ROOMS, *ELSEWHERE}
    assert walked == {one.key for one in LISTED}


def test_every_chapter_of_settings_is_walked(opened):
    page = opened("settings.state", FIRST).page
    assert {f"settings.{key}" for key in page.chapters.keys} == {one for one in SCENES if "." in one}


@pytest.mark.parametrize("place", SCENES)
def test_nothing_is_left_out(opened, place):
    found: set[str] = set()
    for scene in SCENES[place]:
        found |= set(opened(place, scene).offered())
    assert found == set(ACTIONS[place])


@pytest.mark.parametrize(("place", "words"), cases(Shows))
def test_what_shows_something_shows_something_else(opened, place, words):
    acted = opened(place, scene_of(place, words))
    before, changed = Trace.of(acted), len(acted.changed)
    acted.use(words)
    assert Trace.of(acted) != before, "it has an effect"
    assert len(acted.changed) == changed, "it changes nothing"


@pytest.mark.parametrize(("place", "words"), cases(Asks))
def test_a_change_that_fails_says_so_and_one_that_does_not_is_told_and_led_back(opened, place, words):
    action = ACTIONS[place][words]
    acted = opened(place, scene_of(place, words))
    before = acted.sight()
    acted.break_doors(BROKEN)
    acted.use(words)
    assert acted.says(BROKEN), "it says what went wrong"
    assert not acted.page.steps.can_undo
    acted.break_doors(None)
    if words not in acted.offered():  # the way to it begins anew
        acted = opened(place, scene_of(place, words))
    asked, acted.led = len(acted.changed), []
    acted.use(words)
    names = [name for name, _ in acted.changed[asked:]]
    assert action.change in names, "what failed can be tried again"
    assert all(known(name) for name in names), "the mind or the program knows it"
    if acted.comes_back(action.change):
        assert not acted.says(BROKEN), "what went wrong is no longer said"
        assert acted.sight() != before or acted.led, "it is seen"
    if not action.back:
        assert action.why
        assert acted.page.steps.offer is not Offer.BACK
        return
    assert acted.page.bar.words, "it is told"
    assert acted.page.steps.offer is Offer.BACK
    acted.page.steps.undo()
    assert action.back in [name for name, _ in acted.changed[asked + 1 :]]
    assert acted.page.bar.words, "that it was taken back is told too"
