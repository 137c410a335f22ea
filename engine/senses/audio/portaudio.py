"""A microphone and a speaker through PortAudio: the callbacks copy, everything else happens on the audio thread."""

import threading
import time
from typing import Any, Final

import numpy as np

from engine.errors import CompanionError
from engine.senses.audio.devices import OPEN, SERVERS, Device, Devices, port_audio
from engine.senses.audio.link import Block
from engine.senses.audio.playback import Playback
from engine.senses.audio.server import strayed
from engine.senses.audio.sound import BLOCK, BLOCK_S, RATE, Samples
from engine.senses.errors import DeviceLostError, NoAudioError

WAITING: Final = 64
"""Blocks that may wait to be looked at: two seconds."""

LATENCY_S: Final = 0.06
"""Sound on its way in each direction: less breaks up on a busy machine, more is heard after a stop."""

LOST_S: Final = 1.5
"""A microphone that gives nothing for so long is gone."""

WAKING_S: Final = 5.0
"""One that was just opened is given so long: a headset without a wire changes its profile first."""

STRAY_S: Final = 3.0
"""Between two looks whether a sound server has moved our streams away from a device that is gone."""


class _Inbox:
    """Blocks of `size` from the callback, in memory that was taken before: it neither allocates nor waits."""

    def __init__(self, size: int = BLOCK) -> None:
        self.blocks = np.zeros((WAITING, size), dtype=np.float32)
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
        # What was not taken in time is written over; and the oldest of the rest perhaps just now.
        while self.read < self.written - WAITING + 1 and self.arrived.acquire(blocking=False):
            self.read += 1
        block: Samples = self.blocks[self.read % WAITING].copy()
        self.read += 1
        return block


class AtOurRate:
    """Blocks of 512 samples at 16 kHz, out of whatever blocks a microphone of `rate` Hz gives."""

    def __init__(self, rate: int) -> None:
        import soxr  # noqa: PLC0415 - a native library, which nobody needs before sound comes

        self._stream = None if rate == RATE else soxr.ResampleStream(rate, RATE, 1, dtype="float32")
        self._waiting = np.zeros(0, dtype=np.float32)

    def put(self, samples: Samples) -> None:
        fresh = samples if self._stream is None else self._stream.resample_chunk(samples)
        self._waiting = np.concatenate([self._waiting, fresh])

    def take(self) -> Samples | None:
        """The next block; None while too little has come for one."""
        if len(self._waiting) < BLOCK:
            return None
        block, self._waiting = self._waiting[:BLOCK], self._waiting[BLOCK:]
        return block


