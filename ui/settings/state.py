"""The card that tells the state of every part, with what to do where something is missing."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.conversation.records import Part, PartState
from ui.remedies import in_window
from ui.shell.mind import Mind
from ui.shell.status import KEPT, TONES, Dot, part_title
from ui.theme import Gap, Theme
from ui.widgets.words import Words

translate = QCoreApplication.translate


class PartRow(QWidget):
    """One part: a dot, what it is, the detail, and the remedy."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dot = Dot(theme, self)
        self._label, self._detail, self._remedy = (
            Words(self, kind=kind, selectable=True) for kind in ("", "muted", "small")
        )
        self._column = words = QVBoxLayout()
        for label in (self._label, self._detail, self._remedy):
            words.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)

    def show_part(self, label: str, tone: str, detail: str, remedy: str) -> None:
        self._dot.set_tone(tone)
        self._column.setSpacing(self._theme.metrics.space(Gap.HAIR))
        line = QFontMetrics(self._theme.font(self._theme.metrics.body)).lineSpacing()
        self._dot.setFixedSize(self._dot.sizeHint().width(), line)
        for widget, words in ((self._label, label), (self._detail, detail), (self._remedy, remedy)):
            widget.setText(words)
            widget.setVisible(bool(words))


class StateCard(QFrame):
    """Rows for the parts of `mind`, kept and refilled rather than made anew."""

    def __init__(self, mind: Mind, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._mind, self._theme = mind, theme
        self._rows: list[PartRow] = []
        self._column = QVBoxLayout(self)
        space = theme.metrics.space
        self._column.setContentsMargins(*[space(Gap.WIDE)] * 4)
        self._column.setSpacing(space(Gap.CLEAR))
        mind.changed.connect(self._show)
        theme.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        entries = self._entries()
        while len(self._rows) < len(entries):
            row = PartRow(self._theme, self)
            self._rows.append(row)
            self._column.addWidget(row)
        for index, row in enumerate(self._rows):
            row.setVisible(index < len(entries))
            if index < len(entries):
                row.show_part(*entries[index])

    def _entries(self) -> list[tuple[str, str, str, str]]:
        """Label, tone, detail and remedy of each row."""
        mind = self._mind
        if mind.fault is not None:
            return [(mind.fault.message, "bad", "", mind.fault.remedy)]
        if mind.opening:
            return [(self.tr("Opening the vault…"), "warn", "", "")]
        return [
            (part_title(part), TONES[part.state], self._detail(part), in_window(part.remedy))
            for part in mind.parts
        ]

    def _detail(self, part: Part) -> str:
        """What the part says of itself, or what it is good for while all is well."""
        if part.state is PartState.LOADING and part.progress is not None:
            percent = self.tr("{percent}% loaded").format(percent=round(100 * part.progress))
            return f"{part.detail} · {percent}" if part.detail else percent
        return part.detail or (_good_for(part) if part.state is PartState.READY else "")


def _good_for(part: Part) -> str:
    if part.name == "vault" and part.label == KEPT:
        return translate("State", "All that you tell me is in one file, which only your key opens.")
    return {
        "sentences": translate("State", "I find what you told me by what it means, not only by its words."),
        "language": translate("State", "With it I write my answers."),
    }.get(part.name, "")
