"""The tray: what its icon and tooltip say, and where the closed window goes."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSystemTrayIcon

from engine.conversation.records import MindState, Part, PartState
from engine.senses.talking.states import TalkState, TalkStatus
from tests.ui.fakes import READY, ScriptedService
from tests.ui.talked import MISSING
from tests.ui.test_window_life import House, after, say, when
from ui.conversation import Phase
from ui.conversation.speaking import Voice
from ui.doors import Fault
from ui.shell import Mind, Preferences
from ui.shell.tray import badge_of, words_of
from ui.widgets.badge import SIDES, Badge, badged

# The offscreen platform has neither trays nor window managers, and says so of what is asked of them.
pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged", "does not support raise")

PRIVATE = "Mira's secret in /home/mira/peanuts"


@pytest.fixture
def house(qapp, tmp_path) -> House:
    return House(tmp_path)


class Closed:
    """A door that nothing comes through."""

    def question(self, *_: object, **__: object) -> None: ...

    change = question

    def listen(self, _: object) -> Callable[[], None]:
        return lambda: None


def mind_with(*parts: Part, fault: Fault | None = None) -> Mind:
    mind = Mind(Closed())
    mind.fault = fault
    if parts:
        mind.state = MindState(companion="Ada", person=PRIVATE, episode_id=None, busy=False, parts=parts)
    return mind


def language(state: PartState, label: str = "Loading", progress: float | None = None) -> Part:
    return Part(name="language", state=state, label=label, detail=PRIVATE, remedy=PRIVATE, progress=progress)


@pytest.mark.parametrize(
    ("mind", "badge", "line"),
    [
        (mind_with(), Badge.WAIT, "Opening the vault…"),
        (mind_with(*READY), Badge.NONE, "What you told: encrypted\nModel: qwen2.5-coder-1.5b"),
        (mind_with(language(PartState.LOADING, progress=0.4)), Badge.WAIT, "Model: loading · 40%"),
        (mind_with(language(PartState.LOADING)), Badge.WAIT, "Model: loading"),
        (mind_with(language(PartState.MISSING, "None installed")), Badge.LOOK, "Model: none installed"),
        (mind_with(language(PartState.LOCKED, "Locked")), Badge.LOOK, "Model: locked"),
        (mind_with(language(PartState.FAILED, "Failed")), Badge.BROKEN, "Model: failed"),
        (mind_with(*READY, fault=Fault(PRIVATE, PRIVATE)), Badge.BROKEN, "Cannot be reached"),
    ],
)
def test_icon_and_tooltip_say_how_the_parts_are(mind, badge, line):
    assert badge_of(mind) is badge
    assert words_of(mind).startswith(f"Companion\n{line}")


@given(st.lists(st.sampled_from(PartState), min_size=1, max_size=4), st.booleans())
def test_the_tooltip_holds_nothing_private_and_one_line_for_each_part(states, broken):
    fault = Fault(PRIVATE, PRIVATE) if broken else None
    words = words_of(mind_with(*map(language, states), fault=fault))
    assert "secret" not in words
    assert "Ada" not in words
    assert words.count("\n") == (1 if broken else len(states))


def test_badges_differ_in_form_not_only_in_colour(qapp):
    base = QPixmap(64, 64)
    base.fill("#e9a27e")
    for side in SIDES:
        drawn = [badged(QIcon(base), badge, "#a03328", "#ffffff").pixmap(side).toImage() for badge in Badge]
        assert all(one != other for i, one in enumerate(drawn) for other in drawn[:i])
        assert drawn[0].size().width() == side


def test_the_icon_follows_the_mind(stage, until):
    tray = stage.views.tray
    assert "Opening the vault" in tray.icon.toolTip()
    service = stage.open(ScriptedService())
    until(lambda: "What you told: encrypted" in tray.icon.toolTip())
    before = tray.icon.icon().pixmap(32).toImage()
    service.tell(MISSING)
    until(lambda: "Model: none installed" in tray.icon.toolTip())
    assert tray.icon.icon().pixmap(32).toImage() != before


def test_the_menu_opens_and_quits_by_the_actions_of_the_window(stage):
    menu, window = stage.views.tray.menu, stage.views.window
    assert [action.text() for action in menu.actions()] == ["Open", "Quiet for an hour", "Lock", "Quit"]
    assert all(action in window.actions() for action in menu.actions())
    window.hide()
    menu.actions()[0].trigger()
    assert window.isVisible()


def words(menu) -> list[str]:
    return [action.text() for action in menu.actions()]


def choose(menu, chosen: str) -> None:
    next(action for action in menu.actions() if action.text() == chosen).trigger()


def test_thinking_alone_is_paused_and_goes_on_from_the_menu_which_says_how_it_stands(stage, until):
    tray, service = stage.views.tray, stage.open(ScriptedService())
    until(lambda: "Pause thinking" in words(tray.menu))
    assert "paused" not in tray.icon.toolTip()
    choose(tray.menu, "Pause thinking")
    until(lambda: "Go on thinking" in words(tray.menu))
    assert tray.icon.toolTip().endswith("Thinking alone is paused")
    choose(tray.menu, "Go on thinking")
    until(lambda: "Pause thinking" in words(tray.menu))
    assert [name for name, _ in service.shelves.changed] == ["night.pause", "night.resume"]


def test_what_was_paused_elsewhere_shows_when_the_menu_opens(stage, until):
    tray, service = stage.views.tray, stage.open(ScriptedService())
    until(lambda: "Pause thinking" in words(tray.menu))
    service.shelves.lists["night.status"]["paused"] = True
    tray.menu.aboutToShow.emit()
    until(lambda: "Go on thinking" in words(tray.menu))


def test_what_was_paused_under_night_shows_in_the_menu(stage, until):
    tray, night = stage.views.tray, stage.views.models.night
    stage.open(ScriptedService())
    until(lambda: "Pause thinking" in words(tray.menu))
    night.load()
    until(lambda: night.items != [])
    night.pause(night.items[0], {})
    until(lambda: "Go on thinking" in words(tray.menu))


class Speaking:
    """Implements `VoiceDoor`: it listens at once."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    def start(self) -> None:
        self.voice.tell(TalkStatus(TalkState.LISTENING))

    def stop(self) -> None:
        self.voice.tell(TalkStatus(TalkState.OFF))


