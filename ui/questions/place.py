"""The Questions place: how willing the companion is to ask, the questions, and the chosen one."""

from collections.abc import Mapping

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from engine.person.records import Effort, Question
from ui.doors import Fault, Loading
from ui.facts.aftermath import Aftermath
from ui.frame import Notice, Page, Split
from ui.questions import wording
from ui.questions.detail import QuestionDetail
from ui.questions.model import ASKER, Questions, Shelf
from ui.shell.actions import Action
from ui.theme import Theme
from ui.widgets.choices import Choices, Option
from ui.widgets.rows import RowList, RowModel


class QuestionsPlace(Page):
    """Draws `Questions`."""

    def __init__(self, questions: Questions, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", "", theme, parent)
        self._title.setText(self.tr("Questions"))
        self.set_words(self.tr("What I would like to know, and why. You need not answer any of it."))
        self.questions, self.steps = questions, questions.steps
        self._asks = QLabel(self.tr("I ask"), self)
        self.effort = Choices(self.tr("How often I ask"), theme, self)
        self.shelves = Choices(self.tr("Which questions"), theme, self, sides=True)
        self.notice = Notice(theme, self)
        self._model: RowModel[Question] = RowModel(wording.row_of, wording.key_of, self)
        self.rows = RowList(self._model, self.tr("Questions"), theme, self)
        self.detail = QuestionDetail(questions, theme, self)
        self._split = Split(self.rows, self.detail, theme, self)
        self.bar = Aftermath(questions.changes, ASKER, theme)
        self._arrange()
        self._connect()
        self._show_list()

    def actions_of_place(self) -> tuple[Action, ...]:
        """What can be done here, for menus, shortcuts and the palette."""
        return tuple(self._effort_action(option) for option in wording.effort_options())

    def letters(self) -> Mapping[str, QAbstractButton]:
        """Of the chosen question."""
        return self.detail.letters

    def showEvent(self, event: QShowEvent) -> None:
        """What came up meanwhile is read when the place is looked at."""
        super().showEvent(event)
        self.questions.load()

    def open_question(self, question_id: str) -> None:
        """Show one question in full."""
        self.questions.reveal(question_id)
        self._split.open_detail()

    def _show_list(self) -> None:
        questions = self.questions
        shown = questions.shown()
        self._model.show(shown)
        if questions.current is None and shown:
            questions.select(shown[0].id)
        if questions.current is not None:
            self.rows.choose(questions.current.id)
        self.effort.offer(wording.effort_options())
        self.effort.choose(questions.effort.value)
        self.shelves.offer([wording.shelf_option(shelf, questions.count(shelf)) for shelf in Shelf])
        self.shelves.choose(questions.shelf.value)
        self._show_notice(empty=not shown)

    def _show_notice(self, *, empty: bool) -> None:
        questions = self.questions
        self._pages.setCurrentIndex(0 if empty else 1)
        if questions.fault is not None:
            self.notice.tell(questions.fault)
        elif questions.loading is not Loading.READY:
            self.notice.say(self.tr("One moment…"), self.tr("The questions are being read."))
        else:
            self.notice.say(*wording.empty_words(questions.shelf))

    def _effort_action(self, option: Option) -> Action:
        words = self.tr("How much I ask: {level}").format(level=option.words)
        return Action(
            f"effort.{option.key}",
            words,
            option.tip,
            self.tr("Questions"),
            lambda: self._choose_effort(option.key),
        )

    def _choose_effort(self, key: str) -> None:
        self.questions.choose_effort(Effort(key))

    def _choose_shelf(self, key: str) -> None:
        self.questions.choose_shelf(Shelf(key))

    def _select(self, question_id: str) -> None:
        self.questions.select(question_id)

    def _load(self) -> None:
        self.questions.load()

    def _on_unread(self, fault: Fault) -> None:
        self.bar.tell_unread(fault, self.questions.load)

    def _arrange(self) -> None:
        self.add_tool(self._asks)
        self.add_tool(self.effort)
        self.add_sides(self.shelves)
        self._pages = self.add_pages(self.notice, self._split)
        self.add_body(self.bar)
        self.setFocusProxy(self.rows)

    def _connect(self) -> None:
        self.effort.chosen.connect(self._choose_effort)
        self.shelves.chosen.connect(self._choose_shelf)
        self.notice.again.connect(self._load)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self.open_question)
        self.questions.listed.connect(self._show_list)
        self.questions.unread.connect(self._on_unread)
        self.questions.lost.connect(self.bar.tell_lost)
