"""What was lately taken for the companion's name, and what was not: in memory alone, gone with the program."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale, QTime
from PySide6.QtWidgets import QWidget

from ui.observable import Signal
from ui.settings.choosing.model import Chosen
from ui.widgets.words import Words

translate = QCoreApplication.translate
KEPT: Final = 20
CALLED, NOT_CALLED = "called", "not called"
WHEN_CALLED = "when called"


@dataclass(frozen=True, slots=True)
class LatelyHeard:
    """A sound that may have been a call, and what became of it: `called`, or why it was not answered.

    `heard` is what was held against the name, and `likeness` (0–1) how like it is; empty where it did not come to that.
    """

    at: datetime
    outcome: str
    heard: str = ""
    likeness: float = 0.0


@dataclass
class CallLog:
    """The last of them. No Qt."""

    now: Callable[[], datetime] = datetime.now
    entries: deque[LatelyHeard] = field(default_factory=lambda: deque(maxlen=KEPT))
    changed: Signal[[]] = field(default_factory=Signal)

    def add(self, outcome: str, heard: str = "", likeness: float = 0.0) -> None:
        """Keep what was just heard."""
        self.entries.append(LatelyHeard(self.now(), outcome, heard, likeness))
        self.changed.emit()


class CallsRow(Words):
    """Draws `CallLog`, the latest first; hidden where it waits for no name and there is none."""

    def __init__(self, log: CallLog, chosen: Chosen, parent: QWidget | None = None) -> None:
        super().__init__(parent, kind="muted", selectable=True)
        self._log, self._chosen = log, chosen
        chosen.changed.connect(self._show)
        self.destroyed.connect(log.changed.connect(self._show))
        self._show()

    def _show(self) -> None:
        self.setVisible(bool(self._log.entries) or self._chosen.value("listening") == WHEN_CALLED)
        lines = [entry_words(one) for one in reversed(self._log.entries)]
        told = translate(
            "Calls",
            "While it waits for its name, what it took for a call and what not shows here. Nothing is kept on disk.",
        )
        self.setText("\n".join([told, *lines]))


def entry_words(entry: LatelyHeard) -> str:
    """A line: when it was, what was heard, and what became of it."""
    at = QLocale().toString(QTime(entry.at.hour, entry.at.minute), QLocale.FormatType.ShortFormat)
    if not entry.heard:
        return f"{at}  {_reason(entry.outcome)}"
    alike = translate("Calls", "“{heard}”, {share}% like its name").format(
        heard=entry.heard, share=round(100 * entry.likeness)
    )
    became = translate("Calls", "came") if entry.outcome == CALLED else translate("Calls", "did not come")
    return f"{at}  {alike}: {became}"


def _reason(outcome: str) -> str:
    return {
        "short": translate("Calls", "a sound too short for words"),
        "silent": translate("Calls", "a sound without words"),
        "invented": translate("Calls", "a sound without words"),
        "repeated": translate("Calls", "a sound without words"),
        "echo": translate("Calls", "its own voice"),
    }.get(outcome, translate("Calls", "words that it did not understand"))
