"""A microphone and a speaker through PortAudio: the callbacks copy, everything else happens on the audio thread."""

import threading
import time
from typing import Any, Final

import numpy as np

from engine.senses.audio.devices import Device, Devices, port_audio
from engine.senses.audio.link import Block
from engine.senses.audio.playback import Playback
from engine.senses.audio.sound import BLOCK, BLOCK_S, RATE, Samples
from engine.senses.errors import DeviceLostError, NoAudioError

WAITING: Final = 64
"""Blocks that may wait to be looked at: two seconds."""

LATENCY_S: Final = 0.06
"""Sound on its way in each direction: less breaks up on a busy machine, more is heard after a stop."""

LOST_S: Final = 1.5
"""A microphone that gives nothing for so long is gone."""


class _Inbox:
    """Blocks from the callback, in memory that was taken before: it neither allocates nor waits."""

    def __init__(self) -> None:
        self.blocks = np.zeros((WAITING, BLOCK), dtype=np.float32)
        self.written = 0
        self.read = 0
        self.arrived = threading.Semaphore(0)

    def put(self, samples: Samples) -> None:
        self.blocks[self.written % WAITING] = samples
        self.written += 1
        self.arrived.release()

    def take(self, timeout_s: float) -> Samples | None:
        if not self.arrived.acquire(timeout=timeout_s):
            return None
        self.read = max(self.read, self.written - WAITING + 1)
        block: Samples = self.blocks[self.read % WAITING].copy()
        self.read = min(self.read + 1, self.written)
        return block


class PortAudioLink:
    """Implements `AudioLink`; devices are named, empty names mean the system's own choice."""

    def __init__(self, microphone: str = "", speaker: str = "") -> None:
        self._names = microphone, speaker
        self._streams: list[Any] = []
        self._inbox = _Inbox()
        self._blocks = 0

    def open(self, playback: Playback) -> None:
        self.close()
        devices = Devices.look()
        microphone, speaker = devices.microphone(self._names[0]), devices.speaker(self._names[1])
        sound = port_audio()
        self._inbox = _Inbox()
        try:
            output = self._output(sound, speaker, playback)
            self._streams.append(output)
            self._streams.append(self._input(sound, microphone))
            playback.tune(round(output.samplerate), output.latency)
            for stream in self._streams:
                stream.start()
        except sound.PortAudioError as error:
            self.close()
            raise NoAudioError("The microphone or the speaker cannot be opened.") from error

    def read(self, *, hurry: bool) -> Block | None:
        del hurry  # a device goes at its own pace
        began = time.monotonic()
        block = self._inbox.take(LOST_S)
        if block is None or not all(stream.active for stream in self._streams):
            raise DeviceLostError(f"No sound has come for {time.monotonic() - began:.0f} seconds.")
        self._blocks += 1
        return Block(block, self._blocks * BLOCK_S)

    def close(self) -> None:
        streams, self._streams = self._streams, []
        for stream in streams:
            stream.close(ignore_errors=True)

    def _output(self, sound: Any, speaker: Device, playback: Playback) -> Any:
        def play(out: Any, _frames: int, _time: Any, _status: Any) -> None:
            playback.fill(out[:, 0])
            out[:, 1:] = out[:, :1]

        channels = min(2, speaker.outputs)
        return sound.OutputStream(
            samplerate=speaker.rate,
            device=speaker.number,
            channels=channels,
            dtype="float32",
            latency=LATENCY_S,
            callback=play,
        )

    def _input(self, sound: Any, microphone: Device) -> Any:
        inbox = self._inbox

        def hear(heard: Any, _frames: int, _time: Any, _status: Any) -> None:
            inbox.put(heard[:, 0])

        return sound.InputStream(
            samplerate=RATE,
            blocksize=BLOCK,
            device=microphone.number,
            channels=1,
            dtype="float32",
            latency=LATENCY_S,
            callback=hear,
        )
