"""The model's process: `python -m engine.language.child`.

It speaks frames over its standard input and output, which it moves to private descriptors at once: loading a
model swaps descriptors 1 and 2 process-wide, and nothing may reach a terminal from here. It ends when its
input closes.
"""

import os
import signal
import sys
from contextlib import suppress


def child_command() -> list[str]:
    """The command line that starts the child; a frozen bundle has a switch of its own instead of `-m`."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--model-child"]
    return [sys.executable, "-m", "engine.language.child"]


def child_environment() -> dict[str, str]:
    """The child's environment.

    No debugger on a native fault (its backtrace prints strings), one thread for numpy, and OpenMP threads that
    sleep at a barrier: spinning ones starve each other as soon as anything else is busy (0.5B beside a load of
    eight: 24 tokens a second instead of 2).
    """
    return {
        **os.environ,
        "GGML_NO_BACKTRACE": "1",
        "OMP_WAIT_POLICY": "passive",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONUNBUFFERED": "1",
    }


def main() -> None:
    """Serve the application until it closes the pipe."""
    source, sink = _private_pipes()
    _die_with_parent()
    _leave_no_core()
    from engine.language.native.server import Server  # noqa: PLC0415 - loads llama.cpp, which the parent must not

    Server(source, sink).serve()
    # Threads may be deep in native code, and there is nothing to save.
    os._exit(0)


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


if __name__ == "__main__":
    main()
