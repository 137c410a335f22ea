"""Keys of a terminal, each as it is pressed, without Enter; and none where there is no terminal to press them in."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

END_OF_INPUT: Final = "\x04"
"""What Ctrl-D gives, and what stands for a terminal that was closed."""

LOOK_S: Final = 0.05
"""Between two looks whether a key was pressed, where nothing tells of it."""


class Keys(Protocol):
    """Where keys are pressed. One thread reads them."""

    there: bool
    """Whether any ever comes."""

    def read(self, timeout_s: float) -> str:
        """The key that was pressed within that time; empty where none was."""


class NoKeys:
    """Implements `Keys` where input is a file or a pipe, or belongs to what runs in front."""

    there = False

    def read(self, timeout_s: float) -> str:
        time.sleep(timeout_s)
        return ""


@contextmanager
def pressed_keys() -> Iterator[Keys]:
    """Keys of the terminal for as long as the block lasts; what is typed is not shown meanwhile."""
    if not _in_front():
        yield NoKeys()
        return
    with _taken() as keys:
        yield keys


def _in_front() -> bool:
    """Whether keys come to us: who runs in the background may not even ask for them without being stopped."""
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        return False
    if sys.platform == "win32":
        return True
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except OSError:  # a terminal that is nobody's own: nothing runs in front of another there
        return True


if sys.platform == "win32":
    import msvcrt

    class _Console:
        """Implements `Keys` over the console of Windows."""

        there = True

        def read(self, timeout_s: float) -> str:
            end = time.monotonic() + timeout_s
            while not msvcrt.kbhit():
                if time.monotonic() >= end:
                    return ""
                time.sleep(LOOK_S)
            return msvcrt.getwch()

    @contextmanager
    def _taken() -> Iterator[Keys]:
        yield _Console()

else:
    import select
    import termios
    import tty

    class _Terminal:
        """Implements `Keys` over a terminal that gives each key at once."""

        there = True

        def __init__(self, descriptor: int) -> None:
            self._descriptor = descriptor

        def read(self, timeout_s: float) -> str:
            ready, _, _ = select.select([self._descriptor], [], [], timeout_s)
            if not ready:
                return ""
            try:
                pressed = os.read(self._descriptor, 1)
            except OSError:  # its window was closed
                return END_OF_INPUT
            return pressed.decode("utf-8", "ignore") if pressed else END_OF_INPUT

    @contextmanager
    def _taken() -> Iterator[Keys]:
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        tty.setcbreak(descriptor)
        try:
            yield _Terminal(descriptor)
        finally:
            with suppress(termios.error):  # its window was closed
                termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
