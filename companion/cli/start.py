"""`companion` without a command: the window, or what comes closest to it here."""

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.service import Service
    from companion.window import Opening, Views

WINDOW_FILE = "window.ini"


def start(call: Invocation, *, in_tray: bool = False, file: Path | None = None) -> int:
    """The window; without a display the terminal; with neither, a short exchange that shows what there is.

    The window shows what `file` holds.
    """
    if has_display():
        return open_window(call, first_run=not call.home().key_path.exists(), in_tray=in_tray, file=file)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from companion.cli.chat import chat  # noqa: PLC0415 - only where it is wanted

        return chat(call)
    from companion.cli.hello import hello  # noqa: PLC0415 - only where it is wanted

    return hello(call)


def has_display() -> bool:
    """Whether a window can be shown; an explicitly chosen Qt platform counts, whatever it is."""
    if sys.platform in {"win32", "darwin"}:
        return True
    if any(os.environ.get(name) for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return True
    return _x11_answers(os.environ.get("DISPLAY", ""))


def _x11_answers(display: str) -> bool:
    """Whether the X server of `display` is there; Qt ends the process where it is not.

    A server of another machine (`host:0`) is believed: nothing is asked over a network.
    """
    if not display.startswith(":"):
        return bool(display)
    path = f"/tmp/.X11-unix/X{display[1:].split('.', maxsplit=1)[0]}"  # noqa: S108 - where X11 has its sockets
    with socket.socket(socket.AF_UNIX) as line:
        return line.connect_ex(path) == 0 or line.connect_ex(f"\0{path}") == 0


def open_window(
    call: Invocation,
    *,
    first_run: bool,
    in_tray: bool = False,
    file: Path | None = None,
    on_shown: "Callable[[Views], None] | None" = None,
) -> int:
    """Show the window over the call's home until the person leaves; `on_shown` is told once it takes input.

    With `in_tray` it waits there until it is called. Where the home has its window already, that comes to the front.
    """
    from companion.logs import start_logging  # noqa: PLC0415 - the window's parts are heavy
    from companion.window import claim, run_window  # noqa: PLC0415

    home = call.home()
    start_logging(home.log_dir)
    first = claim(home.path, in_tray=in_tray, file=file)
    if first is None:
        return ExitCode.DONE

    def open_mind(opening: "Opening") -> "Service":
        from companion.window.unlocking import open_mind as unlocked  # noqa: PLC0415 - as above

        return unlocked(home, opening, call.passphrase)

    def end_others() -> None:
        from companion.host.lease import end_owner  # noqa: PLC0415 - only where it is wanted

        end_owner(home.lease_path)

    return run_window(
        open_mind,
        settings_file=home.path / WINDOW_FILE,
        on_locking=home.lock,
        end_others=end_others,
        locked=home.is_locked,
        first_run=first_run,
        in_tray=in_tray,
        on_shown=on_shown,
        first=first,
        file=file,
    )
