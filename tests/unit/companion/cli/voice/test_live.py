"""A talk in a terminal: its keys, its last line, and what is written above it."""

import os
import sys
import termios
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.voice.keys import END_OF_INPUT, NoKeys, pressed_keys
from companion.cli.voice.line import LastLine, fitted
from companion.cli.voice.live import Standing, follow_keys, standing_words
from companion.preferences import Preferences
from companion.voice.reciting import Reciter
from companion.voice.session import SpeechModels, VoiceSession
from engine.models import standard_store
from engine.senses import NoAudioError, RecordedLink, Sound, TalkState, TalkStatus, silence
from engine.settings import SensesSettings

NO_DEVICE = TalkStatus.of_fault(TalkState.NO_DEVICE, NoAudioError("There is no microphone."))


class Pressed:
    """Implements `Keys`: one key after another is pressed."""

    there = True

    def __init__(self, keys: str) -> None:
        self._keys = list(keys)

    def read(self, timeout_s: float) -> str:
        return self._keys.pop(0)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The side of a terminal at which a person sits; the other is standard input."""
    person, program = os.openpty()
    with os.fdopen(program, "r") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield person
    os.close(person)


def echoes(descriptor: int) -> bool:
    return bool(termios.tcgetattr(descriptor)[3] & termios.ECHO)


def test_a_key_is_read_as_it_is_pressed_and_the_terminal_is_left_as_it_was(terminal: int) -> None:
    with pressed_keys() as keys:
        assert keys.there
        assert not echoes(terminal)
        assert keys.read(0.01) == ""
        os.write(terminal, b"m q")
        assert [keys.read(1.0), keys.read(1.0), keys.read(1.0)] == ["m", " ", "q"]
    assert echoes(terminal)


def test_what_ends_in_the_middle_leaves_the_terminal_as_it_was(terminal: int) -> None:
    with pytest.raises(KeyboardInterrupt), pressed_keys():
        raise KeyboardInterrupt
    assert echoes(terminal)


def test_a_terminal_that_is_closed_ends_the_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    person, program = os.openpty()
    with os.fdopen(program, "r") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pressed_keys() as keys:
            os.close(person)
            assert keys.read(1.0) == END_OF_INPUT


def test_without_a_terminal_there_are_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open() as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pressed_keys() as keys:
            assert isinstance(keys, NoKeys)
            assert not keys.there
            assert keys.read(0.0) == ""


@pytest.mark.parametrize(
    ("status", "muted", "shown"),
    [
        (TalkStatus(TalkState.READY), False, "[listening]"),
        (TalkStatus(TalkState.READY), True, "[muted]"),
        (TalkStatus(TalkState.MUTED), True, "[muted]"),
        (TalkStatus(TalkState.LISTENING), False, "[hearing you]"),
        (TalkStatus(TalkState.THINKING), False, "[thinking]"),
        (TalkStatus(TalkState.SPEAKING), True, "[muted, speaking]"),
        (NO_DEVICE, False, f"[no device] {NO_DEVICE.message} {NO_DEVICE.remedy}"),
        (NO_DEVICE, True, f"[muted, no device] {NO_DEVICE.message} {NO_DEVICE.remedy}"),
    ],
)
def test_the_line_says_whether_it_is_muted_and_what_it_does(
    status: TalkStatus, shown: str, *, muted: bool
) -> None:
    assert standing_words(status, "listening", muted=muted) == shown


@pytest.mark.parametrize("state", list(TalkState))
def test_muted_shows_in_every_state(state: TalkState) -> None:
    assert standing_words(TalkStatus(state), "listening", muted=True).startswith("[muted")


def test_the_line_fits_the_terminal() -> None:
    assert fitted("[listening]", "", 40) == "[listening]"
    assert fitted("[hearing you]", "what is the capital of France", 23) == "[hearing you]  … France"
    assert fitted("[no device] There is no microphone.", "", 12) == "[no device]…"
    assert fitted("", "what is", 40) == "… what is"


def test_lines_are_written_above_the_last_one(capsys: pytest.CaptureFixture[str]) -> None:
    line = LastLine()
    line.kept = True
    line.stand("[listening]")
    line.above("› Hello.", err=True)
    # Where it is no terminal, what empties the line is left out but for its beginning.
    assert capsys.readouterr().err == "\r[listening]\r› Hello.\n\r[listening]"


def test_without_a_terminal_each_state_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    line = LastLine()
    standing = Standing(line, Preferences())
    line.draft("what is the")
    for state in (TalkState.READY, TalkState.READY, TalkState.THINKING, TalkState.OFF):
        standing.change(TalkStatus(state))
    standing.end()
    assert capsys.readouterr().err == "[listening]\n[thinking]\n[voice off]\n"


def test_keys_mute_and_hush_the_talk_and_leave_it(capsys: pytest.CaptureFixture[str]) -> None:
    models = SpeechModels.of(standard_store(), Preferences(), SensesSettings())
    standing = Standing(LastLine(), Preferences())
    link = RecordedLink(Sound(silence(30.0)), over=lambda: False)
    session = VoiceSession(Reciter(), link, models, SensesSettings(), lambda _: None, standing.change)
    hushed = threading.Event()
    session.talk.hush = hushed.set  # type: ignore[method-assign] - what it does is tested where it is made
    looks: list[bool] = []

    def look() -> None:
        """After each key: the talk goes on for a block."""
        block = link.read(hurry=True)
        assert block is not None
        session.talk._step(block)
        looks.append(session.talk.ears.muted)

    link.open(session.talk.playback)
    try:
        follow_keys(Pressed("xMm mq"), session, standing, look)
    finally:
        session.close()
    assert looks == [False, True, False, False, True]
    assert hushed.is_set()
    assert capsys.readouterr().err.split("\n") == ["[listening]", "[muted]", "[listening]", "[muted]", ""]
