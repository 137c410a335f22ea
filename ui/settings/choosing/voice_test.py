"""The view-model of trying out microphone, speaker and voice. No Qt."""

from enum import StrEnum

from ui.doors import Door, Fault
from ui.observable import Signal
from ui.settings.choosing import operations
from ui.settings.choosing.operations import Hardware, Heard


class Trial(StrEnum):
    """What is tried out; each is a request of the program."""

    MICROPHONE = "devices.listen"
    SPEAKER = "devices.sound"
    VOICE = "devices.speak"


class VoiceTest:
    """One thing at a time. `level` is how loud the microphone is, 0–1; `loudest` since the trial began."""

    def __init__(self, program: Door) -> None:
        self._program = program
        self.hardware: Hardware | None = None
        self.running: Trial | None = None
        self.level = self.loudest = 0.0
        self.fault: Fault | None = None
        self.changed: Signal[[]] = Signal()
        self.heard: Signal[[]] = Signal()  # the level alone

    def load(self) -> None:
        """Look for devices anew; not while one is open."""
        if self.running is None:
            operations.hardware(self._program, self._found, self._failed)

    def begin(self, trial: Trial, text: str = "") -> None:
        """Try it out; `text` is what the voice says."""
        if self.running is not None:
            return
        self.running, self.fault = trial, None
        self.level = self.loudest = 0.0
        asked = {"text": text} if trial is Trial.VOICE else {}
        operations.try_out(
            self._program, trial.value, asked, Heard(self._on_level, self._ended, self._failed)
        )
        self.changed.emit()

    def stop(self) -> None:
        """End what is tried out."""
        if self.running is not None:
            operations.stop(self._program, self.running.value, self._failed)

    def _found(self, hardware: Hardware) -> None:
        self.hardware = hardware
        self.changed.emit()

    def _on_level(self, level: float) -> None:
        self.level, self.loudest = level, max(level, self.loudest)
        self.heard.emit()

    def _ended(self) -> None:
        self.running = None
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.running, self.fault = None, fault
        self.changed.emit()
