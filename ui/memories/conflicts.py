"""Contradictions that wait for the person: both sides, and what to keep."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from ui.doors import Loading
from ui.frame import Notice, Split
from ui.memories import wording
from ui.memories.model import Memories
from ui.memories.records import Conflict, Doubt, Found
from ui.shelf.detail import StoryDetail
from ui.shelf.records import Entry, Form, Kind, Side, Story, Verb
from ui.theme import Theme
from ui.widgets.pages import Pages
from ui.widgets.rows import RowList, RowModel

translate = QCoreApplication.translate


def story_of(memories: Memories, conflict: Conflict) -> Story:
    """Two memories that cannot both be so, and the ways to settle it."""

    def side(found: Found, choice: str, letter: str) -> Side:
        tip = translate("Conflicts", "This is so; the other is given up")
        keep = Verb(translate("Conflicts", "Keep this"), tip, lambda _: memories.resolve(choice), letter)
        return Side(found.text, wording.above_words(found), keep)

    given = f"{conflict.a.text} {conflict.b.text}"
    entry = Entry("text", translate("Conflicts", "What is so?"), Kind.LINES, given, needed=True)
    verbs = [
        Verb(
            translate("Conflicts", "Both, at different times"),
            translate("Conflicts", "One was so, and then the other"),
            lambda _: memories.resolve("both"),
            "b",
        ),
        Verb(
            translate("Conflicts", "Say what is so…"),
            translate("Conflicts", "Put both into one, in your words"),
            lambda words: memories.resolve("merged", words["text"]),
            "o",
            Form(translate("Conflicts", "Keep this alone"), [entry]),
        ),
    ]
    sides = [side(conflict.a, "keep_a", "1"), side(conflict.b, "keep_b", "2")]
    return Story("", translate("Conflicts", "Which of the two is so?"), sides=sides, verbs=verbs)


def doubt_story(doubt: Doubt, settle: Callable[[], None]) -> Story:
    """Facts that cannot both be so: the question about them settles it."""
    verb = Verb(
        translate("Conflicts", "Settle it under Questions"),
        translate("Conflicts", "What is known of you is settled by your answer"),
        lambda _: settle(),
        "w",
    )
    return Story("", doubt.text, verbs=[verb])


class ConflictsPanel(QWidget):
    """The queue, and the chosen one. Of facts, `question_wanted` leads to the question (its ref) that settles it."""

    question_wanted = Signal(str)

    def __init__(self, memories: Memories, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memories = memories
        self.notice = Notice(theme, self)
        self._model: RowModel[Conflict | Doubt] = RowModel(wording.conflict_row, wording.conflict_key, self)
        self.rows = RowList(self._model, translate("Conflicts", "Contradictions"), theme, self)
        self.detail = StoryDetail(theme, self)
        self._split = Split(self.rows, self.detail, theme, self)
        self._pages = Pages(self.notice, self._split)
        self.setLayout(self._pages)
        self.setFocusProxy(self.rows)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self._open)
        self.notice.again.connect(memories.load)
        memories.listed.connect(self.show_conflicts)
        memories.detailed.connect(self._show_story)
        self.show_conflicts()
        self._show_story()

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

    def _show_story(self) -> None:
        conflict, doubt = self._memories.conflict, self._memories.doubt
        if conflict is not None:
            self.detail.show_story(story_of(self._memories, conflict))
        elif doubt is not None:
            self.detail.show_story(doubt_story(doubt, lambda: self.question_wanted.emit(doubt.id)))
        else:
            self.detail.show_story(None)

    def _show_notice(self) -> None:
        """That there is nothing is said only where that is known."""
        memories = self._memories
        if memories.conflicts_fault is not None:
            self.notice.tell(memories.conflicts_fault)
        elif memories.conflicts_loading is not Loading.READY:
            self.notice.say(
                translate("Conflicts", "One moment…"),
                translate("Conflicts", "It is being read what contradicts itself."),
            )
        else:
            self.notice.say(
                translate("Conflicts", "Nothing contradicts itself."),
                translate(
                    "Conflicts",
                    "When two memories cannot both be so, they stand here until you say which is right.",
                ),
            )

    def _select(self, conflict_id: str) -> None:
        self._memories.choose_conflict(conflict_id)

    def _open(self, conflict_id: str) -> None:
        self._memories.choose_conflict(conflict_id)
        self._split.open_detail()
