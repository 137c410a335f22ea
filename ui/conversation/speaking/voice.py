"""The voice's view-model: whether it is on, what it is doing, and the words so far. No Qt."""

from enum import StrEnum
from typing import Protocol

from engine.senses.talking.states import TalkState, TalkStatus
from ui.observable import Signal

WITHOUT = frozenset({TalkState.OFF, TalkState.LOADING, TalkState.NO_MODEL, TalkState.NO_DEVICE})
"""States in which nothing can be heard."""


class Microphone(StrEnum):
    """Whether somebody may be heard."""

    CLOSED = "closed"
    OPEN = "open"
    MUTED = "muted"


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

    def hush(self) -> None:
        """Fall silent at once, and go on listening."""


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
        """Whether it is switched on; what has no model does not begin, and may be tried again."""
        return self.status.state not in {TalkState.OFF, TalkState.NO_MODEL}

    @property
    def microphone(self) -> Microphone:
        if self.status.state in WITHOUT:
            return Microphone.CLOSED
        return Microphone.MUTED if self.muted else Microphone.OPEN

    @property
    def answering(self) -> bool:
        """Whether something is being spoken, or made out to be."""
        return self.status.state in {TalkState.THINKING, TalkState.SPEAKING}

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

    def hush(self) -> None:
        """Stop what is being spoken, at once."""
        if self.door is not None and self.answering:
            self.door.hush()

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
