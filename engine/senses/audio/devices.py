"""Which microphones and speakers there are, by name: numbers change when something is plugged in."""

import threading
from dataclasses import dataclass
from typing import Any, Final

from engine.senses.errors import NoAudioError

PREFERRED: Final = ("pulse", "pipewire")
"""Servers that convert rates and share a device; taken where the person chose none."""

SERVERS: Final = (*PREFERRED, "default")
"""Names behind which a server may stand that moves a stream from one device to another."""


class OpenStreams:
    """Who in this process has streams of PortAudio open. Callable from any thread.

    PortAudio lists devices once, when it begins, and ends every stream of the process when it is made to begin anew:
    whoever looks or opens holds `guard` meanwhile.
    """

    def __init__(self) -> None:
        self.guard = threading.RLock()
        self._holders: set[object] = set()

    def __bool__(self) -> bool:
        return bool(self._holders)

    def hold(self, holder: object) -> None:
        with self.guard:
            self._holders.add(holder)

    def let_go(self, holder: object) -> None:
        with self.guard:
            self._holders.discard(holder)


OPEN: Final = OpenStreams()


@dataclass(frozen=True, slots=True)
class Device:
    """A device as PortAudio names it; `number` holds until devices are looked for again."""

    number: int
    name: str
    inputs: int
    outputs: int
    rate: int


@dataclass(frozen=True, slots=True)
class Devices:
    """What is there now; the defaults are the system's."""

    all: tuple[Device, ...]
    default_input: str = ""
    default_output: str = ""

    @classmethod
    def look(cls) -> "Devices":
        """Look anew; while a stream of this process is open, what was there when it was opened.

        Raises NoAudioError where there is no audio system.
        """
        sound = port_audio()
        try:
            with OPEN.guard:
                if not OPEN:
                    sound._terminate()  # noqa: SLF001 - no public way to look anew (python-sounddevice#3)
                    sound._initialize()  # noqa: SLF001
                rows = sound.query_devices()
                found = tuple(_device(number, row) for number, row in enumerate(rows))
                numbers = tuple(sound.default.device)
        except sound.PortAudioError as error:
            raise NoAudioError("The audio system does not answer.") from error
        names = {one.number: one.name for one in found}
        return cls(found, names.get(numbers[0], ""), names.get(numbers[1], ""))

    def microphone(self, wish: str = "") -> Device:
        """The microphone called `wish`, else the default, else any. Raises NoAudioError."""
        return self._pick([one for one in self.all if one.inputs], wish, self.default_input, "microphone")

    def speaker(self, wish: str = "") -> Device:
        return self._pick([one for one in self.all if one.outputs], wish, self.default_output, "speaker")

    @staticmethod
    def _pick(fitting: list[Device], wish: str, default: str, what: str) -> Device:
        for name in (wish, *PREFERRED, default):
            found = next((one for one in fitting if name and one.name == name), None)
            if found is not None:
                return found
        if not fitting:
            raise NoAudioError(f"There is no {what}.")
        return fitting[0]


def port_audio() -> Any:
    """The library. Raises NoAudioError where it is not on this system."""
    try:
        import sounddevice  # noqa: PLC0415 - loads PortAudio, which opens every audio system
    except OSError as error:
        raise NoAudioError(
            "The audio library PortAudio is missing.", "On Debian: sudo apt-get install libportaudio2"
        ) from error
    return sounddevice


def _device(number: int, row: Any) -> Device:
    return Device(
        number,
        str(row["name"]),
        int(row["max_input_channels"]),
        int(row["max_output_channels"]),
        round(row["default_samplerate"]),
    )
