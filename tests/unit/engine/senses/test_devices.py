"""Devices through PortAudio: looking for them beside an open stream, a microphone with a rate of its own, and one that
vanishes. PortAudio itself is played by `Hardware`.
"""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.senses import (
    DeviceLostError,
    Devices,
    NoAudioError,
    Playback,
    PortAudioLink,
    PortAudioSpeaker,
    Samples,
    Sound,
)
from engine.senses.audio import devices, portaudio
from engine.senses.audio.sound import BLOCK, BLOCK_S, RATE


class PortAudioError(Exception):
    """As PortAudio raises it."""


class Hardware:
    """Plays the module `sounddevice`: one card with `channels` inputs that takes `rate` Hz alone."""

    PortAudioError = PortAudioError

    def __init__(self, rate: int, channels: int) -> None:
        self.rate, self.channels = rate, channels
        self.begun = 0
        self.gone = False
        self.default = SimpleNamespace(device=(0, 0))
        self.hear: Callable[[Any, int, None, None], None] = lambda *_: None
        self.blocksize = 0
        self.names = ["card"]
        self.opened = ""
        self.inputs = 2
        self.play: Callable[[Any, int, None, None], None] = lambda *_: None

    def _terminate(self) -> None:
        self.gone = self.begun > 0

    def _initialize(self) -> None:
        self.begun += 1
        self.gone = False

    def query_devices(self) -> list[dict[str, Any]]:
        card = {
            "max_input_channels": self.inputs,
            "max_output_channels": 2,
            "default_samplerate": float(self.rate),
        }
        return [card | {"name": name} for name in self.names]

    def OutputStream(self, **asked: Any) -> "Stream":  # noqa: N802 - as it is called there
        self.play = asked["callback"]
        return Stream(self, asked)

    def InputStream(self, **asked: Any) -> "Stream":  # noqa: N802 - as it is called there
        if asked["samplerate"] != self.rate or asked["channels"] < self.channels:
            raise PortAudioError("Invalid sample rate")
        self.hear, self.blocksize = asked["callback"], asked["blocksize"]
        self.opened = self.names[asked["device"]]
        return Stream(self, asked)

    def give(self, samples: Samples) -> None:
        """The microphone hears this."""
        for at in range(0, len(samples) - self.blocksize + 1, self.blocksize):
            block = samples[at : at + self.blocksize]
            self.hear(np.stack([block] * self.channels, axis=1), self.blocksize, None, None)


class Stream:
    """A stream of `Hardware`, which no longer knows it once it was made to begin anew."""

    def __init__(self, hardware: Hardware, asked: dict[str, Any]) -> None:
        self._hardware = hardware
        self.samplerate, self.latency = asked["samplerate"], 0.05

    @property
    def active(self) -> bool:
        if self._hardware.gone:
            raise PortAudioError("PortAudio not initialized")
        return True

    def start(self) -> None:
        """It runs from the beginning."""

    def close(self, *, ignore_errors: bool) -> None:
        """Nothing to let go."""


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int, int], Hardware]]:
    def put(rate: int, channels: int = 1) -> Hardware:
        made = Hardware(rate, channels)
        monkeypatch.setattr(devices, "port_audio", lambda: made)
        monkeypatch.setattr(portaudio, "port_audio", lambda: made)
        return made

    yield put
    assert not devices.OPEN


def test_looking_for_devices_leaves_an_open_talk_alone(plug: Callable[[int], Hardware]) -> None:
    hardware, link = plug(RATE), PortAudioLink()
    link.open(Playback(RATE))
    assert [one.name for one in Devices.look().all] == ["card"]
    assert hardware.begun == 1
    hardware.give(np.ones(BLOCK, dtype=np.float32))
    assert link.read(hurry=False) is not None
    link.close()
    Devices.look()
    assert hardware.begun == 2


def test_a_stream_that_portaudio_no_longer_knows_is_a_lost_device(plug: Callable[[int], Hardware]) -> None:
    hardware, link = plug(RATE), PortAudioLink()
    link.open(Playback(RATE))
    hardware.give(np.ones(BLOCK, dtype=np.float32))
    hardware.gone = True
    with pytest.raises(DeviceLostError) as lost:
        link.read(hurry=False)
    assert lost.value.remedy
    link.close()


