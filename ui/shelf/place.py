"""A place that is a shelf: boards, a list, what is chosen in full, a way to add, and the way back."""

from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from ui.doors import Fault, Loading
from ui.frame import Notice, Page, QuietBar, Split
from ui.shelf.detail import StoryDetail
from ui.shelf.form import FormCard
from ui.shelf.model import Shelf
from ui.shelf.records import Adding, Done, Given
from ui.shelf.telling import Telling
from ui.shell.actions import Action
from ui.theme import Theme
from ui.widgets.choices import Choices
from ui.widgets.rows import RowList, RowModel
from ui.widgets.search_field import SearchField

T = TypeVar("T")


class ShelfPlace(Page, Generic[T]):
    """Draws a `Shelf` in the words of a `Telling`.

    While the list has the focus, a letter does what the verb of that letter does. `followed` brings the key of a line
    that leads elsewhere.
    """

    followed = Signal(str)

    def __init__(
        self, shelf: Shelf[T], telling: Telling[T], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(telling.title, telling.about, theme, parent)
        self.shelf, self._telling, self.steps = shelf, telling, shelf.steps
        self.boards = Choices(self.tr("Which ones"), theme, self, sides=True)
        self.field = SearchField(
            telling.seek or self.tr("Look for"),
            telling.seek,
            self.tr("Show only what holds these words"),
            theme,
            self,
        )
        self.add_button = QPushButton(self.tr("Add"), self)
        self.add_button.setToolTip(self.tr("Add something new"))
        self.form = FormCard(theme, self)
        self.notice = Notice(theme, self)
        self._model: RowModel[T] = RowModel(telling.row, shelf.key_of, self)
        self.rows = RowList(self._model, telling.title, theme, self)
        self.detail = StoryDetail(theme, self)
        self.bar = QuietBar(theme, self)
        self._arrange()
        self._connect()
        self._show_list()
        self._show_story()

    def actions_of_place(self) -> tuple[Action, ...]:
        """What can be done here, for menus, shortcuts and the palette."""
        adding = self._telling.adding()
        if adding is None:
            return ()
        return (
            Action(
                f"{self.objectName()}.add",
                adding.words,
                adding.tip,
                self._telling.title,
                partial(self._begin, adding),
                (adding.shortcut,) if adding.shortcut else (),
            ),
        )

    def begin_adding(self) -> None:
        """Ask for a new one, of the board that is shown."""
        adding = self._telling.adding()
        if adding is not None:
            self._begin(adding)

    def _begin(self, adding: Adding) -> None:
        self.wanted()
        self.form.ask(adding.form, partial(self._add, adding))

    def _add(self, adding: Adding, given: Given) -> None:
        self._back_to_list()
        adding.run(given)

    def found(self, needle: str) -> list[tuple[str, str]]:
        """The key and the words of each thing here that holds all words of `needle`, on whichever board it stands."""
        shelf, row = self.shelf, self._telling.row
        return [(shelf.key_of(one), row(one).text) for one in shelf.holding(needle)]

    def reveal(self, ref: str) -> None:
        """Show what a ref names in full, whichever board it stands on."""
        self.wanted()
        with QSignalBlocker(self.field):
            self.field.clear()
        self.shelf.reveal(ref)
        self._split.open_detail()

    def showEvent(self, event: QShowEvent) -> None:
        """What changed meanwhile, as in a turn, is read when the place is looked at."""
        super().showEvent(event)
        self.shelf.seen = True
        self.shelf.load()

    def hideEvent(self, event: QHideEvent) -> None:
        """What nobody looks at is not drawn anew."""
        super().hideEvent(event)
        self.shelf.seen = False

    def press_letter(self, letter: str) -> bool:
        """A letter decides, where the list or what is chosen has the focus."""
        return super().press_letter(letter) or (self.rows.isVisibleTo(self) and self.detail.press_key(letter))

    def _show_list(self) -> None:
        shelf, shown = self.shelf, self.shelf.shown()
        self._model.show(shown)
        if shelf.current is not None:
            self.rows.choose(shelf.key_of(shelf.current))
        options = self._telling.boards()
        self.boards.setVisible(bool(options))
        self.boards.offer(options)
        if options:
            self.boards.choose(shelf.board)
        self._show_adding(self._telling.adding())
        self._show_notice(empty=not shown)

    def _show_adding(self, adding: Adding | None) -> None:
        self.add_button.setVisible(adding is not None)
        if adding is not None:
            keys = f" ({adding.shortcut})" if adding.shortcut else ""
            self.add_button.setText(adding.words)
            self.add_button.setAccessibleName(adding.words)
            self.add_button.setToolTip(f"{adding.tip}{keys}")

    def _show_notice(self, *, empty: bool) -> None:
        shelf = self.shelf
        self._pages.setCurrentIndex(0 if empty else 1)
        if shelf.fault is not None:
            self.notice.tell(shelf.fault)
        elif shelf.loading in {Loading.IDLE, Loading.LOADING}:
            self.notice.say(self.tr("One moment…"))
        elif shelf.looking:
            self.notice.say(self.tr("Looking…"))
        elif shelf.unfound is not None:
            self.notice.tell(shelf.unfound)
        elif shelf.needle:
            self.notice.say(self._telling.unfound or self.tr("Nothing here holds these words."))
        else:
            blank = self._telling.blank()
            self.notice.say(blank.title, blank.words)

    def _show_story(self) -> None:
        current = self.shelf.current
        self.detail.show_story(None if current is None else self._telling.story(current))

    def _on_done(self, done: Done[T]) -> None:
        self.bar.tell_step(self._telling.done(done), self.steps)

    def _on_unread(self, fault: Fault) -> None:
        self.bar.tell_unread(fault, self.shelf.load)

    def _open(self, key: str) -> None:
        self.shelf.select(key)
        self._split.open_detail()

    def _select(self, key: str) -> None:
        self.shelf.select(key)

    def _choose_board(self, board: str) -> None:
        self.shelf.choose_board(board)

    def _seek(self, words: str) -> None:
        self.shelf.seek(words)

    def _load(self) -> None:
        """Once more what could not be done: to look, or to read."""
        if self.shelf.unfound is not None:
            self.shelf.seek(self.shelf.needle)
        else:
            self.shelf.load()

    def _load_more(self) -> None:
        self.shelf.load_more()

    def _back_to_list(self) -> None:
        self.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _arrange(self) -> None:
        if self._telling.seek:
            self.add_tool(self.field)
        else:
            self.field.hide()
        self.add_tool(self.add_button)
        self.add_sides(self.boards)
        self.add_bar(self.form)
        self._split = Split(self.rows, self.detail, self._theme, self)
        self._pages = self.add_pages(self.notice, self._split)
        self.add_body(self.bar)
        self.setFocusProxy(self.rows)

    def _connect(self) -> None:
        self.boards.chosen.connect(self._choose_board)
        self.field.sought.connect(self._seek)
        self.add_button.clicked.connect(self.begin_adding)
        self.form.given_up = self._back_to_list
        self.notice.again.connect(self._load)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self._open)
        self.rows.near_end.connect(self._load_more)
        self.detail.followed.connect(self.followed)
        self.shelf.listed.connect(self._show_list)
        self.shelf.detailed.connect(self._show_story)
        self.shelf.done.connect(self._on_done)
        self.shelf.failed.connect(self.bar.tell_fault)
        self.shelf.unread.connect(self._on_unread)
        self.shelf.lost.connect(self.bar.tell_lost)
