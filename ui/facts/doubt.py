"""Both sides of a doubt, side by side under the question, each with a way to let it stand."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from engine.person.records import Answer, Fact, Question, QuestionReason
from ui.facts.wording import source_words, span_words
from ui.frame.card import Card
from ui.frame.letters import tip_with
from ui.theme import Gap, Theme
from ui.widgets.flow import FlowLayout
from ui.widgets.words import Words


class DoubtCard(Card):
    """A question about facts; `answered` brings what the person chose, `worded` asks for other words."""

    answered = Signal(object)
    worded = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, framed: bool = True) -> None:
        super().__init__(theme, parent, gap=Gap.EASY, framed=framed)
        self.letters: dict[str, QPushButton] = {}

    def show_question(
        self, question: Question | None, sides: Sequence[Fact], *, answerable: bool = True
    ) -> None:
        """Show `question` with the facts it is about; None hides the card."""
        self._clear()
        self.letters = {}
        self.setVisible(question is not None)
        if question is None:
            return
        self._add(Words(self, question.text, kind="strong", selectable=True))
        if not answerable:
            return
        if question.action is None and len(sides) > 1:
            for number, side in enumerate(sides, start=1):
                self._add(self._side(side, str(number)))
            self._add(self._verbs([self._both(sides), self._other()]))
        elif question.action is not None or question.about:
            yes = self._verb("y", self.tr("Yes"), self.tr("It is so"), Answer(accept=True))
            no = self._verb("n", self.tr("No"), self.tr("It is not so"), Answer(accept=False))
            offered = question.reason is QuestionReason.OFFERED
            self._add(self._verbs([yes, no] if offered else [yes, no, self._other()]))
        else:
            self._add(self._verbs([self._other(self.tr("Answer…"))]))

    def buttons(self) -> list[QPushButton]:
        """What can be answered, in order."""
        return [button for widget in self._made for button in widget.findChildren(QPushButton)]

    def _side(self, fact: Fact, letter: str) -> QFrame:
        side = QFrame(self)
        side.setObjectName("side")
        column = QVBoxLayout(side)
        column.addWidget(Words(side, fact.text, selectable=True))
        about = f"{source_words(fact)} · {span_words(fact)}"
        column.addWidget(Words(side, about, kind="muted", selectable=True))
        alone = Answer(keep=(fact.id,))
        stands = self._verb(letter, self.tr("This is right"), self.tr("Keep this one alone"), alone)
        stands.setAccessibleName(self.tr("This is right: {text}").format(text=fact.text))
        column.addWidget(stands, 0, Qt.AlignmentFlag.AlignLeft)
        return side

    def _both(self, sides: Sequence[Fact]) -> QPushButton:
        both = Answer(keep=tuple(side.id for side in sides))
        return self._verb("b", self.tr("Both are right"), self.tr("Keep them together"), both)

    def _other(self, words: str = "") -> QPushButton:
        button = QPushButton(words or self.tr("Say it in other words…"), self)
        self._give(button, "o", self.tr("Write what is true"))
        button.clicked.connect(self.worded)
        return button

    def _give(self, button: QPushButton, letter: str, tip: str) -> None:
        self.letters[letter] = button
        button.setToolTip(tip_with(tip, letter))

    def _verb(self, letter: str, words: str, tip: str, given: Answer) -> QPushButton:
        button = QPushButton(words, self)
        self._give(button, letter, tip)
        button.clicked.connect(lambda: self.answered.emit(given))
        return button

    def _verbs(self, buttons: Sequence[QPushButton]) -> QWidget:
        row = QWidget(self)
        flow = FlowLayout(row)
        flow.setSpacing(self._theme.metrics.space(Gap.NEAR))
        for button in buttons:
            flow.addWidget(button)
        return row
