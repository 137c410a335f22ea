"""`companion autostart`: whether the companion starts with the desktop's session. Off until somebody switches it on."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from companion.cli.invocation import call_of, print_json, warn
from engine.errors import CompanionError

RESERVED: Final = '"`$\\'
"""What an entry's Exec line sets a stroke before, inside quotes."""


class AutostartError(CompanionError):
    """The session cannot be told."""

    remedy = "Use what your system offers for it: the list of programs that start when you sign in."


class Wish(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


def autostart(
    context: typer.Context,
    wish: Annotated[Wish | None, typer.Argument(help="Without it, says how it stands.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")] = False,
) -> None:
    """Start with the desktop's session, or no longer. Thinking at night without a window is `companion night`."""
    call = call_of(context, as_json=as_json)
    if sys.platform != "linux":
        raise AutostartError("Only a Linux desktop is told of this by the companion.")
    path = entry_path()
    if wish is not None:
        _write(path, _entry(call.home_path) if wish is Wish.ON else "")
    starts = path.exists()
    if call.as_json:
        print_json({"autostart": starts, "entry": str(path)})
    else:
        warn("It starts with your session." if starts else "It does not start with your session.")


def entry_path() -> Path:
    """Where a session of this person looks for what it starts."""
    return (
        Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "autostart" / "companion.desktop"
    )


def _entry(home: Path | None) -> str:
    words = [sys.executable, *([] if getattr(sys, "frozen", False) else ["-m", "companion"])]
    words += [] if home is None else ["--home", str(home.absolute())]
    command = " ".join(map(_quoted, words))
    return f"[Desktop Entry]\nType=Application\nName=Companion\nIcon=companion\nExec={command}\n"


def _quoted(word: str) -> str:
    """A word of an Exec line; a percent sign would be read as a field."""
    escaped = "".join(f"\\{sign}" if sign in RESERVED else sign for sign in word).replace("%", "%%")
    # The entry itself reads strokes too, before its Exec line is taken apart.
    return '"' + escaped.replace("\\", "\\\\") + '"'


def _write(path: Path, text: str) -> None:
    try:
        if not text:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise AutostartError(f"{path} cannot be written ({error.strerror}).") from None
