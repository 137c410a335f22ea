"""The window's life: painted first, opened behind, left in good order at any moment."""

import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtTest import QTest

from companion.preferences import PreferenceFile
from companion.window import Opening, claim, run_window
from engine.errors import CompanionError
from tests.ui.fakes import ScriptedService
from ui.conversation import Phase
from ui.shell.key_dialogs import PassphraseDialog, RecoveryDialog
from ui.shell.locked import LockedCard
from ui.shell.window import MainWindow

ROOT = Path(__file__).parents[2]


class House:
    """Runs the window; `service` is what the factory opened."""

    def __init__(self, tmp_path) -> None:
        self.file = tmp_path / "window.ini"
        self.service: ScriptedService | None = None
        self.opening_s = 0.0
        self.views = None

    def factory(self, opening: Opening) -> ScriptedService:
        opening.stopped.wait(self.opening_s)
        self.service = ScriptedService(pause_s=0.01)
        return self.service

    def run(self, act, factory=None, *, tray=False) -> int:
        def shown(views) -> None:
            self.views = views
            act(views)

        # A window that does not end would hang the suite: close it hard after a while.
        return run_window(
            factory or self.factory, settings_file=self.file, on_shown=shown, tray_available=lambda: tray
        )


@pytest.fixture
def house(qapp, tmp_path):
    return House(tmp_path)


def after(seconds: float, act) -> None:
    QTimer.singleShot(round(seconds * 1000), act)


def when(condition, act) -> None:
    """Do `act` as soon as `condition` holds."""
    timer = QTimer()
    timer.setInterval(5)

    def look() -> None:
        if condition():
            timer.stop()
            act()

    timer.timeout.connect(look)
    timer.start()


def say(views, text: str) -> None:
    views.place.composer.set_draft(text)
    views.place.composer.send()


def test_a_file_that_the_desktop_opens_with_it_is_looked_into_once_the_mind_is_open(house, qapp, tmp_path):
    looked, went = [], []

    def act(views) -> None:
        views.window.go, views.widgets.settings.show_arrival = went.append, looked.append
        qapp.sendEvent(qapp, QFileOpenEvent(str(tmp_path / "ada.companion")))
        assert not looked
        when(lambda: looked, views.window.quit)

    house.opening_s = 0.3
    house.run(act)
    assert looked == [tmp_path / "ada.companion"]
    assert went == ["settings"]


def test_it_is_painted_and_takes_text_before_the_mind_is_open(house):
    seen = []

    def act(views) -> None:
        views.window.repaint()
        writing = views.place.composer._writing
        QTest.keyClicks(writing, "hi")
        seen.append((views.window.isVisible(), views.place.composer.draft, house.service))
        after(0.05, views.window.close)

    house.opening_s = 0.3
    assert house.run(act) == 0
    assert seen == [(True, "hi", None)]


@pytest.mark.parametrize("seed", range(4))
def test_it_ends_while_the_mind_is_being_opened(house, seed):
    house.opening_s = 60
    wait = random.Random(seed).uniform(0, 0.15)
    began = time.monotonic()
    assert house.run(lambda views: after(wait, views.window.close)) == 0
    assert time.monotonic() - began < 30
    assert house.service is None or house.service.closed


@pytest.mark.parametrize("seed", range(4))
def test_it_ends_while_an_answer_streams(house, seed):
    wait = random.Random(seed).uniform(0, 0.2)

    def act(views) -> None:
        say(views, "hello")
        when(lambda: views.conversation[0].phase is Phase.STREAMING, lambda: after(wait, views.window.close))

    assert house.run(act) == 0
    assert house.service.closed


# The offscreen platform says this of every dialog; it concerns window managers, of which it has none.
no_window_manager = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def dialog_of(views) -> PassphraseDialog | None:
    return views.window.findChild(PassphraseDialog)


@no_window_manager
def test_it_ends_while_a_dialog_is_open(house):
    answers = []

    def factory(opening: Opening) -> ScriptedService:
        answers.append(opening.ask_passphrase("The vault is locked."))
        raise CompanionError("No passphrase.", "Start again.")

    def act(views) -> None:
        when(lambda: dialog_of(views) is not None, views.window.close)

    assert house.run(act, factory) == 0
    assert answers == [None]


@no_window_manager
def test_the_passphrase_reaches_whoever_asked(house):
    answers = []

    def factory(opening: Opening) -> ScriptedService:
        answers.append(opening.ask_passphrase("The vault is locked."))
        return house.factory(opening)

    def answer(views) -> None:
        dialog_of(views).field.setText("correct horse")
        dialog_of(views).accept()

    def act(views) -> None:
        when(lambda: dialog_of(views) is not None, lambda: answer(views))
        when(lambda: views.mind.ready, views.window.close)

    assert house.run(act, factory) == 0
    assert answers == ["correct horse"]
    assert house.service.closed


