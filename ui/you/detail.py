"""One fact in full: what is known of it, why it is believed, and what can be done with it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from engine.person.records import Fact, FactStatus
from ui.conversation.wording import full_date
from ui.facts import Reasons, SourceStep, wording
from ui.facts.answering import answers_to, sides_of
from ui.facts.wording import source_words, span_words
from ui.frame.detail import Detail
from ui.frame.groups import Group, Line
from ui.frame.letters import tip_with
from ui.frame.lines import LinesCard
from ui.frame.sheet import Section
from ui.shelf.deciding import Deciding
from ui.theme import Gap, Theme
from ui.widgets.editor import Editor
from ui.widgets.flow import FlowLayout
from ui.widgets.words import Words
from ui.you.model import KnownFacts

LETTERS = {"correct": "e", "why": "w", "dispute": "d", "private": "p", "forget": "x"}
"""What presses each verb while nothing is being written."""


class WhyCard(LinesCard):
    """Filled by `show_reasons`; hidden until then."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(self.tr("Why"))

    def show_reasons(self, reasons: Reasons | None) -> None:
        if reasons is None:
            self.show_groups([])
            return
        earlier = [Line(fact.text, f"{source_words(fact)} · {span_words(fact)}") for fact in reasons.earlier]
        self.show_groups(
            [
                Group(
                    self.tr("Where it comes from"),
                    [self._line(step) for step in reasons.steps],
                    self.tr("Nothing that was said is kept for it."),
                ),
                Group(self.tr("Before that"), earlier),
            ]
        )

    def _line(self, step: SourceStep) -> Line:
        words = [step.speaker, full_date(step.at)]
        if step.withdrawn:
            words.append(self.tr("taken back since"))
        return Line(step.text, " · ".join(words), "" if step.withdrawn else step.id)


class FactDetail(Detail):
    """Draws the chosen fact of `known`; empty without one.

    `wanted` asks to see the thing of a ref, where it is shown.
    """

    wanted = Signal(str)

    def __init__(self, known: KnownFacts, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, gap=Gap.CLEAR)
        self._known = known
        self._where = Words(self, kind="muted", selectable=True)
        self._said, self._quote = Words(self, selectable=True), Words(self, selectable=True)
        self._known_by = Words(self, kind="muted", selectable=True)
        self._doubted = Section("", theme, self)
        self.deciding = Deciding(theme, self._doubted)
        self._doubted.add(self.deciding)
        self._verbs = QWidget(self)
        self._verb_row = FlowLayout(self._verbs)
        self._editor = Editor(theme, self)
        self._why = WhyCard(theme, self)
        self._buttons: dict[str, QPushButton] = {}
        self._make_verbs()
        self._arrange()
        self._editor.kept.connect(self._keep)
        self._editor.given_up.connect(self._give_up)
        self.deciding.opened.connect(self.ensureWidgetVisible)
        self._why.followed.connect(self._follow)
        known.detailed.connect(self.show_fact)
        theme.changed.connect(self._on_detail_theme)
        self._on_detail_theme()
        self.show_fact()

    def show_fact(self) -> None:
        """Show the chosen fact as it is now."""
        fact = self._known.current
        self._body.setVisible(fact is not None)
        self._editor.hide()
        if fact is None:
            return
        self._where.setText(wording.where_words(fact))
        self._said.setText(fact.text)
        self._said.setAccessibleName(fact.text)
        self._quote.setText(self.tr("“{quote}”").format(quote=fact.quote))
        self._quote.setVisible(bool(fact.quote) and fact.quote != fact.text)
        self._known_by.setText(wording.known_words(fact))
        self._show_doubt(fact)
        self._why.show_reasons(self._known.reasons)
        self._show_verbs(fact)

    def _show_doubt(self, fact: Fact) -> None:
        """The question that waits about it, with the answers."""
        question = self._known.question_about(fact)
        self._doubted.setVisible(question is not None)
        if question is None:
            self.deciding.offer((), ())
            return
        self._doubted.title.setText(question.text)
        self._doubted.title.show()
        about, give = self._known.sides(question), partial(self._known.settle, question)
        self.deciding.offer(sides_of(question, about, give), answers_to(question, about, give))

    def press(self, verb: str) -> None:
        """Do one of the verbs, as a press of its button does."""
        self._buttons[verb].click()

    @property
    def letters(self) -> dict[str, QPushButton]:
        """The buttons by their letters."""
        return {LETTERS[key]: button for key, button in self._buttons.items()}

    @property
    def why(self) -> WhyCard:
        return self._why

    @property
    def editor(self) -> Editor:
        return self._editor

    # Building

    def _make_verbs(self) -> None:
        for key, words, run in (
            ("correct", self.tr("Correct"), self.begin_correction),
            ("why", self.tr("Why"), self._known.toggle_why),
            ("dispute", self.tr("Doubt"), self._known.dispute),
            ("private", self.tr("Keep private"), self._known.toggle_private),
            ("forget", self.tr("Forget"), self._known.forget),
        ):
            button = QPushButton(words, self)
            button.setAccessibleName(words)
            button.clicked.connect(lambda _=False, run=run: run())
            self._buttons[key] = button
            self._verb_row.addWidget(button)
        self._tell_tips()

    def _tell_tips(self) -> None:
        fact = self._known.current
        for key, tip in {
            "correct": self.tr("Say what is true instead"),
            "why": self.tr("Show where it comes from"),
            "dispute": self.tr("Put it in doubt: it shapes no answer until you say which is right"),
            "private": self.tr("Other programs may be told this again")
            if fact is not None and fact.private
            else self.tr("Never told to another program, never written in an export"),
            "forget": self.tr("Stop knowing this"),
        }.items():
            self._buttons[key].setToolTip(tip_with(tip, LETTERS[key]))

    def _arrange(self) -> None:
        self._said.setObjectName("said")
        self._quote.setObjectName("quote")
        read = (self._where, self._said, self._quote, self._known_by)
        for widget in (*read, self._doubted, self._verbs, self._editor, self._why):
            self.add(widget)
        self.setFocusProxy(self._buttons["correct"])

    def _show_verbs(self, fact: Fact) -> None:
        standing = fact.status in {FactStatus.ACTIVE, FactStatus.DISPUTED}
        for key, button in self._buttons.items():
            button.setVisible(standing or key == "why")
        self._buttons["dispute"].setVisible(fact.status is FactStatus.ACTIVE)
        private = self._buttons["private"]
        private.setText(self.tr("No longer private") if fact.private else self.tr("Keep private"))
        self._tell_tips()
        self._buttons["why"].setText(self.tr("Why") if self._known.reasons is None else self.tr("Hide why"))

    def _follow(self, step_id: str) -> None:
        reasons = self._known.reasons
        for step in () if reasons is None else reasons.steps:
            if step.id == step_id:
                self.wanted.emit(f"step:{step.id}")

    # Writing

    def begin_correction(self) -> None:
        """Put the chosen fact's words up for editing."""
        fact = self._known.current
        if fact is None:
            return
        self._editor.ask(self.tr("What is true instead?"), self.tr("Correct"), fact.text)
        self._editor.show()
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(self._editor)

    def _keep(self, text: str) -> None:
        self._editor.hide()
        self._known.correct(text)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _give_up(self) -> None:
        self._editor.hide()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_detail_theme(self) -> None:
        self._verb_row.setSpacing(self._theme.metrics.space(Gap.NEAR))
