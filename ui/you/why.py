"""Why a fact is believed, as it is shown: the moments it rests on, and what stood before it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from engine.person.records import Fact
from ui.conversation.wording import full_date
from ui.facts import Reasons, SourceStep
from ui.facts.wording import source_words, span_words
from ui.theme import Theme


class WhyCard(QFrame):
    """Filled by `show_reasons`; hidden until then."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._theme = theme
        self._labels: list[QLabel] = []
        self._column = QVBoxLayout(self)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    def show_reasons(self, reasons: Reasons | None) -> None:
        for label in self._labels:
            self._column.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._labels = []
        self.setVisible(reasons is not None)
        if reasons is not None:
            self._fill(reasons)
        self.setAccessibleName(self.tr("Why"))
        self.setAccessibleDescription("\n".join(label.text() for label in self._labels))

    @property
    def words(self) -> list[str]:
        return [label.text() for label in self._labels]

    def _fill(self, reasons: Reasons) -> None:
        self._add(self.tr("Where it comes from"), "strong")
        for step in reasons.steps:
            self._add_step(step)
        if not reasons.steps:
            self._add(self.tr("No moment of the trail is kept for it."), "muted")
        if reasons.earlier:
            self._add(self.tr("Before that"), "strong")
        for fact in reasons.earlier:
            self._add_earlier(fact)

    def _add_step(self, step: SourceStep) -> None:
        self._add(step.text, "").setObjectName("quote")
        words = [step.speaker, full_date(step.at)]
        if step.withdrawn:
            words.append(self.tr("taken back since"))
        self._add(" · ".join(words), "muted")

    def _add_earlier(self, fact: Fact) -> None:
        self._add(fact.text, "").setObjectName("quote")
        self._add(f"{source_words(fact)} · {span_words(fact)}", "muted")

    def _add(self, words: str, kind: str) -> QLabel:
        label = QLabel(words, self)
        label.setProperty("class", kind)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._labels.append(label)
        self._column.addWidget(label)
        return label

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(*[space(14)] * 4)
        self._column.setSpacing(space(6))