def test_talking_begins_from_the_menu_and_is_seen(stage):
    views, menu = stage.views, stage.views.tray.menu
    views.window.go("goals")
    views.window.hide()
    assert "Talk with your voice" not in words(menu), "without a voice there is nothing to begin"
    views.place.voice.use(Speaking(views.place.voice))
    choose(menu, "Talk with your voice")
    assert views.place.voice.on
    assert (views.window.isVisible(), views.window.place) == (True, "conversation")
    views.window.hide()
    choose(menu, "Stop talking")
    assert not views.place.voice.on
    assert not views.window.isVisible()


def test_without_a_tray_there_is_no_icon_and_closing_leaves(house):
    seen = []

    def act(views) -> None:
        seen.append(views.tray.icon.isVisible())
        after(0.05, views.window.close)

    assert house.run(act) == 0
    assert seen == [False]
    assert house.service is None or house.service.closed


def test_the_closed_window_stays_in_the_tray_and_comes_back(house):
    seen = []

    def back(views) -> None:
        seen.append((views.window.isVisible(), views.mind.ready, views.tray.icon.isVisible()))
        views.tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
        seen.append((views.window.isVisible(), house.service.closed))
        views.window.quit()

    def act(views) -> None:
        when(lambda: views.mind.ready, lambda: (views.window.close(), after(0.1, lambda: back(views))))

    assert house.run(act, tray=True) == 0
    assert seen == [(False, True, True), (True, False)]
    assert house.service.closed


def quit_from_the_menu(views) -> None:
    views.tray.menu.actions()[-1].trigger()


def test_quitting_while_hidden_and_loading(house):
    house.opening_s = 5

    def act(views) -> None:
        views.window.close()
        after(0.05, lambda: quit_from_the_menu(views))

    assert house.run(act, tray=True) == 0
    assert house.service is None or house.service.closed


@pytest.mark.parametrize("hidden", [True, False])
def test_quitting_from_the_menu_while_an_answer_streams(house, hidden):
    seen = []

    def leave(views) -> None:
        if hidden:
            views.window.close()
        seen.append(house.service.closed)
        quit_from_the_menu(views)

    def act(views) -> None:
        say(views, "hello")
        when(lambda: views.conversation[0].phase is Phase.STREAMING, lambda: leave(views))

    assert house.run(act, tray=True) == 0
    assert seen == [False]
    assert house.service.closed
    assert not house.views.tray.icon.isVisible()


def test_a_clicked_notice_shows_the_thing_that_it_names(house):
    seen = []

    def chosen(views) -> bool:
        current = views.models.reminders.current
        return current is not None and current.id == "h5"

    def leave(views) -> None:
        seen.append((views.window.isVisible(), views.window.place))
        views.window.quit()

    def act(views) -> None:
        views.window.close()
        views.tray.notice_clicked.emit("reminders", "handoff:h5")
        when(lambda: chosen(views), lambda: leave(views))

    assert house.run(act, tray=True) == 0
    assert seen == [(True, "reminders")]


def test_ctrl_q_leaves_though_there_is_a_tray(house):
    def act(views) -> None:
        when(lambda: views.mind.ready, lambda: views.window.actions_table.run("quit"))

    assert house.run(act, tray=True) == 0
    assert house.service.closed


def test_that_the_window_stays_is_said_once(stage, tmp_path, monkeypatch):
    tray, said = stage.views.tray, []
    monkeypatch.setattr(tray.icon, "showMessage", lambda *words: said.append(words[1]))
    tray._available = lambda: True
    for _ in range(3):
        stage.views.window.close()
        assert not stage.views.window.isVisible()
        stage.views.window.present()
    assert len(said) == 1
    assert "Quit" in said[0]
    assert Preferences(tmp_path / "window.ini").tray_told()


def test_nothing_is_said_without_a_tray(stage, tmp_path):
    stage.views.window.close()
    assert not Preferences(tmp_path / "window.ini").tray_told()


def test_the_window_comes_back_when_its_tray_goes(stage, until):
    tray, window = stage.views.tray, stage.views.window
    tray._available = lambda: True
    window.close()
    tray._gone.setInterval(10)
    QTest.qWait(50)
    assert not window.isVisible()
    tray._available = lambda: False
    until(window.isVisible)
    assert not tray._gone.isActive()
