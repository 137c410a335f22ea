"""The search over memories: filters, results, and the chosen one."""

from PySide6.QtWidgets import QComboBox, QPushButton, QVBoxLayout, QWidget

from ui.doors import Loading
from ui.frame import Notice, Split
from ui.memories import wording
from ui.memories.detail import MemoryDetail
from ui.memories.model import Memories
from ui.memories.narrowing import Felt, Matters, Since, Sort, Who
from ui.memories.records import Found
from ui.theme import Gap, Theme
from ui.widgets.choices import Choices
from ui.widgets.flow import FlowLayout
from ui.widgets.pages import Pages
from ui.widgets.rows import RowList, RowModel


class SearchPanel(QWidget):
    """Draws the results of `memories`."""

    def __init__(self, memories: Memories, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memories, self._theme = memories, theme
        self.sorts = Choices(self.tr("What to look among"), theme, self)
        self.sorts.offer(wording.sort_options())
        self.since, self.who, self.felt, self.matters = (QComboBox(self) for _ in range(4))
        self.more = QPushButton(self.tr("More filters"), self)
        self.archived = QPushButton(self.tr("What was put away"), self)
        self.notice = Notice(theme, self)
        self._model: RowModel[Found] = RowModel(wording.row_of, wording.key_of, self)
        self.rows = RowList(self._model, self.tr("Memories"), theme, self)
        self.detail = MemoryDetail(memories, theme, self)
        self._split = Split(self.rows, self.detail, theme, self)
        self._arrange()
        self._connect()
        self._on_theme()
        self.show_results()

    def show_results(self) -> None:
        """Show what was found, or why there is nothing."""
        memories = self._memories
        shown = memories.shown()
        self._model.show(shown)
        if memories.current is None and shown and memories.loading is Loading.READY:
            memories.select(shown[0].ref)
        if memories.current is not None:
            self.rows.choose(memories.current.ref)
        self._show_filters()
        self._pages.setCurrentIndex(1 if shown else 0)
        if not shown:
            self._show_notice()

    def _show_filters(self) -> None:
        memories, narrowing = self._memories, self._memories.narrowing
        self.sorts.choose(narrowing.sort.value)
        self.archived.setChecked(memories.archived)
        shown = (
            (self.since, narrowing.since),
            (self.who, narrowing.who),
            (self.felt, narrowing.felt),
            (self.matters, narrowing.matters),
        )
        for box, value in shown:
            box.setCurrentIndex(box.findData(value.value))
        if narrowing.is_seldom:
            self.more.setChecked(True)
        self._seldom.setVisible(self.more.isChecked())

    def open_memory(self, ref: str) -> None:
        """Show one result in full."""
        self._memories.select(ref)
        self.rows.choose(ref)
        self._split.open_detail()

    def open_detail(self) -> None:
        """Show the chosen one in full, also where there is no room for the list beside it."""
        self._split.open_detail()

    def _show_notice(self) -> None:
        memories = self._memories
        if memories.fault is not None:
            self.notice.tell(memories.fault)
        elif memories.loading is not Loading.READY:
            self.notice.say(self.tr("One moment…"), self.tr("Memories are being looked through."))
        elif memories.archived and memories.query:
            self.notice.say(self.tr("Nothing that was put away holds these words."))
        elif memories.archived:
            self.notice.say(self.tr("Nothing was put away."))
        elif memories.query:
            self.notice.say(
                self.tr("Nothing like that is remembered."),
                self.tr("Try other words, another time, or look among everything."),
            )
        else:
            self.notice.say(
                self.tr("No memories yet."),
                self.tr(
                    "What our talks come to mean will stand here. What was said can be searched at once."
                ),
            )

    def _choose_sort(self, key: str) -> None:
        self._memories.narrow(sort=Sort(key))

    def _choose_since(self, index: int) -> None:
        self._memories.narrow(since=Since(self.since.itemData(index)))

    def _choose_who(self, index: int) -> None:
        self._memories.narrow(who=Who(self.who.itemData(index)))

    def _choose_felt(self, index: int) -> None:
        self._memories.narrow(felt=Felt(self.felt.itemData(index)))

    def _choose_matters(self, index: int) -> None:
        self._memories.narrow(matters=Matters(self.matters.itemData(index)))

    def _show_archived(self, archived: bool) -> None:
        if archived is not self._memories.archived:
            self._memories.show_archived(archived)

    def _select(self, ref: str) -> None:
        self._memories.select(ref)

    def _load(self) -> None:
        self._memories.load()

    def _arrange(self) -> None:
        self._offer()
        self.archived.setToolTip(self.tr("Show what was put away"))
        self.more.setToolTip(self.tr("By whose words they are, how it felt, and how much it matters"))
        for button in (self.more, self.archived):
            button.setProperty("class", "chip")
            button.setCheckable(True)
        self._filters = FlowLayout()
        for widget in (self.sorts, self.since, self.more, self.archived):
            self._filters.addWidget(widget)
        self._seldom = QWidget(self)
        self._row = FlowLayout(self._seldom)
        for box in (self.who, self.felt, self.matters):
            self._row.addWidget(box)
        self._pages = Pages(self.notice, self._split)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._filters)
        self._column.addWidget(self._seldom)
        self._column.addLayout(self._pages, 1)
        self.setFocusProxy(self.rows)

    def _offer(self) -> None:
        """What may be chosen in each of the boxes, with what it is for."""
        boxes = (
            (self.since, wording.since_options(), self.tr("From when on"), self.tr("Look only at this time")),
            (self.who, wording.who_options(), self.tr("Whose words"), self.tr("Look only at these words")),
            (self.felt, wording.felt_options(), self.tr("How it felt"), self.tr("Look only at what felt so")),
            (
                self.matters,
                wording.matters_options(),
                self.tr("How much it matters"),
                self.tr("Look only at what matters so much"),
            ),
        )
        for box, options, name, tip in boxes:
            for value, words in options:
                box.addItem(words, value)
            box.setAccessibleName(name)
            box.setToolTip(tip)

    def _connect(self) -> None:
        self.sorts.chosen.connect(self._choose_sort)
        self.since.activated.connect(self._choose_since)
        self.who.activated.connect(self._choose_who)
        self.felt.activated.connect(self._choose_felt)
        self.matters.activated.connect(self._choose_matters)
        self.more.toggled.connect(self._seldom.setVisible)
        self.archived.toggled.connect(self._show_archived)
        self.notice.again.connect(self._load)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self.open_memory)
        self.rows.near_end.connect(self._memories.load_more)
        self._memories.listed.connect(self.show_results)
        self._theme.changed.connect(self._on_theme)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        for row in (self._filters, self._row):
            row.setSpacing(space(Gap.NEAR))
        self._column.setSpacing(space(Gap.EASY))
