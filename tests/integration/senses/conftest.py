"""The real speech models, an audio server without hardware, and talks over them."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from piper import PiperVoice

from companion.preferences import Preferences
from companion.voice.session import SpeechModels, VoiceSession
from engine.models import standard_store
from engine.senses import (
    AudioLink,
    Companion,
    Frame,
    Samples,
    Sound,
    TalkStatus,
    silence,
)
from engine.settings import SensesSettings
from tests.audio_server import AudioServer, audio_server

RATE = 16_000
F = TypeVar("F", bound=Frame)


@pytest.fixture(scope="session", autouse=True)
def even_voice() -> Iterator[None]:
    """The voice says the same words alike each time: of what it draws by lot a test now and then fails."""
    load = PiperVoice.load

    def evenly(*given: Any, **named: Any) -> PiperVoice:
        voice = load(*given, **named)
        voice.config.noise_scale = voice.config.noise_w_scale = 0.0
        return voice

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PiperVoice, "load", evenly)
        yield


@pytest.fixture(scope="session")
def models(even_voice: None) -> Iterator[SpeechModels]:
    made = SpeechModels.of(standard_store(), Preferences(), SensesSettings())
    made.recogniser()
    made.synthesiser()
    yield made
    made.close()


@pytest.fixture(scope="session")
def spoken(models: SpeechModels) -> Callable[[str], Samples]:
    """A person's words as sound of 16 kHz."""
    return lambda words: models.synthesiser().speak(words).at(RATE).samples


class Recorder:
    """What was told in a talk."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.statuses: list[TalkStatus] = []

    def of(self, kind: type[F]) -> list[F]:
        return [one for one in self.frames if isinstance(one, kind)]


@pytest.fixture
def begin(models: SpeechModels) -> Iterator[Callable[[Companion, AudioLink], tuple[VoiceSession, Recorder]]]:
    """Make a talk that is closed at the end of the test."""
    sessions: list[VoiceSession] = []

    def make(companion: Companion, link: AudioLink) -> tuple[VoiceSession, Recorder]:
        seen = Recorder()
        session = VoiceSession(
            companion, link, models, SensesSettings(), seen.frames.append, seen.statuses.append
        )
        sessions.append(session)
        return session, seen

    yield make
    for session in sessions:
        session.close()


def joined(*parts: Samples | float) -> Sound:
    """Sounds in a row; a number is so many seconds of silence."""
    return Sound(np.concatenate([silence(one) if isinstance(one, float) else one for one in parts]))


def until(holds: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to hold"
        time.sleep(0.02)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AudioServer]:
    if shutil.which("pulseaudio") is None:
        pytest.skip("there is no audio server on this machine: apt-get install pulseaudio")
    with ExitStack() as running:
        try:
            made = running.enter_context(audio_server(tmp_path))
        except TimeoutError as error:
            pytest.skip(f"no audio server can be started: {error}")
        for name in ("PULSE_SERVER", "XDG_RUNTIME_DIR"):
            monkeypatch.setenv(name, made.environ[name])
        yield made