MANY_DIALOGS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from PySide6.QtCore import QTimer
from companion.window import run_window
from engine.errors import CompanionError
from ui.shell.key_dialogs import PassphraseDialog

def factory(opening):
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(opening.ask_passphrase, ["The vault is locked."] * 300))
    assert answers == ["word"] * 300, answers
    raise CompanionError("done")

def shown(views):
    timer = QTimer(views.window)
    def look():
        for dialog in views.window.findChildren(PassphraseDialog):
            if dialog.isVisible():
                dialog.field.setText("word")
                dialog.accept()
        if views.mind.fault is not None:
            views.window.close()
    timer.timeout.connect(look)
    timer.start(0)

sys.exit(run_window(factory, settings_file=Path(sys.argv[1]), on_shown=shown))
"""


def test_hundreds_of_dialogs_asked_for_by_another_thread_do_no_harm(tmp_path):
    # In a process of its own: what this guards against is a corrupted heap.
    command = [sys.executable, "-X", "faulthandler", "-c", MANY_DIALOGS, str(tmp_path / "window.ini")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-2000:]


@no_window_manager
def test_a_recovery_code_is_shown_while_the_mind_opens(house):
    shown = []

    def factory(opening: Opening) -> ScriptedService:
        opening.tell_recovery_code("ABCD-EFGH")
        return house.factory(opening)

    def code(views) -> RecoveryDialog | None:
        return views.window.findChild(RecoveryDialog)

    def act(views) -> None:
        def look() -> None:
            shown.append(code(views).field.text())
            views.window.close()

        when(lambda: code(views) is not None and views.mind.ready, look)

    assert house.run(act, factory) == 0
    assert shown == ["ABCD-EFGH"]


def test_a_mind_that_does_not_open_is_told_in_the_window(house):
    told = []

    def factory(_: Opening) -> ScriptedService:
        raise CompanionError("The vault is damaged.", "Restore a backup.")

    def act(views) -> None:
        def look() -> None:
            told.append(views.mind.fault)
            views.window.close()

        when(lambda: views.mind.fault is not None, look)

    assert house.run(act, factory) == 0
    assert (told[0].message, told[0].remedy) == ("The vault is damaged.", "Restore a backup.")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_close_it_as_a_person_would(house, number):
    def act(views) -> None:
        when(lambda: views.mind.ready, lambda: os.kill(os.getpid(), number))

    assert house.run(act) == 0
    assert house.service.closed


def test_a_bug_is_told_calmly_and_logged_without_content(house, caplog):
    told = []

    def stumble() -> None:
        raise ValueError("Mira's secret")

    def act(views) -> None:
        after(0, stumble)
        thread = threading.Thread(target=stumble)
        thread.start()
        thread.join()

        def look() -> None:
            told.append(views.window.banner.words)
            views.window.close()

        when(lambda: views.window.banner.isVisible() and views.mind.ready, look)

    with caplog.at_level(logging.ERROR):
        assert house.run(act) == 0
    assert "Settings, State" in told[0]
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text + told[0]


def test_geometry_comes_back(house):
    def narrow(views) -> None:
        views.window.resize(700, 500)
        after(0.05, views.window.close)

    sizes = []

    def look(views) -> None:
        sizes.append((views.window.width(), views.window.height()))
        views.window.close()

    assert house.run(narrow) == 0
    assert house.run(look) == 0
    assert sizes == [(700, 500)]


def test_the_place_and_the_width_of_its_list_come_back(house):
    def move(views) -> None:
        views.window.resize(1200, 700)
        views.window.go("questions")

        def wider() -> None:
            for _ in range(2):
                views.window.actions_table.run("list.wider")
            views.window.close()

        when(views.widgets.shelves["questions"]._split.isVisible, wider)

    seen = []

    def look(views) -> None:
        views.window.resize(1200, 700)
        seen.append((views.window.place, round(views.widgets.shelves["questions"]._split.share, 2)))
        after(0.05, views.window.close)

    assert house.run(move) == 0
    assert house.run(look) == 0
    assert seen == [("questions", 0.55)]


def test_the_guard_of_debug_runs_names_a_stall(house, caplog, monkeypatch):
    monkeypatch.setenv("COMPANION_DEBUG", "1")

    def a_long_look() -> None:
        time.sleep(0.2)

    def act(views) -> None:
        after(0.1, a_long_look)
        when(lambda: "a_long_look" in caplog.text, views.window.close)

    with caplog.at_level(logging.WARNING):
        assert house.run(act) == 0
    assert "stalls in a_long_look" in caplog.text


def once_shut(qapp, then) -> None:
    """Once a locked window stands in the place of the other, `then` gets it with its card."""

    def cards() -> list[LockedCard]:
        found = [one for top in qapp.topLevelWidgets() for one in top.findChildren(LockedCard)]
        return [one for one in found if not one.isHidden()]

    when(lambda: bool(cards()), lambda: then(cards()[0].window(), cards()[0]))


@pytest.mark.qt_log_ignore("does not support raise", "systemTrayWindowChanged")
def test_locked_in_the_tray_it_stays_there_until_it_is_called(qapp, tmp_path):
    seen = []

    def shown(views) -> None:
        assert not views.window.isVisible()
        when(lambda: views.mind.ready, views.widgets.settings.lock_wanted.emit)

    def shut(window, card) -> None:
        def look() -> None:
            seen.append(window.isVisible())
            first.wanted()
            seen.extend((window.isVisible(), card.isVisible(), card.size() == window.size()))
            window.quit()

        after(0.2, look)

    first = claim(tmp_path)
    once_shut(qapp, shut)
    code = run_window(
        lambda _: ScriptedService(),
        settings_file=tmp_path / "window.ini",
        on_shown=shown,
        tray_available=lambda: True,
        in_tray=True,
        first=first,
    )
    assert (code, seen) == (0, [False, True, True, True])


def test_a_locked_window_offers_the_recovery_code_and_tells_what_keeps_it_shut(qapp, tmp_path):
    openings, seen = [], []

    def factory(opening: Opening) -> ScriptedService:
        openings.append(opening.by_code)
        if opening.locked:
            raise CompanionError("The vault stays locked.")
        return ScriptedService()

    def shut(window, card) -> None:
        def told() -> None:
            seen.append(card.told.text())
            window.quit()

        card.recovery.click()
        when(card.told.isVisible, told)

    once_shut(qapp, shut)
    code = run_window(
        factory,
        settings_file=tmp_path / "window.ini",
        on_shown=lambda views: when(lambda: views.mind.ready, views.widgets.settings.lock_wanted.emit),
        tray_available=lambda: False,
    )
    assert (code, openings, seen) == (0, [False, True], ["The vault stays locked."])


def test_a_locked_window_shows_nothing_until_it_is_unlocked(qapp, tmp_path):
    """Locking ends the window with all it showed; a shut one stands in its place, and its factory is told."""
    opened, ended, seen, marked = [], [], [], []

    def factory(opening: Opening) -> ScriptedService:
        opened.append(opening.locked)
        return ScriptedService()

    def shown(views) -> None:
        when(lambda: views.mind.ready, views.widgets.settings.lock_wanted.emit)

    def look() -> None:
        card = next(
            (
                one
                for top in qapp.topLevelWidgets()
                for one in top.findChildren(LockedCard)
                if one.isVisible()
            ),
            None,
        )
        if card is None:
            return
        window = card.window()
        if not seen:
            seen.append((len(ended), len(opened), window.centralWidget().isEnabled()))
            card.button.click()
        when(lambda: window.centralWidget().isEnabled(), window.quit)
        timer.stop()

    timer = QTimer()
    timer.setInterval(20)
    timer.timeout.connect(look)
    timer.start()
    code = run_window(
        factory,
        settings_file=tmp_path / "window.ini",
        on_shown=shown,
        tray_available=lambda: False,
        on_locking=lambda: marked.append(len(ended)),
        end_others=lambda: ended.append(True),
    )
    assert (code, opened, seen) == (0, [False, True], [(1, 1, False)])
    assert marked == [0]  # told before the mind was let go of


def test_who_turns_to_another_companion_gets_its_window(qapp, tmp_path):
    """The window ends with all it showed, and another one opens the vault by itself."""
    opened, ended, seen, known = [], [], [], []
    services: list[ScriptedService] = []

    def factory(opening: Opening) -> ScriptedService:
        opened.append(PreferenceFile(tmp_path).load().preferences.companion)
        known.append([one.closed for one in services if one is opening.before])
        assert not opening.locked
        services.append(ScriptedService())
        return services[-1]

    def shown(views) -> None:
        when(lambda: views.mind.ready, lambda: turn(views))

    def turn(views) -> None:
        companions = views.models.settings.companions
        companions.added.connect(lambda: companions.use(companions.known[-1]))
        companions.add("Nova")

    def look() -> None:
        windows = [top for top in qapp.topLevelWidgets() if isinstance(top, MainWindow) and top.isVisible()]
        if len(opened) == 2 and windows:
            timer.stop()
            seen.append(len(ended))
            windows[0].quit()

    timer = QTimer()
    timer.setInterval(20)
    timer.timeout.connect(look)
    timer.start()
    code = run_window(
        factory,
        settings_file=tmp_path / "window.ini",
        on_shown=shown,
        tray_available=lambda: False,
        end_others=lambda: ended.append(True),
    )
    assert (code, opened, seen) == (0, ["companion", "nova"], [1])
    assert known == [[], [True]], "the one that was closed opens it once more"
