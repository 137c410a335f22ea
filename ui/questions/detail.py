"""One question in full: why it is asked, what it is about, and the answers to it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from engine.person.records import Answer, Question
from ui.facts.doubt import DoubtCard
from ui.frame.detail import Detail
from ui.frame.letters import tip_with
from ui.questions import wording
from ui.questions.model import Questions
from ui.theme import Gap, Theme
from ui.widgets.editor import Editor
from ui.widgets.flow import FlowLayout
from ui.widgets.words import Words

LATER, DISMISS = "l", "x"
"""What presses the verbs while nothing is being written."""


class QuestionDetail(Detail):
    """Draws the chosen question of `questions`; empty without one."""

    def __init__(self, questions: Questions, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, gap=Gap.EASY)
        self._questions = questions
        self._where, self._reason = Words(self, kind="muted"), Words(self, kind="muted")
        self._settled = Words(self)
        self.card = DoubtCard(theme, self)
        self.editor = Editor(theme, self)
        self.later = QPushButton(self.tr("Later"), self)
        self.dismiss = QPushButton(self.tr("Do not ask again"), self)
        self._verbs = QWidget(self)
        self._verb_row = FlowLayout(self._verbs)
        self._arrange()
        self._connect()
        self._on_detail_theme()
        self.show_question()

    def show_question(self) -> None:
        """Show the chosen question as it is now."""
        question = self._questions.current
        self._body.setVisible(question is not None)
        self.editor.hide()
        if question is None:
            return
        self._where.setText(f"{wording.about_words(question)} · {wording.badge_of(question)[0]}")
        self._reason.setText(wording.reason_words(question))
        sides = self._questions.sides(question) if question.is_waiting else []
        self.card.show_question(question, sides, answerable=question.is_waiting)
        self._verbs.setVisible(question.is_waiting)
        self._show_settled(question)

    @property
    def letters(self) -> dict[str, QPushButton]:
        """The buttons by their letters; none for what is settled."""
        question = self._questions.current
        if question is None or not question.is_waiting:
            return {}
        return {LATER: self.later, DISMISS: self.dismiss, **self.card.letters}

    def _show_settled(self, question: Question) -> None:
        answers = [fact.text for fact in self._questions.answers(question)]
        reply = self._questions.reply(question)
        lines = [self.tr("You replied: “{reply}”").format(reply=reply)] if reply else []
        lines += [self.tr("Now known: {facts}").format(facts="\n".join(answers))] if answers else []
        self._settled.setText("\n".join(lines))
        self._settled.setVisible(bool(lines))

    def _arrange(self) -> None:
        self.later.setToolTip(tip_with(self.tr("Keep this question for another time"), LATER))
        self.dismiss.setToolTip(tip_with(self.tr("Never ask this, nor anything like it"), DISMISS))
        for button in (self.later, self.dismiss):
            button.setAccessibleName(button.text())
            self._verb_row.addWidget(button)
        for widget in (self._where, self._reason, self.card, self._settled, self.editor, self._verbs):
            self.add(widget)

    def _connect(self) -> None:
        self.card.answered.connect(self._answer)
        self.card.worded.connect(self._begin_words)
        self.editor.kept.connect(self._answer_in_words)
        self.editor.given_up.connect(self.editor.hide)
        self.later.clicked.connect(self._put_off)
        self.dismiss.clicked.connect(self._dismiss)
        self._questions.detailed.connect(self.show_question)
        self._theme.changed.connect(self._on_detail_theme)

    def _answer(self, given: Answer) -> None:
        self._questions.answer(given)

    def _begin_words(self) -> None:
        self.editor.ask(self.tr("Your answer"), self.tr("Answer"))
        self.editor.show()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(self.editor)

    def _answer_in_words(self, text: str) -> None:
        self.editor.hide()
        self._questions.answer(Answer(text=text))

    def _put_off(self) -> None:
        self._questions.later()

    def _dismiss(self) -> None:
        self._questions.dismiss()

    def _on_detail_theme(self) -> None:
        self._verb_row.setSpacing(self._theme.metrics.space(Gap.NEAR))
