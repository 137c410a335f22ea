"""Files that the desktop hands to the program: macOS does by an event, others start it once more with a path."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent


class OpenedFiles(QObject):
    """Watches `app` for such files until `close`; each is kept until `serve` says who takes it."""

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__()
        self._app = app
        self._waiting: list[Path] = []
        self._taker: Callable[[Path], None] | None = None
        app.installEventFilter(self)

    def serve(self, taker: Callable[[Path], None] | None) -> None:
        """Hand what came, and what comes, to `taker`; with None it waits again, as while the vault is shut."""
        self._taker = taker
        while self._waiting and self._taker is not None:
            self._taker(self._waiting.pop(0))

    def take(self, path: Path) -> None:
        """A file is to be opened."""
        self._waiting.append(path)
        self.serve(self._taker)

    def close(self) -> None:
        self._app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().eventFilter(watched, event)
        self.take(Path(event.file()))
        return True
