"""One window for a home: a second start calls the first to the front, and ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import HomeBusyError
from companion.window import claim
from companion.window.first import LOCK_FILE, TOKEN

ROOT = Path(__file__).parents[2]
SECOND = """
import sys
from pathlib import Path
from companion.window.first import claim
file = next((Path(one) for one in sys.argv[2:] if one.startswith("/")), None)
first = claim(Path(sys.argv[1]), in_tray="in tray" in sys.argv, file=file)
print("first" if first is not None else "second")
if first is not None:
    first.leave()
"""


class Start:
    """Another start of the program, in a process of its own."""

    def __init__(self, home: Path, *more: str) -> None:
        command = [sys.executable, "-c", SECOND, str(home), *more]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )

    @property
    def over(self) -> bool:
        return self.process.poll() is not None

    def said(self) -> str:
        out, err = self.process.communicate(timeout=60)
        return out.strip() + err.strip().rpartition("\n")[2]


@pytest.fixture
def first(qapp, tmp_path, monkeypatch):
    monkeypatch.delenv(TOKEN, raising=False)
    made = claim(tmp_path)
    assert made is not None
    made.called = []
    made.wanted = made.called.append
    yield made
    made.leave()


def test_a_second_start_calls_the_first_window_and_ends(first, tmp_path, until):
    first.listen()
    second = Start(tmp_path)
    until(lambda: second.over)
    assert second.said() == "second"
    assert first.called == [None]


def test_the_autostart_calls_nobody(first, tmp_path, until):
    first.listen()
    second = Start(tmp_path, "in tray")
    until(lambda: second.over)
    assert (second.said(), first.called) == ("second", [])


def test_one_that_comes_while_the_first_is_starting_waits_for_it(first, tmp_path, until):
    second = Start(tmp_path)
    until(lambda: not second.over)
    first.listen()
    until(lambda: second.over)
    assert (second.said(), first.called) == ("second", [None])


def test_the_next_start_after_the_end_is_the_first_again(first, tmp_path):
    first.listen()
    first.leave()
    assert Start(tmp_path).said() == "first"


def test_a_window_that_does_not_answer_is_told(first, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.window.first.PATIENCE_MS", 800)
    with pytest.raises(HomeBusyError, match="open already"):
        claim(tmp_path)


def test_what_a_dead_window_left_holds_nobody_up(qapp, tmp_path):
    (tmp_path / LOCK_FILE).write_text("")
    (tmp_path / "door").mkdir(mode=0o700)
    (tmp_path / "door" / "window").write_text("")
    made = claim(tmp_path)
    assert made is not None
    made.listen()
    assert made._server.isListening()
    made.leave()


def test_homes_have_windows_of_their_own(first, tmp_path):
    other = claim(tmp_path / "other")
    assert other is not None
    other.leave()


def test_a_file_that_is_opened_meanwhile_comes_to_the_first_window(first, tmp_path, until):
    first.listen()
    path = tmp_path / "Übers\tJahr\n.companion"
    second = Start(tmp_path, str(path))
    until(lambda: second.over)
    assert (second.said(), first.called) == ("second", [path])
