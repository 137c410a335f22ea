"""A person's first ten minutes: the real program on a virtual screen, by real keys and a real mouse, with a real
notification service.

The steps are named as the person takes them, and each leaves a picture: those of a failed run tell what was seen, and
`pytest tests/e2e/test_first_minutes.py --basetemp DIR` keeps them all in `DIR/*/film`.
"""

import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from companion.preferences import PreferenceFile
from tests.e2e.conftest import PASSPHRASE, Program
from tests.virtual import (
    Environment,
    close_window,
    session_bus,
    shown_window,
    system_tray,
    take_picture,
    virtual_screen,
)

LIMIT_S = 240
LOOKED_AGAIN_S, LOOKED_AT_S = 2.0, 0.2
"""How often is looked into the mind, and at the screen: each look into the mind is a process of its own, and takes the
processor from the model that is waited for.
"""
SCREEN = "1040x760x24"
"""As large as the window is at first."""
TALK, YOU, NOTIFICATION = (100, 31), (100, 185), (870, 78)
DONE, CORRECT = (640, 217), (648, 281)
"""Where what is clicked lies on that screen."""
MIDDLE = "2"
"""The button that does what a notification offers, as dunst has it."""
KNOWN, SISTER = "What do you know about me?", "What is my sister called?"
"""What the first steps ask for at their end, and what is asked once a memory was set right."""
PARCEL = "Fetch the parcel"
STAYS = "[urgency_normal]\n    timeout = 0\n"
"""To dunst: a notification stands until the person sees to it, however long that takes here."""


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Environment]:
    """A screen and a bus with dunst on it."""
    chosen = tmp_path / "dunstrc"
    chosen.write_text(STAYS)
    with virtual_screen(SCREEN) as screen, session_bus(screen) as environment:
        service = subprocess.Popen(
            ["dunst", "-conf", str(chosen)], env=environment, stderr=subprocess.DEVNULL
        )
        try:
            yield environment
        finally:
            service.terminate()
            service.wait()


@pytest.fixture
def newcomer(program: Program, desktop: Environment) -> Program:
    """The program with the small models, on that screen, where it may come to the person at any hour."""
    names = ("DISPLAY", "QT_QPA_PLATFORM", "DBUS_SESSION_BUS_ADDRESS")
    program.environment |= {name: desktop[name] for name in names}
    PreferenceFile(program.home).change(quiet_from=0, quiet_until=0)
    return program