@pytest.mark.parametrize(("rate", "channels"), [(44_100, 1), (48_000, 2)])
def test_a_microphone_with_a_rate_of_its_own_is_heard_at_ours(
    plug: Callable[[int, int], Hardware], rate: int, channels: int
) -> None:
    hardware, link = plug(rate, channels), PortAudioLink()
    link.open(Playback(RATE))
    seconds = 1.5
    times = np.arange(round(rate * seconds)) / rate
    hardware.give(np.sin(2 * np.pi * 440 * times).astype(np.float32))
    blocks = []
    while len(blocks) * BLOCK_S < seconds - 0.2:
        block = link.read(hurry=False)
        assert block is not None
        assert len(block.samples) == BLOCK
        blocks.append(block.samples)
    link.close()
    heard = np.concatenate(blocks)[RATE // 4 :]
    spectrum = np.abs(np.fft.rfft(heard * np.hanning(len(heard))))
    assert abs(np.argmax(spectrum) * RATE / len(heard) - 440) < 2
    assert 0.65 < np.sqrt(np.mean(heard**2)) < 0.75


def test_a_chosen_device_that_is_not_here_is_told_and_used_once_it_is(
    plug: Callable[[int], Hardware],
) -> None:
    hardware, link = plug(RATE), PortAudioLink("headset", "card")
    replaced = link.open(Playback(RATE))
    assert hardware.opened == "card"
    assert replaced is not None
    assert replaced.message == "headset is not here: card is used."
    assert replaced.remedy
    hardware.names.append("headset")
    assert link.open(Playback(RATE)) is None
    assert hardware.opened == "headset"
    link.close()


def test_a_speaker_is_heard_where_there_is_no_microphone(plug: Callable[[int], Hardware]) -> None:
    hardware, playback = plug(RATE), Playback(RATE)
    hardware.inputs = 0
    with pytest.raises(NoAudioError):
        PortAudioLink().open(playback)
    speaker = PortAudioSpeaker()
    speaker.open(playback)
    playback.put(0, "", Sound(np.full(BLOCK, 0.5, dtype=np.float32)), 0)
    out = np.zeros((BLOCK, 2), dtype=np.float32)
    hardware.play(out, BLOCK, None, None)
    assert np.all(out == 0.5)
    speaker.close()
    speaker.close()


def test_whatever_keeps_a_stream_from_starting_nothing_stays_open(
    plug: Callable[[int], Hardware], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fixture sees to it that nobody holds PortAudio any more."""

    def broken(_: Stream) -> None:
        raise ValueError("not of PortAudio")

    closed: list[Stream] = []
    monkeypatch.setattr(Stream, "start", broken)
    monkeypatch.setattr(Stream, "close", lambda stream, **_: closed.append(stream))
    plug(RATE)
    with pytest.raises(ValueError, match="not of PortAudio"):
        PortAudioLink().open(Playback(RATE))
    assert len(closed) == 2


@pytest.mark.parametrize("blocks", [3, portaudio.WAITING - 1, portaudio.WAITING + 36])
def test_of_blocks_that_waited_too_long_the_last_are_heard_and_each_once(
    plug: Callable[[int], Hardware], blocks: int
) -> None:
    hardware, link = plug(RATE), PortAudioLink()
    link.open(Playback(RATE))
    hardware.give(np.repeat(np.arange(blocks, dtype=np.float32), BLOCK))
    heard = []
    for _ in range(min(blocks, portaudio.WAITING - 1)):
        block = link.read(hurry=False)
        assert block is not None
        heard.append(round(float(block.samples[0])))
    assert heard == list(range(blocks))[-len(heard) :]
    hardware.give(np.full(BLOCK, 1000.0, dtype=np.float32))
    block = link.read(hurry=False)
    assert block is not None
    assert block.samples[0] == 1000
    link.close()
