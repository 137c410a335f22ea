"""A person's first minutes: the real program on a virtual screen, by real keys, with a real notification service.

No language model is here, as on a machine on which nobody has fetched one: all of this works without.
"""

import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from companion.preferences import PreferenceFile
from engine.models import standard_store
from tests.e2e.conftest import PASSPHRASE, SENTENCES, Program
from tests.virtual import Environment, session_bus, virtual_screen

LIMIT_S = 90


@pytest.fixture
def desktop() -> Iterator[Environment]:
    """A screen and a bus with dunst on it."""
    with virtual_screen() as screen, session_bus(screen) as environment:
        service = subprocess.Popen(["dunst"], env=environment, stderr=subprocess.DEVNULL)
        try:
            yield environment
        finally:
            service.terminate()
            service.wait()


@pytest.fixture
def newcomer(tmp_path: Path, desktop: Environment) -> Program:
    """The program with the sentence model alone, on that screen."""
    models = tmp_path / "models"
    models.mkdir()
    (models / SENTENCES).symlink_to(standard_store().path(SENTENCES), target_is_directory=True)
    made = Program(tmp_path, models)
    names = ("DISPLAY", "QT_QPA_PLATFORM", "DBUS_SESSION_BUS_ADDRESS")
    made.environment |= {name: desktop[name] for name in names}
    PreferenceFile(made.home).change(quiet_from=0, quiet_until=0)
    return made


def asked(environment: Environment, *words: str) -> str:
    done = subprocess.run(
        words, env=environment, capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    return done.stdout


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.3)


class Hand:
    """Types as a person does."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def write(self, *lines: str) -> None:
        """Into one field after another, and on with the last."""
        for number, line in enumerate(lines):
            asked(self._environment, "xdotool", "type", "--delay", "25", line)
            self.press("Tab" if number < len(lines) - 1 else "Return")

    def press(self, *keys: str) -> None:
        for key in keys:
            asked(self._environment, "xdotool", "key", key)
            time.sleep(0.3)


def facts(program: Program) -> list[str]:
    return [one["text"] for one in program.document("facts", "list")["facts"]]


@pytest.mark.e2e
@pytest.mark.gui
def test_from_the_first_step_to_a_reminder(newcomer: Program, desktop: Environment) -> None:
    window, hand = newcomer.start(), Hand(desktop)
    try:
        until(lambda: bool(asked(desktop, "xdotool", "search", "--onlyvisible", "--name", "Companion")))
        time.sleep(1)
        found = asked(desktop, "xdotool", "search", "--onlyvisible", "--name", "Companion").split()[-1]
        asked(desktop, "xdotool", "windowfocus", "--sync", found)
        hand.write("Ada", "Mira")
        hand.write(PASSPHRASE, PASSPHRASE)
        hand.press("space", "space", "space")
        hand.write("My sister is called Ana.")
        until(newcomer.home.joinpath("vault.db").exists)
        until(lambda: any("Ana" in one for one in facts(newcomer)))
        assert any("Mira" in one for one in facts(newcomer))
        today = date.today().isoformat()  # noqa: DTZ011 - the person's own day
        done = newcomer.run("handoff", "add", "reminder", "Call Ana", "--due", today)
        assert done.returncode == 0, done.stderr
        until(lambda: asked(desktop, "dunstctl", "count", "displayed").strip() == "1")
        asked(desktop, "dunstctl", "close")
        assert "Call Ana" in asked(desktop, "dunstctl", "history")
        fact = next(one for one in newcomer.document("facts", "list")["facts"] if "Ana" in one["text"])
        newcomer.run("facts", "correct", fact["id"], "My sister is called Anna.")
        until(lambda: any("Anna" in one for one in facts(newcomer)))
        hand.press("ctrl+q")
        assert window.wait(LIMIT_S) == 0
    finally:
        window.kill()
        window.communicate()
