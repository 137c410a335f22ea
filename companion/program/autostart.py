"""Starting with the person's session: a desktop entry that the desktop reads, and nothing else.

Only desktops of the freedesktop.org kind have such a place; elsewhere it cannot be chosen here.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.frozen import executable
from companion.home import Home
from engine.errors import CompanionError

NAME = "companion.desktop"
_ESCAPED = frozenset('"`$\\')
ENTRY = """\
[Desktop Entry]
Type=Application
Name=Companion
Comment=Starts in the tray
Exec={command}
Icon=companion
Terminal=false
X-GNOME-Autostart-enabled=true
"""


class AutostartError(CompanionError):
    """The session cannot be told."""

    remedy = "Use what your system offers for it: the list of programs that start when you sign in."


class Autostart:
    """The entry that starts the companion of `home`; `environ` says where the desktop looks for it."""

    def __init__(self, home: Path, environ: Mapping[str, str] = os.environ) -> None:
        config = environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        self._home, self.file = home, Path(config) / "autostart" / NAME
        self._environ = environ

    @property
    def possible(self) -> bool:
        return sys.platform.startswith("linux")

    @property
    def chosen(self) -> bool:
        """Whether it starts with the session, this home and no other."""
        try:
            return self._command() in self.file.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return False

    def choose(self, *, on: bool) -> None:
        """Start with the session from now on, or no more. Raises AutostartError."""
        if not self.possible:
            raise AutostartError("Only a Linux desktop is told of this by the companion.")
        try:
            self._write(on=on)
        except OSError as error:
            raise AutostartError(f"{self.file} cannot be written ({error.strerror}).") from None

    def _write(self, *, on: bool) -> None:
        if not on:
            self.file.unlink(missing_ok=True)
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        draft = self.file.with_suffix(".new")
        draft.write_text(ENTRY.format(command=self._command()), "utf-8")
        draft.replace(self.file)

    def _command(self) -> str:
        words = [executable(self._environ), "-m", "companion", "--in-tray"]
        if self._home != Home().path:
            words += ["--home", str(self._home)]
        return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    """An argument as a desktop entry has it: in double quotes, where `%` begins a field of its own."""
    inside = "".join(f"\\{sign}" if sign in _ESCAPED else sign for sign in word).replace("%", "%%")
    # The value of a key is unescaped once more before it is split.
    return f'"{inside}"'.replace("\\", "\\\\")