def asked(environment: Environment, *words: str) -> str:
    done = subprocess.run(
        words, env=environment, capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    return done.stdout


def until(condition: Callable[[], bool], again_s: float = LOOKED_AGAIN_S) -> None:
    end = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(again_s)


def until_shown(desktop: Environment, count: int) -> None:
    """As many notifications stand on the desktop."""
    until(lambda: asked(desktop, "dunstctl", "count", "displayed").strip() == str(count), LOOKED_AT_S)


class Person:
    """Types as a person does, and looks."""

    def __init__(self, environment: Environment, film: Path) -> None:
        self._environment, self._film = environment, film
        self._pictures = 0

    def find_window(self) -> None:
        """Wait until it is there, and go to it."""
        until(self.sees_window, LOOKED_AT_S)
        time.sleep(1)
        asked(self._environment, "xdotool", "windowfocus", "--sync", str(shown_window(self._environment)))

    def sees_window(self) -> bool:
        return shown_window(self._environment) is not None

    def close_window(self) -> None:
        """It goes to the tray."""
        number = shown_window(self._environment)
        assert number is not None
        close_window(self._environment, number)
        until(lambda: not self.sees_window(), LOOKED_AT_S)

    def write(self, *lines: str) -> None:
        """Into one field after another, and on with the last."""
        for number, line in enumerate(lines):
            self.type(line)
            self.press("Tab" if number < len(lines) - 1 else "Return")

    def type(self, words: str) -> None:
        asked(self._environment, "xdotool", "type", "--delay", "25", words)

    def press(self, *keys: str) -> None:
        for key in keys:
            asked(self._environment, "xdotool", "key", key)
            time.sleep(0.4)

    def click(self, place: tuple[int, int], button: str = "1") -> None:
        asked(self._environment, "xdotool", "mousemove", *map(str, place), "click", button)
        time.sleep(0.4)

    def look(self, at: str) -> None:
        """Keep a picture of what is shown."""
        time.sleep(0.6)
        self._pictures += 1
        take_picture(self._environment, self._film / f"{self._pictures:02d}-{at}.png")


def facts(program: Program) -> list[str]:
    return [one["text"] for one in program.document("facts", "list")["facts"]]


def answer(program: Program, question: str) -> str:
    """What was answered to it; empty as long as nothing was."""
    found = program.document("trail", "search", question)["evidence"]
    after = [step["text"] for one in found if one["text"] == question for step in one["after"]]
    return after[0] if after else ""


@pytest.mark.e2e
@pytest.mark.gui
def test_from_the_first_step_to_a_wrong_memory_set_right(
    newcomer: Program, desktop: Environment, tmp_path: Path
) -> None:
    window, person = newcomer.start(), Person(desktop, tmp_path / "film")
    try:
        person.find_window()
        person.type("Ada")
        person.look("names")
        person.press("Tab")
        person.write("Mira")
        person.write(PASSPHRASE, PASSPHRASE)
        person.look("model")
        person.press("space", "space", "space")
        person.type("My sister is called Ana.")
        person.look("about")
        person.press("Return")
        until(newcomer.home.joinpath("vault.db").exists)
        with system_tray(desktop):
            # Elsewhere than in the window, which looks for it no sooner than in its turn.
            today = datetime.now().astimezone().date()
            newcomer.document("handoff", "add", "reminder", PARCEL, "--due", f"{today}")
            person.close_window()
            until(lambda: any("Ana" in one for one in facts(newcomer)))
            assert any("Mira" in one for one in facts(newcomer))
            until(lambda: bool(answer(newcomer, KNOWN)))
            _is_called_back(newcomer, person, desktop)
        person.click(TALK)
        person.look("first-exchange")
        _is_reminded(newcomer, person, desktop)
        _sets_right(newcomer, person)
        person.click(TALK)
        person.write(SISTER)
        until(lambda: bool(answer(newcomer, SISTER)))
        person.look("asked-again")
        assert "Ana" not in answer(newcomer, SISTER).replace("Anna", "")
        person.press("ctrl+q")
        assert window.wait(LIMIT_S) == 0
    finally:
        window.kill()
        window.communicate()


def _is_called_back(program: Program, person: Person, desktop: Environment) -> None:
    """What is due comes as a notification while the window is closed, and a click brings the window, at its place."""
    until_shown(desktop, 1)
    assert not person.sees_window()
    person.click(NOTIFICATION, MIDDLE)
    person.find_window()
    assert PARCEL in asked(desktop, "dunstctl", "history")
    _says_done(program, person)


def _says_done(program: Program, person: Person) -> None:
    """In Reminders, as soon as what is due stands there."""

    def done() -> bool:
        person.click(DONE)
        return not program.document("handoff", "read")["open"]

    until(done)


def _is_reminded(program: Program, person: Person, desktop: Environment) -> None:
    """A reminder for today is written down, and comes as a notification of the desktop; a click opens its place, where
    it is said to be done.
    """
    person.press("ctrl+shift+n")
    person.type("Call Ana")
    person.press("Tab", "Tab", "Right")
    person.look("reminder")
    person.press("ctrl+Return")
    until_shown(desktop, 1)
    person.click(YOU)
    person.look("notification")
    person.click(NOTIFICATION, MIDDLE)
    until_shown(desktop, 0)
    assert "Call Ana" in asked(desktop, "dunstctl", "history")
    person.look("its-place")
    _says_done(program, person)


def _sets_right(program: Program, person: Person) -> None:
    """What is wrong is looked for under You, and put right with the right words."""
    person.click(YOU)
    person.look("you")
    person.click(CORRECT)
    person.press("ctrl+a")
    person.type("My sister is called Anna.")
    person.look("correction")
    person.press("ctrl+Return")
    until(lambda: any("Anna" in one for one in facts(program)))
    person.look("corrected")
