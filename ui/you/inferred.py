"""What is inferred about the person: the list by room, and one in full with what it rests on."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ui.doors import Loading
from ui.frame import Notice, Reading, Split
from ui.frame.groups import Group, Line
from ui.frame.letters import tip_with
from ui.frame.lines import LinesCard
from ui.theme import Gap, Theme
from ui.widgets.choices import Choices
from ui.widgets.flow import FlowLayout
from ui.widgets.pages import Pages
from ui.widgets.rows import RowList, RowModel
from ui.you import wording
from ui.you.inferences import Inferences
from ui.you.records import Inferred, Root

FOLLOWED = ("step:", "fact:", "node:")
OPEN, GO = "m", "x"
"""What presses the verbs while nothing is being written."""


class InferredDetail(Reading):
    """Draws the chosen one; `wanted` asks to see the thing of a ref, where it is shown."""

    wanted = Signal(str)

    def __init__(self, inferences: Inferences, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._inferences = inferences
        self._verbs = QWidget(self)
        self._row = FlowLayout(self._verbs)
        self.open = QPushButton(self.tr("Show under Memories"), self)
        self.open.setToolTip(tip_with(self.tr("Show this memory with all that hangs on it"), OPEN))
        self.go = QPushButton(self)
        self._offer_going(deny=False)
        self.letters = {OPEN: self.open, GO: self.go}
        self.rests = LinesCard(theme, self)
        self._arrange()
        inferences.detailed.connect(self.show_inferred)
        theme.changed.connect(self._on_detail_theme)
        self._on_detail_theme()
        self.show_inferred()

    def show_inferred(self) -> None:
        """Show the chosen one as it is now."""
        one = self._inferences.current
        if one is None:
            self.clear()
            return
        text = wording.said_words(one)
        self.read(wording.above_words(one), text, [], large=len(text) < 240)
        self.open.setVisible(one.is_memory)
        self._show_go(one)
        sources = self._inferences.sources or ()
        group = Group(self.tr("What it rests on"), [self._line(root) for root in sources])
        self.rests.show_groups([group])

    def _show_go(self, one: Inferred) -> None:
        self._offer_going(deny="deny" in one.verbs)
        self.go.setVisible(one.can_go)

    def _offer_going(self, *, deny: bool) -> None:
        if deny:
            words, tip = (
                self.tr("That is not so"),
                self.tr("I believe it no more, and do not come back to it"),
            )
        else:
            words, tip = self.tr("Take back"), self.tr("It shapes no answer any more, nor what rests on it")
        self.go.setText(words)
        self.go.setToolTip(tip_with(tip, GO))

    def _line(self, root: Root) -> Line:
        text, about = wording.root_words(root)
        return Line(text, about, root.ref if root.text and root.ref.startswith(FOLLOWED) else "")

    def _arrange(self) -> None:
        for button in (self.open, self.go):
            self._row.addWidget(button)
        for widget in (self._verbs, self.rests):
            self.add(widget)
        self.open.clicked.connect(self._open)
        self.go.clicked.connect(self._inferences.go)
        self.rests.followed.connect(self._follow)

    def _open(self) -> None:
        if self._inferences.current is not None:
            self.wanted.emit(self._inferences.current.ref)

    def _follow(self, ref: str) -> None:
        self.wanted.emit(ref)

    def _on_detail_theme(self) -> None:
        self._row.setSpacing(self._theme.metrics.space(Gap.NEAR))


class InferredPanel(QWidget):
    """Draws `inferences`."""

    def __init__(self, inferences: Inferences, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inferences, self._theme = inferences, theme
        self.rooms = Choices(self.tr("Which part of me infers it"), theme, self)
        self.notice = Notice(theme, self)
        self._model: RowModel[Inferred] = RowModel(wording.row_of, wording.key_of, self)
        self.rows = RowList(self._model, self.tr("What is inferred about you"), theme, self)
        self.detail = InferredDetail(inferences, theme, self)
        self._split = Split(self.rows, self.detail, theme, self)
        self._arrange()
        self._connect()
        self._on_theme()
        self.show_list()

    def show_list(self) -> None:
        """Show what stands, or why there is nothing."""
        inferences = self._inferences
        shown = inferences.shown()
        self._model.show(shown)
        if shown and inferences.current not in shown:
            inferences.select(shown[0].ref)
        if inferences.current is not None:
            self.rows.choose(inferences.current.ref)
        self.rooms.offer(wording.room_options(inferences))
        self.rooms.choose(inferences.room)
        self._pages.setCurrentIndex(1 if shown else 0)
        if not shown:
            self._show_notice()

    def _show_notice(self) -> None:
        inferences = self._inferences
        if inferences.fault is not None:
            self.notice.tell(inferences.fault)
        elif inferences.loading is not Loading.READY:
            self.notice.say(self.tr("One moment…"), self.tr("What I infer about you is being read."))
        elif inferences.found:
            self.notice.say(self.tr("This part of me infers nothing about you."))
        else:
            self.notice.say(
                self.tr("I infer nothing about you."),
                self.tr(
                    "What I make of our talks, beyond what you tell me, will stand here with what it rests on."
                ),
            )

    def open_inferred(self, ref: str) -> None:
        """Show one in full."""
        self._inferences.select(ref)
        self.rows.choose(ref)
        self._split.open_detail()

    def _load(self) -> None:
        self._inferences.load()

    def _arrange(self) -> None:
        self._pages = Pages(self.notice, self._split)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.rooms)
        self._column.addLayout(self._pages, 1)
        self.setFocusProxy(self.rows)

    def _connect(self) -> None:
        self.rooms.chosen.connect(self._inferences.choose_room)
        self.notice.again.connect(self._load)
        self.rows.chosen.connect(self._inferences.select)
        self.rows.opened.connect(self.open_inferred)
        self._inferences.listed.connect(self.show_list)
        self._theme.changed.connect(self._on_theme)

    def _on_theme(self) -> None:
        self._column.setSpacing(self._theme.metrics.space(Gap.EASY))
