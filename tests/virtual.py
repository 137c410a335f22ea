"""A screen and a session bus that nobody looks at, as environments for real programs."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

Environment = dict[str, str]


@contextmanager
def virtual_screen(size: str = "1200x840x24") -> Iterator[Environment]:
    """The environment of a virtual screen of its own, without a session bus."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    try:
        with os.fdopen(reads) as answer:
            number = answer.readline().strip()
        yield {
            **os.environ,
            "DISPLAY": f":{number}",
            "QT_QPA_PLATFORM": "xcb",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
    finally:
        server.terminate()
        server.wait()


@contextmanager
def session_bus(environment: Environment) -> Iterator[Environment]:
    """The same environment with a session bus of its own."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert bus.stdout is not None
        yield {**environment, "DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
    finally:
        bus.terminate()
        bus.communicate()
