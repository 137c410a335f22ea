"""The key to talk on X11: grabbed, so that it comes here whichever window is in front, and no other key does."""

import os
import select
from collections.abc import Callable
from contextlib import closing
from itertools import combinations
from typing import Any, Final

from companion.voice.talk_key import Combination, KeyUnavailableError

LOCKS: Final = ("LockMask", "Mod2Mask")
"""Caps Lock and Num Lock: a grab holds for exactly the modifiers it names, so each of their states is grabbed."""

MASKS: Final = {"Ctrl": "ControlMask", "Alt": "Mod1Mask", "Shift": "ShiftMask", "Super": "Mod4Mask"}


class X11Key:
    """Implements `TalkKey` over a connection of its own to the X server."""

    def __init__(self, combination: Combination) -> None:
        self._combination = combination
        self._ending, self._end = os.pipe()
        self._closed = False

    def watch(self, told: Callable[[bool], None], ready: Callable[[], None]) -> None:
        from Xlib.error import ConnectionClosedError  # noqa: PLC0415 - heavy, and only X11 needs it

        try:
            with closing(_opened()) as display:  # with it the key is given back
                code = self._grab(display)
                ready()
                self._follow(display, code, told)
        except (ConnectionClosedError, OSError) as error:
            raise KeyUnavailableError("The desktop that watched the key is gone.") from error
        finally:
            os.close(self._ending)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            os.close(self._end)

    def _grab(self, display: Any) -> int:
        """Raises KeyUnavailableError where another program has it, or this keyboard has no such key."""
        from Xlib import XK, X  # noqa: PLC0415 - as above
        from Xlib.error import BadAccess, CatchError  # noqa: PLC0415

        code: int = display.keysym_to_keycode(XK.string_to_keysym(self._combination.keysym))
        if not code:
            raise KeyUnavailableError(f"This keyboard has no key {self._combination.key}.")
        taken = CatchError(BadAccess)
        wanted = sum(getattr(X, MASKS[one]) for one in self._combination.modifiers)
        locks = [getattr(X, name) for name in LOCKS]
        for count in range(len(locks) + 1):
            for some in combinations(locks, count):
                display.screen().root.grab_key(
                    code,
                    wanted | sum(some),
                    owner_events=False,
                    pointer_mode=X.GrabModeAsync,
                    keyboard_mode=X.GrabModeAsync,
                    onerror=taken,
                )
        display.sync()
        if taken.get_error():
            raise KeyUnavailableError(
                f"Another program has {self._combination}.", "Choose another key under Settings, Voice."
            )
        return code

    def _follow(self, display: Any, code: int, told: Callable[[bool], None]) -> None:
        from Xlib import X  # noqa: PLC0415 - as above

        held = False
        while True:
            while display.pending_events():
                event = display.next_event()
                if event.type not in {X.KeyPress, X.KeyRelease} or event.detail != code:
                    continue
                # A key that repeats is let go and pressed again for the program, and still down for the keyboard.
                down = event.type == X.KeyPress or _is_down(display, code)
                if down is not held:
                    held = down
                    told(held)
            readable, _, _ = select.select([display.fileno(), self._ending], [], [])
            if self._ending in readable:
                return


def _opened() -> Any:
    from Xlib.display import Display  # noqa: PLC0415 - as above
    from Xlib.error import DisplayError, XauthError  # noqa: PLC0415

    try:
        return Display()
    except (DisplayError, XauthError, OSError) as error:
        raise KeyUnavailableError("The desktop cannot be asked for a key.") from error


def _is_down(display: Any, code: int) -> bool:
    return bool(display.query_keymap()[code // 8] & 1 << code % 8)
