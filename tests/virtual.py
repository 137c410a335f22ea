"""A screen and a session bus that nobody looks at, as environments for real programs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Environment = dict[str, str]
GRAB = (
    "import sys; from PySide6.QtGui import QGuiApplication; app = QGuiApplication([]); "
    "sys.exit(not app.primaryScreen().grabWindow(0).save(sys.argv[1]))"
)


def take_picture(environment: Environment, path: Path) -> None:
    """Save what the virtual screen shows now, with all that is on it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-c", GRAB, str(path)], env=environment, timeout=60, check=True)


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
