"""What every child does first, before it imports anything large."""

import os
import signal
import sys
from contextlib import suppress


def enter_child() -> tuple[int, int]:
    """Make this process a child of the application; returns its private input and output descriptors.

    Frames go over the former standard input and output, which are moved away at once: libraries print and
    swap descriptors as they like, and nothing may reach a terminal from here.
    """
    pipes = _private_pipes()
    _die_with_parent()
    _leave_no_core()
    return pipes


def _private_pipes() -> tuple[int, int]:
    source, sink = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - exists on Windows only

        for descriptor in (source, sink):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return source, sink


def _die_with_parent() -> None:
    """Ctrl-C in a terminal is the application's to handle; its death is ours, also when the pipe is
    inherited.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - only where it is used, to start fast

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def _leave_no_core() -> None:
    """A core dump would hold what was said."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - exists on Unix only

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
