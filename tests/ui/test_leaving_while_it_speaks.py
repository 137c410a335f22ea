"""The window is left in the middle of a spoken answer: what was heard of it is kept, and not what was written."""

import time
from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from companion.service import Json, OnProgress, ignore_progress
from companion.voice import session as voice_session
from companion.voice.models import Warm
from companion.voice.session import SpeechModels
from companion.window import Opening, Views, run_window
from companion.window import voice as window_voice
from engine.senses import BLOCK, RATE, Block, Care, Manner, Playback, Samples, Sound, Transcript, silence
from tests.ui.fakes import ScriptedService

REPLY = "One two three four five six seven eight nine ten. And so it goes on, for a long time."
SPEED = 4
"""Times as fast as a device."""


class Loud:
    """Implements `VoiceActivity`: what is not silent is a voice."""

    def judge(self, block: Samples) -> float:
        return 1.0 if block.any() else 0.0

    def reset(self) -> None:
        """Nothing to forget."""


class Understood:
    """Implements `Recogniser` and `Synthesiser`: whatever is said is a question, and a word takes a second."""

    language = "en"

    def hear(self, samples: Samples, *, language: str | None = None, care: Care) -> Transcript:
        return Transcript("What of the cake?", "en")

    def speak(self, words: str, manner: Manner) -> Sound:
        return Sound(np.full(RATE * len(words.split()), 0.1, dtype=np.float32))

    def close(self) -> None:
        """It holds nothing."""


class Speaking:
    """Implements `Voices`."""

    loaded = True

    def __call__(self, language: str = "") -> Understood:
        return Understood()

    def lacking(self, language: str) -> None:
        """Every language has a voice."""

    def release_if_idle(self) -> None:
        """It stays."""

    def close(self) -> None:
        """It holds nothing."""


class Room:
    """Implements `AudioLink`: somebody speaks for a second, and then hears the answer."""

    def __init__(self) -> None:
        self.playback: Playback | None = None
        self._blocks = 0

    def open(self, playback: Playback) -> None:
        self.playback = playback

    def read(self, *, hurry: bool) -> Block | None:
        assert self.playback is not None
        time.sleep(BLOCK / RATE / SPEED)
        self.playback.fill(np.empty(round(BLOCK * self.playback.rate / RATE), dtype=np.float32))
        self._blocks += 1
        at_s = self._blocks * BLOCK / RATE
        return Block(np.ones(BLOCK, np.float32) if 0.5 < at_s < 1.5 else silence(BLOCK / RATE), at_s)

    def close(self) -> None:
        """Nothing is open."""


class Keeping(ScriptedService):
    """A service that keeps what was heard, as long as it is open."""

    def __init__(self) -> None:
        super().__init__(reply=REPLY)
        self.kept: list[str] = []

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        if request == "voice.heard":
            assert not self.closed
            self.kept.append(parameters["heard"])
        return super().submit(request, parameters, progress)


def test_what_was_heard_is_kept_when_the_window_is_left(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, service = Room(), Keeping()
    models = SpeechModels(Warm(Understood, 60.0), Speaking())
    monkeypatch.setattr(voice_session, "SileroActivity", Loud)
    monkeypatch.setattr(window_voice, "missing_voice", lambda *_: None)
    monkeypatch.setattr(window_voice.SpeechModels, "of", lambda *_: models)
    monkeypatch.setitem(window_voice.WindowVoice.__init__.__kwdefaults__, "make_link", lambda *_: room)

    def factory(_: Opening) -> Keeping:
        return service

    def shown(views: Views) -> None:
        timer = QTimer(views.window)
        timer.setInterval(20)

        def look() -> None:
            if views.place.voice.there and not views.place.voice.on:
                views.place.voice.switch()
            playback = room.playback
            if playback is not None and playback.heard(0)[0].count(" ") >= 3:
                timer.stop()
                views.window.quit()

        timer.timeout.connect(look)
        timer.start()

    assert run_window(factory, settings_file=tmp_path / "window.ini", on_shown=shown) == 0
    assert service.closed
    [heard] = service.kept
    assert REPLY.startswith(heard)
    assert 3 <= heard.count(" ") <= 6
