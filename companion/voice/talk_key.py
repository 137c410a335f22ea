"""The key that is held to talk while another window is in front: which it is, and who watches it on this desktop.

On X11 the key is grabbed (`x11_key.py`); under Wayland a program asks the desktop's portal (`portal_key.py`). Nothing
else that is typed is seen in either way.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.runtime import Threads
from engine.errors import CompanionError, InvalidInputError

MODIFIERS = ("Ctrl", "Alt", "Shift", "Super")
KEYS = {"Space": "space", "Pause": "Pause", "ScrollLock": "Scroll_Lock"} | {
    f"F{number}": f"F{number}" for number in range(1, 25)
}
"""Names of keys as they are chosen, with those of X."""


class KeyUnavailableError(CompanionError):
    """The key to talk cannot be had here; the button at the composer stays."""

    remedy = "Hold the button beside the composer, or let it listen hands free."


@dataclass(frozen=True, slots=True)
class Combination:
    """A key, and the modifiers that are held with it."""

    modifiers: tuple[str, ...]
    key: str

    @classmethod
    def parse(cls, words: str) -> "Combination":
        """Of words such as `Ctrl+Alt+Space`. Raises InvalidInputError."""
        *modifiers, key = words.split("+")
        if key not in KEYS or any(one not in MODIFIERS for one in modifiers):
            raise InvalidInputError("talk_key", "is no key that can be held", "Try: Ctrl+Alt+Space")
        return cls(tuple(one for one in MODIFIERS if one in modifiers), key)

    @property
    def keysym(self) -> str:
        """The key's name in X."""
        return KEYS[self.key]

    def __str__(self) -> str:
        return "+".join((*self.modifiers, self.key))


class TalkKey(Protocol):
    """A key that is watched. `watch` belongs to a thread of its own, `close` may be called from any."""

    def watch(self, told: Callable[[bool], None], ready: Callable[[], None]) -> None:
        """Call `ready` once it is watched, and `told` each time it is held or let go, until `close`.

        Raises KeyUnavailableError.
        """

    def close(self) -> None:
        """Give the key back. Idempotent."""


def talk_key_of(words: str) -> TalkKey | None:
    """Who watches the key of that name on this desktop; None for no name.

    Raises InvalidInputError, KeyUnavailableError.
    """
    if not words:
        return None
    combination = Combination.parse(words)
    if not sys.platform.startswith("linux"):
        raise KeyUnavailableError("On this system no key is heard while another window is in front.")
    if os.environ.get("WAYLAND_DISPLAY"):
        from companion.voice.portal_key import PortalKey  # noqa: PLC0415 - only where such a desktop is

        return PortalKey(combination)
    if os.environ.get("DISPLAY"):
        from companion.voice.x11_key import X11Key  # noqa: PLC0415 - as above

        return X11Key(combination)
    raise KeyUnavailableError("Without a desktop there is no key to hold.")


class KeyWatch:
    """The key that was chosen, watched on a thread of its own until another is chosen, or `close`.

    On that thread `held` hears whether it is held, and `told` that it is watched, or why it is not.
    """

    def __init__(
        self,
        threads: Threads,
        held: Callable[[bool], None],
        told: Callable[[str, CompanionError | None], None],
    ) -> None:
        self._threads, self._held, self._told = threads, held, told
        self._name = ""
        self._key: TalkKey | None = None

    def choose(self, name: str) -> None:
        """Watch this key from now on, "" for none; one that could not be watched is tried again."""
        if name == self._name and (self._key is not None or not name):
            return
        self.close()
        self._name = name
        try:
            key = self._key = talk_key_of(name)
        except CompanionError as error:
            self._told(name, error)
            return
        if key is None:
            self._told("", None)
        else:
            self._threads.start("talk key", lambda: self._follow(name, key))

    def close(self) -> None:
        """Give the key back; whoever made the threads waits for them. Idempotent."""
        key, self._key, self._name = self._key, None, ""
        if key is not None:
            key.close()

    def _follow(self, name: str, key: TalkKey) -> None:
        """A key that is not watched any more is not held any more."""
        now = False

        def hear(held: bool) -> None:
            nonlocal now
            now = held
            self._held(held)

        try:
            key.watch(hear, lambda: self._told(name, None))
        except KeyUnavailableError as error:
            if self._key is key:
                self._key = None
            self._told(name, error)
        finally:
            if now:
                self._held(False)  # noqa: FBT003 - as a key tells it
