"""`companion talk` as a person sits before it: the real program in a terminal of its own, over a real audio server."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.home import Home
from companion.keys import create_keys
from companion.preferences import PreferenceFile
from tests.audio_server import AudioServer
from tests.integration.senses.conftest import until
from tests.integration.service.scripted import PASSPHRASE

pytestmark = pytest.mark.live
NOBODY = "openai:http://127.0.0.1:9#nobody"
"""A model behind a server that does not run: nothing is loaded for it."""
LINE = re.compile(r"\r\x1b\[K(\[[^\r\n]*)")


class Terminal:
    """A program in a terminal: what it shows, and keys for it."""

    def __init__(self, *arguments: str, environ: dict[str, str]) -> None:
        self._person, program = os.openpty()
        self.shown = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", *arguments],
            env=environ | {"COLUMNS": "200"},
            stdin=program,
            stdout=program,
            stderr=program,
        )
        os.close(program)
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    @property
    def last(self) -> str:
        """What stands in the last line."""
        return (LINE.findall(self.shown) or [""])[-1]

    def press(self, keys: str) -> None:
        os.write(self._person, keys.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait(10)
        self._reading.join(10)
        os.close(self._person)

    def _read(self) -> None:
        """Until the program has ended: then the terminal has nothing more to give."""
        try:
            while data := os.read(self._person, 4096):
                self.shown += data.decode("utf-8", "replace")
        except OSError:
            return


@pytest.fixture
def talk(server: AudioServer, tmp_path: Path) -> Iterator[Terminal]:
    home = tmp_path / "home"
    create_keys(home, PASSPHRASE)
    PreferenceFile(home).change(day_model=NOBODY)
    words = ("--home", str(Home(home).path), "talk")
    # As the program runs for everybody: HOME is where the models are.
    environ = os.environ | {"COMPANION_PASSPHRASE": PASSPHRASE}
    terminal = Terminal(*words, environ=environ)
    yield terminal
    terminal.close()


def test_keys_mute_and_leave_and_the_last_line_says_how_it_stands(
    talk: Terminal, server: AudioServer
) -> None:
    until(lambda: talk.last == "[listening]", 120)
    assert "m mutes" in talk.shown
    talk.press("m")
    until(lambda: talk.last == "[muted]")
    server.stop()
    until(lambda: talk.last.startswith("[muted, no device]"))
    assert "companion devices" in talk.last
    talk.press("m")
    until(lambda: talk.last.startswith("[no device]"))
    server.start()
    until(lambda: talk.last == "[listening]")
    talk.press("q")
    assert talk.process.wait(60) == 0
