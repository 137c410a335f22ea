"""Starting with the person's session: a desktop entry that the desktop reads, and nothing else.

Only desktops of the freedesktop.org kind have such a place; elsewhere it cannot be chosen here.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.home import Home

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


class Autostart:
    """The entry that starts the companion of `home`; `environ` says where the desktop looks for it."""

    def __init__(self, home: Path, environ: Mapping[str, str] = os.environ) -> None:
        config = environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        self._home, self._file = home, Path(config) / "autostart" / NAME

    @property
    def possible(self) -> bool:
        return sys.platform.startswith("linux")

    @property
    def chosen(self) -> bool:
        """Whether it starts with the session, this home and no other."""
        try:
            return self._command() in self._file.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return False

    def choose(self, *, on: bool) -> None:
        """Start with the session from now on, or no more."""
        if not on:
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_suffix(".new")
        draft.write_text(ENTRY.format(command=self._command()), "utf-8")
        draft.replace(self._file)

    def _command(self) -> str:
        words = [sys.executable, "-m", "companion", "--in-tray"]
        if self._home != Home().path:
            words += ["--home", str(self._home)]
        return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    """An argument as a desktop entry has it: in double quotes, where `%` begins a field of its own."""
    inside = "".join(f"\\{sign}" if sign in _ESCAPED else sign for sign in word).replace("%", "%%")
    # The value of a key is unescaped once more before it is split.
    return f'"{inside}"'.replace("\\", "\\\\")
