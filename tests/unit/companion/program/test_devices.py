"""Trying out the speaker and the voice: with the speaker alone, and as an answer would be spoken."""

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from companion.preferences import PreferenceFile
from companion.program import devices
from companion.program.setting import Asking
from companion.requests.room import Nothing
from companion.voice import trying
from engine.models import ModelStore
from engine.senses import RATE, DeviceLostError, Manner, NoAudioError, Playback, Sound

BLOCK = 512


class Loudspeaker:
    """A speaker whose device takes a block whenever it looks, on a thread of its own; a broken one takes none."""

    def __init__(self, *, broken: bool = False) -> None:
        self.name, self.broken = "", broken
        self.heard: list[float] = []
        self.closed = threading.Event()
        self._thread: threading.Thread | None = None

    def __call__(self, name: str) -> "Loudspeaker":
        self.name = name
        return self

    def open(self, playback: Playback) -> None:
        self._thread = threading.Thread(target=self._run, args=(playback,))
        self._thread.start()

    def close(self) -> None:
        self.closed.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, playback: Playback) -> None:
        out = np.empty(BLOCK, dtype=np.float32)
        while not self.closed.is_set():
            if not self.broken:
                playback.fill(out)
                self.heard += out.tolist()
            time.sleep(0.001)


class Voice:
    """Implements `Synthesiser`, and keeps what it was given."""

    language = "en"

    def __init__(self) -> None:
        self.given: list[str] = []

    def speak(self, words: str, manner: Manner | None = None) -> Sound:
        self.given.append(words)
        return Sound(np.full(RATE // 10, 0.1, dtype=np.float32))

    def close(self) -> None:
        """It holds nothing."""


@pytest.fixture
def asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asking:
    """Of a machine without a microphone."""

    def none(*_: object) -> None:
        raise NoAudioError("There is no microphone.")

    monkeypatch.setattr(devices, "PortAudioLink", none)
    file = PreferenceFile(tmp_path)
    file.change(speaker="headset")
    return Asking(tmp_path, file, ModelStore(tmp_path / "models"), lambda _: None, threading.Event())


def test_without_a_microphone_a_tone_is_heard(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Loudspeaker()
    monkeypatch.setattr(devices, "PortAudioSpeaker", speaker)
    assert devices.sound(asking, Nothing()) == {}
    assert speaker.name == "headset"
    assert max(speaker.heard) > 0.1
    assert speaker.closed.is_set()


def test_its_voice_is_heard_as_it_answers(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker, voice = Loudspeaker(), Voice()
    monkeypatch.setattr(devices, "PortAudioSpeaker", speaker)
    monkeypatch.setattr(devices, "open_synthesiser", lambda *_: voice)
    devices.speak(asking, devices.Speak(text="I am **Anna**, and I am 24 😀."))
    assert voice.given == ["I am Anna, and I am twenty four."]
    assert max(speaker.heard) > 0.05


def test_what_is_stopped_is_not_played_to_its_end(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "PortAudioSpeaker", Loudspeaker(broken=True))
    asking.stopped.set()
    assert devices.sound(asking, Nothing()) == {}


def test_a_speaker_that_takes_nothing_is_told(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "SPARE_S", 0.0)
    speaker = Loudspeaker(broken=True)
    monkeypatch.setattr(devices, "PortAudioSpeaker", speaker)
    with pytest.raises(DeviceLostError) as told:
        devices.sound(asking, Nothing())
    assert told.value.remedy
    assert speaker.closed.is_set()
