"""The voice's view-model: whether it is on, what it is doing, and the words so far. No Qt."""

from typing import Protocol

from engine.senses.talking.states import TalkState, TalkStatus
from ui.observable import Signal


class VoiceDoor(Protocol):
    """Who runs the voice. Every call returns at once; what comes of it is told to the view-model."""

    def start(self) -> None:
        """Open the devices and listen."""

    def stop(self) -> None:
        """Fall silent and let the devices go."""

    def mute(self, *, muted: bool) -> None:
        """Close or open the microphone; the devices stay."""

    def hold(self, *, held: bool) -> None:
        """The button to talk is held, or let go."""


class Voice:
    """How the voice stands. Without a door there is none, and its buttons are not shown.

    `key` is held to talk from any window, where one was chosen and is watched; `key_missing` says why it is not.
    """

    def __init__(self) -> None:
        self.door: VoiceDoor | None = None
        self.status = TalkStatus(TalkState.OFF)
        self.muted = False
        self.partial = ""
        self.key, self.key_missing = "", ""
        self.changed: Signal[[]] = Signal()

    @property
    def there(self) -> bool:
        return self.door is not None

    @property
    def on(self) -> bool:
        return self.status.state is not TalkState.OFF

    def use(self, door: VoiceDoor) -> None:
        """Let `door` run the voice from now on."""
        self.door = door
        self.changed.emit()

    def switch(self) -> None:
        """Begin to listen, or stop doing so."""
        if self.door is None:
            return
        if self.on:
            self.door.stop()
        else:
            self.muted = False
            self.tell(TalkStatus(TalkState.LOADING))
            self.door.start()

    def switch_mute(self) -> None:
        """Close the microphone, or open it again; it stays visible."""
        if self.door is not None and self.on:
            self.muted = not self.muted
            self.door.mute(muted=self.muted)
            self.changed.emit()

    def hold(self, *, held: bool) -> None:
        """Talk for as long as the button is held."""
        if self.door is not None and self.on:
            self.door.hold(held=held)

    def tell(self, status: TalkStatus) -> None:
        """What the voice is doing now."""
        self.status = status
        if status.state is not TalkState.LISTENING:
            self.partial = ""
        self.changed.emit()

    def tell_key(self, key: str, missing: str) -> None:
        """Which key talks from any window; what keeps it from doing so, if anything."""
        self.key, self.key_missing = ("" if missing else key), missing
        self.changed.emit()

    def tell_partial(self, text: str) -> None:
        """What was understood so far of what is being said."""
        self.partial = text
        self.changed.emit()
