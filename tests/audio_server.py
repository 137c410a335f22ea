"""An audio server without hardware: a PulseAudio of our own that real programs talk to."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from engine.senses import Samples, Sound, write_sound

Environment = dict[str, str]
START_S = 40.0


class AudioServer:
    """What is played into `mic` is heard from `vmic`, what is said comes out of `spk`. `folder` holds its files."""

    MODULES = (
        "module-native-protocol-unix",
        "module-null-sink sink_name=spk rate=48000",
        "module-null-sink sink_name=mic rate=48000",
        "module-remap-source master=mic.monitor source_name=vmic",
    )

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._runtime = tempfile.mkdtemp(prefix="audio-")  # a socket's path has room for some 100 letters
        # Neither looks for the screen: what stands in its properties is another server's.
        self.environ: Environment = {
            **{name: value for name, value in os.environ.items() if name != "DISPLAY"},
            "XDG_RUNTIME_DIR": self._runtime,
            "HOME": str(folder),
            "PULSE_SERVER": f"unix:{self._runtime}/pulse/native",
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers. Raises TimeoutError with the last that it said."""
        Path(self._runtime).mkdir(mode=0o700, exist_ok=True)
        end = time.monotonic() + START_S
        while not (self._lives() and self._asks("set-default-source", "vmic")):
            if time.monotonic() > end:
                said = (self._folder / "server.log").read_text("utf-8", "replace")[-300:]
                raise TimeoutError(f"the audio server does not answer: {said}")
            time.sleep(0.05)
        self.control("set-default-sink", "spk")

    def _lives(self) -> bool:
        """Whether it runs; one that ended, or was not begun, is begun."""
        if self._process is not None and self._process.poll() is None:
            return True
        loads = [word for module in self.MODULES for word in ("-L", module)]
        with (self._folder / "server.log").open("wb") as log:
            self._process = subprocess.Popen(
                ["pulseaudio", "-n", "--exit-idle-time=-1", "--daemonize=no", *loads],
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        time.sleep(0.2)
        return True

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None
        shutil.rmtree(self._runtime, ignore_errors=True)

    def control(self, *words: str) -> str:
        done = subprocess.run(["pactl", *words], env=self.environ, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def say(self, samples: Samples) -> None:
        """Play `samples` of 16 kHz into the microphone, and wait for the end."""
        path = self._folder / "said.wav"
        write_sound(path, Sound(samples))
        subprocess.run(["paplay", "--device=mic", str(path)], env=self.environ, check=True)

    def record(self, seconds: float, over: Callable[[], object] = lambda: False) -> Sound:
        """What comes out of the speaker for so long at most, and no longer than until it is over."""
        command = ["parec", "--device=spk.monitor", "--rate=16000", "--channels=1", "--format=s16le"]
        path = self._folder / "spoken.raw"  # a pipe holds two seconds, and then stands still
        with path.open("wb") as file:
            process = subprocess.Popen([*command, "--latency-msec=50"], env=self.environ, stdout=file)
            ends = time.monotonic() + seconds
            while time.monotonic() < ends and not over():
                time.sleep(0.1)
            process.terminate()
            process.wait(10)
        data = path.read_bytes()
        return Sound((np.frombuffer(data[: len(data) // 2 * 2], dtype="<i2") / 32768).astype(np.float32))

    def _asks(self, *words: str) -> bool:
        done = subprocess.run(["pactl", *words], env=self.environ, capture_output=True, check=False)
        return done.returncode == 0


@contextmanager
def audio_server(folder: Path) -> Iterator[AudioServer]:
    """A server that runs as long as the block."""
    made = AudioServer(folder)
    try:
        made.start()
        yield made
    finally:
        made.stop()
