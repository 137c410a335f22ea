"""The nine steps, each with what it found and how long it took."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from engine.conversation.reconstruction.records import Context, StepReport
from ui.continuity.wording import found_words, search_words, step_title, time_words
from ui.theme import Gap, Theme
from ui.widgets.words import Words

BAR = 80
"""Pixels at 100% text that the longest bar takes at least."""


class TimeBar(QWidget):
    """A share of the longest time as a bar; the figure beside it says the same."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._share = theme, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float) -> None:
        """From 0 to 1."""
        self._share = share
        self.update()

    def sizeHint(self) -> QSize:
        space = self._theme.metrics.space
        return QSize(space(BAR), space(Gap.WIDE))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        height = self._theme.metrics.space(Gap.TIGHT)
        middle = (self.height() - height) / 2
        for token, share in (("wash", 1.0), ("accent", self._share)):
            width = max(share * self.width(), height if share else 0.0)
            painter.setBrush(QColor(getattr(self._theme.colours, token)))
            painter.drawRoundedRect(QRectF(0, middle, width, height), height / 2, height / 2)


class StepRow:
    """The widgets of one step in the grid."""

    def __init__(self, theme: Theme, grid: QGridLayout, number: int, parent: QWidget) -> None:
        self._title, self._found, self._ms = (QLabel(parent) for _ in range(3))
        self._detail = Words(parent)
        self._bar = TimeBar(theme, parent)
        self._found.setProperty("class", "muted")
        self._ms.setProperty("class", "muted")
        row, right = 2 * number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        grid.addWidget(self._title, row, 0)
        grid.addWidget(self._found, row, 1, right)
        grid.addWidget(self._bar, row, 2)
        grid.addWidget(self._ms, row, 3, right)
        grid.addWidget(self._detail, row + 1, 0, 1, 4)

    def show_step(self, step: StepReport, longest: float, found: str) -> None:
        """`longest` is the longest of the nine, in milliseconds."""
        self._title.setText(f"{step.number}  {step_title(step.name)}")
        self._found.setText(found)
        self._ms.setText(time_words(step.ms))
        self._bar.set_share(step.ms / longest if longest else 0.0)
        self._detail.setText(step.fault)
        self._detail.setProperty("class", "fault" if step.fault else "muted")
        self._detail.style().unpolish(self._detail)
        self._detail.style().polish(self._detail)
        self._detail.setVisible(bool(step.fault))

    @property
    def words(self) -> str:
        return " · ".join(label.text() for label in (self._title, self._found, self._ms, self._detail))


class StepsCard(QScrollArea):
    """Nine rows and what the model looked for, filled by `show_context`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Nine steps"))
        self._theme = theme
        body = QWidget(self)
        body.setObjectName("detailBody")
        card = QFrame(body)
        card.setObjectName("card")
        self._grid = QGridLayout(card)
        self._grid.setColumnStretch(2, 1)
        self._rows = [StepRow(theme, self._grid, number, card) for number in range(9)]
        self._searches = Words(card)
        self._searches.setProperty("class", "muted")
        self._grid.addWidget(self._searches, 2 * len(self._rows), 0, 1, 4)
        self._column = QVBoxLayout(body)
        self._column.addWidget(card)
        self._column.addStretch(1)
        self.setWidget(body)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def show_context(self, context: Context) -> None:
        longest = max((step.ms for step in context.steps), default=0.0)
        for row, step in zip(self._rows, context.steps, strict=False):
            row.show_step(step, longest, found_words(step.found))
        self._searches.setText("\n".join(map(search_words, context.searches)))
        self._searches.setVisible(bool(context.searches))
        self.setAccessibleDescription("\n".join(self.words))

    @property
    def words(self) -> list[str]:
        return [*(row.words for row in self._rows), *self._searches.text().splitlines()]

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._grid.setContentsMargins(*[space(Gap.WIDE)] * 4)
        self._grid.setHorizontalSpacing(space(Gap.INSET))
        self._grid.setVerticalSpacing(space(Gap.NEAR))
        self._column.setContentsMargins(0, 0, space(Gap.INSET), 0)
