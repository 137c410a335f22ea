"""The last line of a terminal: how a talk stands, with the words so far, below all that is written."""

import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer

BEGIN_OF_LINE: Final = "\r\x1b[K"
"""Empties the line."""


class LastLine:
    """Stays the last one, on standard error, while other lines are written above it. Callable from any thread.

    Where nobody looks at a terminal it is not `kept`: each new standing is a line of its own, and words so far are
    not shown.
    """

    def __init__(self) -> None:
        self._guard = threading.RLock()
        self.kept = sys.stderr.isatty()
        self._standing, self._draft = "", ""

    def stand(self, words: str) -> None:
        """Show how it stands, until it stands otherwise; empty for nothing."""
        with self._guard:
            if words != self._standing:
                self._standing = words
                self._draw() if self.kept else self._write(f"{words}\n" if words else "")

    def draft(self, words: str) -> None:
        """Show the words so far; empty once they are whole, or nothing."""
        with self._guard:
            if self.kept and words != self._draft:
                self._draft = words
                self._draw()

    def above(self, words: str, *, err: bool = False) -> None:
        """Write a line that stays, on standard output, or on standard error."""
        with self._cleared():
            typer.echo(words, err=err)

    @contextmanager
    def _cleared(self) -> Iterator[None]:
        with self._guard:
            shown = self.kept and bool(self._standing or self._draft)
            if shown:
                self._write(BEGIN_OF_LINE)
            yield
            if shown:
                self._draw()

    def _draw(self) -> None:
        room = shutil.get_terminal_size().columns - 1
        self._write(f"{BEGIN_OF_LINE}{fitted(self._standing, self._draft, room)}")

    def _write(self, words: str) -> None:
        typer.echo(words, nl=False, err=True)


def fitted(standing: str, draft: str, room: int) -> str:
    """The line in `room` characters: of the standing its beginning stays, of the words so far their end."""
    if len(standing) > room:
        return f"{standing[: max(0, room - 1)]}…"
    before = f"{standing}  … " if standing else "… "
    left = room - len(before)
    return f"{before}{draft[-left:]}" if draft and left > 0 else standing
