"""The real speech models, an audio server without hardware, and talks over them."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.preferences import Preferences
from companion.voice.session import SpeechModels, VoiceSession
from engine.models import standard_store
from engine.senses import AudioLink, Companion, Frame, Samples, Sound, TalkStatus, silence, write_sound
from engine.settings import SensesSettings

RATE = 16_000


@pytest.fixture(scope="session")
def models() -> Iterator[SpeechModels]:
    made = SpeechModels.of(standard_store(), Preferences(), SensesSettings())
    made.recogniser()
    made.synthesiser()
    yield made
    made.close()


@pytest.fixture(scope="session")
def spoken(models: SpeechModels) -> Callable[[str], Samples]:
    """A person's words as sound of 16 kHz."""
    known: dict[str, Samples] = {}

    def speak(words: str) -> Samples:
        if words not in known:
            known[words] = models.synthesiser().speak(words).at(RATE).samples
        return known[words]

    return speak


class Recorder:
    """What was told in a talk."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.statuses: list[TalkStatus] = []

    def of(self, kind: type[Frame]) -> list[Frame]:
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


class AudioServer:
    """A PulseAudio of our own: what is played into `mic` is heard, what is said comes out of `spk`."""

    MODULES = (
        "module-native-protocol-unix",
        "module-null-sink sink_name=spk rate=48000",
        "module-null-sink sink_name=mic rate=48000",
        "module-remap-source master=mic.monitor source_name=vmic",
    )

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.environ = {
            **os.environ,
            "XDG_RUNTIME_DIR": str(folder),
            "HOME": str(folder),
            "PULSE_SERVER": f"unix:{folder}/pulse/native",
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        loads = [word for module in self.MODULES for word in ("-L", module)]
        self._process = subprocess.Popen(
            ["pulseaudio", "-n", "--exit-idle-time=-1", "--daemonize=no", *loads],
            env=self.environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(lambda: self._asks("set-default-source", "vmic"), 20)
        self.control("set-default-sink", "spk")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None

    def control(self, *words: str) -> str:
        done = subprocess.run(["pactl", *words], env=self.environ, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def say(self, samples: Samples) -> None:
        """Play `samples` into the microphone, and wait for the end."""
        path = self._folder / "said.wav"
        write_sound(path, Sound(samples))
        subprocess.run(["paplay", "--device=mic", str(path)], env=self.environ, check=True)

    def record(self, seconds: float) -> Sound:
        """What comes out of the speaker for so long."""
        command = ["parec", "--device=spk.monitor", "--rate=16000", "--channels=1", "--format=s16le"]
        path = self._folder / "spoken.raw"  # a pipe holds two seconds, and then stands still
        with path.open("wb") as file:
            process = subprocess.Popen([*command, "--latency-msec=50"], env=self.environ, stdout=file)
            time.sleep(seconds)
            process.terminate()
            process.wait(10)
        data = path.read_bytes()
        return Sound((np.frombuffer(data[: len(data) // 2 * 2], dtype="<i2") / 32768).astype(np.float32))

    def _asks(self, *words: str) -> bool:
        done = subprocess.run(["pactl", *words], env=self.environ, capture_output=True, check=False)
        return done.returncode == 0


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AudioServer]:
    if shutil.which("pulseaudio") is None:
        pytest.skip("there is no audio server on this machine: apt-get install pulseaudio")
    made = AudioServer(tmp_path)
    monkeypatch.setenv("PULSE_SERVER", made.environ["PULSE_SERVER"])
    monkeypatch.setenv("XDG_RUNTIME_DIR", made.environ["XDG_RUNTIME_DIR"])
    made.start()
    yield made
    made.stop()