class PortAudioLink:
    """Implements `AudioLink`; devices are named, empty names mean the system's own choice.

    A microphone that does not give one channel at 16 kHz is opened as it is, and converted. Where the chosen device is
    not here another one is used, until it is opened anew.
    """

    def __init__(self, microphone: str = "", speaker: str = "") -> None:
        self._names = microphone, speaker
        self._streams: list[Any] = []
        self._inbox, self._converter = _Inbox(), AtOurRate(RATE)
        self._blocks = 0
        self._waking = True
        self._served = False
        self._looked_s = 0.0

    def open(self, playback: Playback) -> CompanionError | None:
        self.close()
        sound = port_audio()
        with OPEN.guard:
            self._waking = True
            devices = Devices.look()
            microphone, speaker = devices.microphone(self._names[0]), devices.speaker(self._names[1])
            OPEN.hold(self)
            try:
                self._start(sound, microphone, speaker, playback)
            except BaseException as error:
                self.close()
                if isinstance(error, sound.PortAudioError):
                    raise NoAudioError("The microphone or the speaker cannot be opened.") from error
                raise
        return self._replaced(microphone, speaker)

    def read(self, *, hurry: bool) -> Block | None:
        """A device goes at its own pace, so `hurry` changes nothing."""
        if time.monotonic() - self._looked_s >= STRAY_S:
            self._look_for_strays(DeviceLostError)
        while (block := self._converter.take()) is None:
            self._converter.put(self._arrived())
        self._blocks += 1
        return Block(block, self._blocks * BLOCK_S)

    def close(self) -> None:
        streams, self._streams = self._streams, []
        for stream in streams:
            stream.close(ignore_errors=True)
        OPEN.let_go(self)

    def _start(self, sound: Any, microphone: Device, speaker: Device, playback: Playback) -> None:
        """Raises PortAudioError, and NoAudioError where the server has nothing for our streams."""
        output = _output(sound, speaker, playback)
        self._streams.append(output)
        self._streams.append(self._input(sound, microphone))
        playback.tune(round(output.samplerate), output.latency)
        for stream in self._streams:
            stream.start()
        self._served = any(device.name in SERVERS for device in (microphone, speaker))
        self._look_for_strays(NoAudioError)

    def _replaced(self, microphone: Device, speaker: Device) -> CompanionError | None:
        for wish, device in zip(self._names, (microphone, speaker), strict=True):
            if wish not in {"", device.name}:
                return DeviceLostError(f"{wish} is not here: {device.name} is used.")
        return None

    def _look_for_strays(self, error: type[NoAudioError | DeviceLostError]) -> None:
        self._looked_s = time.monotonic()
        if self._served and (lost := strayed()):
            self.close()
            raise error(f"There is no {lost}.")

    def _arrived(self) -> Samples:
        began = time.monotonic()
        block = self._inbox.take(WAKING_S if self._waking else LOST_S)
        if block is None or not all(map(_active, self._streams)):
            raise DeviceLostError(f"No sound has come for {time.monotonic() - began:.0f} seconds.")
        self._waking = False
        return block

    def _input(self, sound: Any, microphone: Device) -> Any:
        """As we want it, else at the device's own rate, else with its channels too. Raises PortAudioError."""
        ways = ((RATE, 1), (microphone.rate, 1), (microphone.rate, min(2, microphone.inputs)))
        for rate, channels in ways[:-1]:
            try:
                return self._input_at(sound, microphone, rate, channels)
            except sound.PortAudioError:
                continue
        return self._input_at(sound, microphone, *ways[-1])

    def _input_at(self, sound: Any, microphone: Device, rate: int, channels: int) -> Any:
        size = round(BLOCK * rate / RATE)
        inbox = self._inbox = _Inbox(size)
        self._converter = AtOurRate(rate)

        def hear(heard: Any, _frames: int, _time: Any, _status: Any) -> None:
            inbox.put(heard[:, 0])

        return sound.InputStream(
            samplerate=rate,
            blocksize=size,
            device=microphone.number,
            channels=channels,
            dtype="float32",
            latency=LATENCY_S,
            callback=hear,
        )


class PortAudioSpeaker:
    """A speaker alone, where nothing is to be heard of a microphone, nor one needed. An empty name is as above."""

    def __init__(self, name: str = "") -> None:
        self._name = name
        self._stream: Any = None

    def open(self, playback: Playback) -> None:
        """Begin to play what is put into `playback`. Raises NoAudioError."""
        sound = port_audio()
        with OPEN.guard:
            speaker = Devices.look().speaker(self._name)
            OPEN.hold(self)
            try:
                self._stream = _output(sound, speaker, playback)
                playback.tune(round(self._stream.samplerate), self._stream.latency)
                self._stream.start()
            except BaseException as error:
                self.close()
                if isinstance(error, sound.PortAudioError):
                    raise NoAudioError("The speaker cannot be opened.") from error
                raise

    def close(self) -> None:
        """End the stream. Idempotent."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close(ignore_errors=True)
        OPEN.let_go(self)


def _output(sound: Any, speaker: Device, playback: Playback) -> Any:
    """A stream to `speaker` that is not started yet. Raises PortAudioError."""

    def play(out: Any, _frames: int, _time: Any, _status: Any) -> None:
        playback.fill(out[:, 0])
        out[:, 1:] = out[:, :1]

    return sound.OutputStream(
        samplerate=speaker.rate,
        device=speaker.number,
        channels=min(2, speaker.outputs),
        dtype="float32",
        latency=LATENCY_S,
        callback=play,
    )


def _active(stream: Any) -> bool:
    """Whether it still runs; a stream that PortAudio no longer knows does not."""
    try:
        return bool(stream.active)
    except port_audio().PortAudioError:
        return False
