"""Contradictions that wait for the person: both sides, and what to keep."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ui.doors import Loading
from ui.frame import Notice, Split
from ui.frame.letters import tip_with
from ui.memories import wording
from ui.memories.model import Memories
from ui.memories.records import Conflict, Doubt, Found
from ui.theme import Gap, Theme
from ui.widgets.editor import Editor
from ui.widgets.flow import FlowLayout
from ui.widgets.rows import RowList, RowModel
from ui.widgets.words import Words


class Side(QFrame):
    """One side of a contradiction, with its date and a way to keep it."""

    def __init__(self, keep: str, tip: str, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._text = Words(self, selectable=True)
        self._about = Words(self, kind="muted", selectable=True)
        self.keep = QPushButton(keep, self)
        self.keep.setToolTip(tip_with(tip, letter))
        column = QVBoxLayout(self)
        for label in (self._text, self._about):
            column.addWidget(label)
        column.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignLeft)

    def show_side(self, found: Found) -> None:
        self._text.setText(found.text)
        self._about.setText(wording.above_words(found))
        self.keep.setAccessibleName(f"{self.keep.text()}: {found.text}")


class ConflictDetail(QWidget):
    """Draws the chosen contradiction. Of facts, `question_wanted` leads to the question (its ref) that settles it."""

    question_wanted = Signal(str)

    def __init__(self, memories: Memories, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memories, self._theme = memories, theme
        keep = self.tr("Keep this"), self.tr("This is so; the other is given up")
        self.first, self.second = Side(*keep, "1", self), Side(*keep, "2", self)
        self.both = QPushButton(self.tr("Both, at different times"), self)
        self.both.setToolTip(tip_with(self.tr("One was so, and then the other"), "b"))
        self.merge = QPushButton(self.tr("Say what is so…"), self)
        self.merge.setToolTip(tip_with(self.tr("Put both into one, in your words"), "o"))
        self._question = Words(self, selectable=True)
        self.answer = QPushButton(self.tr("Settle it under Questions"), self)
        self.answer.setToolTip(tip_with(self.tr("What is known of you is settled by your answer"), "w"))
        self.letters = {
            "1": self.first.keep,
            "2": self.second.keep,
            "b": self.both,
            "o": self.merge,
            "w": self.answer,
        }
        self.editor = Editor(theme, self)
        self._verbs = FlowLayout()
        self._column = QVBoxLayout(self)
        self._arrange()
        memories.detailed.connect(self.show_conflict)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.show_conflict()

    def show_conflict(self) -> None:
        """Show the chosen contradiction as it is now."""
        conflict, doubt = self._memories.conflict, self._memories.doubt
        self.editor.hide()
        for side in (self._question, self.answer):
            side.setVisible(doubt is not None)
        if doubt is not None:
            self._question.setText(doubt.text)
            self.answer.setAccessibleName(f"{self.answer.text()}: {doubt.text}")
        for widget in (self.first, self.second, self.both, self.merge):
            widget.setVisible(conflict is not None)
        if conflict is not None:
            self.first.show_side(conflict.a)
            self.second.show_side(conflict.b)

    def _arrange(self) -> None:
        self._verbs.addWidget(self.both)
        self._verbs.addWidget(self.merge)
        for widget in (self._question, self.first, self.second):
            self._column.addWidget(widget)
        self._column.addWidget(self.answer, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addLayout(self._verbs)
        self._column.addWidget(self.editor)
        self._column.addStretch(1)
        for button, choice in (
            (self.first.keep, "keep_a"),
            (self.second.keep, "keep_b"),
            (self.both, "both"),
        ):
            button.clicked.connect(partial(self._settle, choice))
        self.merge.clicked.connect(self._begin_merge)
        self.answer.clicked.connect(self._lead_on)
        self.editor.kept.connect(self._merge)
        self.editor.given_up.connect(self.editor.hide)
        self.setFocusProxy(self.first.keep)

    def _settle(self, choice: str, _pressed: bool = False) -> None:
        self._memories.resolve(choice)

    def _lead_on(self) -> None:
        doubt = self._memories.doubt
        if doubt is not None:
            self.question_wanted.emit(doubt.id)

    def _begin_merge(self) -> None:
        conflict = self._memories.conflict
        if conflict is not None:
            text = f"{conflict.a.text} {conflict.b.text}"
            self.editor.ask(self.tr("What is so?"), self.tr("Keep this alone"), text)
            self.editor.show()
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _merge(self, text: str) -> None:
        self.editor.hide()
        self._memories.resolve("merged", text)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(space(Gap.EASY), space(Gap.TIGHT), space(Gap.INSET), space(Gap.EASY))
        self._column.setSpacing(space(Gap.EASY))
        self._verbs.setSpacing(space(Gap.NEAR))
        for side in (self.first, self.second):
            inside = side.layout()
            if inside is not None:
                inside.setContentsMargins(*[space(Gap.INSET)] * 4)
                inside.setSpacing(space(Gap.TIGHT))


class ConflictsPanel(QWidget):
    """The queue, and the chosen one."""

    def __init__(self, memories: Memories, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memories = memories
        self.notice = Notice(theme, self)
        self._model: RowModel[Conflict | Doubt] = RowModel(wording.conflict_row, wording.conflict_key, self)
        self.rows = RowList(self._model, self.tr("Contradictions"), theme, self)
        self.detail = ConflictDetail(memories, theme, self)
        self._split = Split(self.rows, self.detail, theme, self)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.notice)
        self._pages.addWidget(self._split)
        self.setFocusProxy(self.rows)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self._open)
        self.notice.again.connect(memories.load)
        memories.listed.connect(self.show_conflicts)
        self.show_conflicts()

    def show_conflicts(self) -> None:
        """Show the queue as it is now."""
        memories = self._memories
        listed: list[Conflict | Doubt] = [*memories.conflicts, *memories.doubts]
        self._model.show(listed)
        if memories.conflict is None and memories.doubt is None and listed:
            memories.choose_conflict(listed[0].id)
        chosen = memories.conflict or memories.doubt
        if chosen is not None:
            self.rows.choose(chosen.id)
        self._pages.setCurrentIndex(1 if listed else 0)
        if not listed:
            self._show_notice()

    def _show_notice(self) -> None:
        """That there is nothing is said only where that is known."""
        memories = self._memories
        if memories.conflicts_fault is not None:
            self.notice.tell(memories.conflicts_fault)
        elif memories.conflicts_loading is not Loading.READY:
            self.notice.say(self.tr("One moment…"), self.tr("It is being read what contradicts itself."))
        else:
            self.notice.say(
                self.tr("Nothing contradicts itself."),
                self.tr("When two memories cannot both be so, they stand here until you say which is right."),
            )

    def _select(self, conflict_id: str) -> None:
        self._memories.choose_conflict(conflict_id)

    def _open(self, conflict_id: str) -> None:
        self._memories.choose_conflict(conflict_id)
        self._split.open_detail()
