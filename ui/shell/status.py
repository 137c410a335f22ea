"""The strip at the foot: how vault and model are, in words, with the next step where one is needed."""

from PySide6.QtCore import QCoreApplication, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from engine.conversation.records import Part, PartState
from ui.remedies import in_window
from ui.shell.mind import Mind
from ui.theme import Gap, Theme

translate = QCoreApplication.translate

TONES = {
    PartState.READY: "good",
    PartState.LOADING: "warn",
    PartState.MISSING: "warn",
    PartState.LOCKED: "warn",
    PartState.FAILED: "bad",
}

KEPT = "Encrypted"
"""How the vault says that it keeps what is said."""


class Dot(QWidget):
    """A small disc in a token's colour; the words beside it say the same, so it is no one's only sign."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._tone = theme, "muted"
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_tone(self, tone: str) -> None:
        self._tone = tone
        self.update()

    def sizeHint(self) -> QSize:
        side = self._theme.metrics.space(Gap.CLEAR)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(self._theme.colours, self._tone)))
        radius = self._theme.metrics.space(Gap.NEAR) / 2
        painter.drawEllipse(QPointF(self.width() / 2, self.height() / 2), radius, radius)


class StatusStrip(QFrame):
    """One line; pressing it opens the place that tells all."""

    details_wanted = Signal()

    def __init__(self, mind: Mind, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self._mind, self._theme = mind, theme
        self._dot = Dot(theme, self)
        self._button = QPushButton(self)
        self._button.setFlat(True)
        self._button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._button.setToolTip(self.tr("Show the state of every part"))
        self._button.clicked.connect(self.details_wanted)
        row = self._row = QHBoxLayout(self)
        row.addWidget(self._dot)
        row.addWidget(self._button, 1)
        mind.changed.connect(self._show)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def take(self, sign: QWidget) -> None:
        """Show `sign` at the end of the line, whenever it is visible."""
        self._row.addWidget(sign)

    def _show(self) -> None:
        tone, words = self._summary()
        self._dot.set_tone(tone)
        width = self._button.width() - self._theme.metrics.space(Gap.OPEN)
        fitted = self._button.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, max(80, width))
        self._button.setText(fitted)
        self._button.setAccessibleName(words)

    def _summary(self) -> tuple[str, str]:
        mind = self._mind
        if mind.fault is not None:
            return "bad", joined(mind.fault.message, mind.fault.remedy)
        if mind.opening:
            return "warn", self.tr("Opening the vault… You can write already.")
        worst = mind.worst
        if worst is not None:
            return TONES[worst.state], part_words(worst)
        return "good", well_words(mind)

    def resizeEvent(self, event: object) -> None:
        self._show()

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._row.setContentsMargins(space(Gap.INSET), space(Gap.TINY), space(Gap.NEAR), space(Gap.TINY))
        self._row.setSpacing(space(Gap.HAIR))
        self._dot.setFixedSize(self._dot.sizeHint())
        self._show()


def well_words(mind: Mind) -> str:
    """That all is well, and what becomes of what is said."""
    vault = next((part for part in mind.parts if part.name == "vault"), None)
    if vault is not None and vault.label == KEPT:
        kept = translate("State", "what you say is kept encrypted, on this machine alone")
    else:
        kept = translate("State", "nothing of this is kept")
    return translate("State", "All is well: {kept}.").format(kept=kept)


def part_title(part: Part) -> str:
    """A part and its state: `What you told: encrypted`."""
    names = {
        "vault": translate("State", "What you told"),
        "language": translate("State", "Model"),
        "sentences": translate("State", "Remembering"),
    }
    return f"{names.get(part.name, part.name.capitalize())}: {_uncapitalised(part.label)}"


def part_progress(part: Part) -> str:
    """A part and its state, and how far it is where that is known: `Model: loading · 40%`."""
    if part.state is PartState.LOADING and part.progress is not None:
        return f"{part_title(part)} · {round(100 * part.progress)}%"
    return part_title(part)


def part_words(part: Part) -> str:
    """A part's state in one line, with its progress, or the reason and the remedy."""
    if part.state is PartState.LOADING and part.progress is not None:
        return part_progress(part)
    return joined(_plain_words(part) or part.detail or part_title(part), in_window(part.remedy))


def _plain_words(part: Part) -> str:
    """What it means for the person that a part is missing; the names of models stand in Settings."""
    if part.state is not PartState.MISSING:
        return ""
    return {
        "sentences": translate("State", "I find what you said by its words, not yet by its meaning."),
        "language": translate("State", "I keep what you tell me, but have no model yet to answer with."),
    }.get(part.name, "")


def joined(*sentences: str) -> str:
    """Sentences in one line; empty ones are left out."""
    return "  ".join(sentence for sentence in sentences if sentence)


def _uncapitalised(label: str) -> str:
    """`label` as it goes on after a colon; names and abbreviations keep their capitals."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label
