"""The search over memories: filters, results, and the chosen one."""

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ui.doors import Loading
from ui.frame import Notice, Split
from ui.memories import wording
from ui.memories.detail import MemoryDetail
from ui.memories.model import Memories, Since, Sort
from ui.memories.records import Found
from ui.theme import Theme
from ui.widgets.choices import Choices
from ui.widgets.rows import RowList, RowModel


class SearchPanel(QWidget):
    """Draws the results of `memories`."""

    def __init__(self, memories: Memories, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memories, self._theme = memories, theme
        self.sorts = Choices(self.tr("What to look among"), theme, self)
        self.sorts.offer(wording.sort_options())
        self.since = QComboBox(self)
        self.archived = QPushButton(self.tr("Put away"), self)
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
        self.sorts.choose(memories.sort.value)
        self.archived.setChecked(memories.archived)
        self._pages.setCurrentIndex(1 if shown else 0)
        if not shown:
            self._show_notice()

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
        self._memories.choose_sort(Sort(key))

    def _choose_since(self, index: int) -> None:
        self._memories.choose_since(Since(self.since.itemData(index)))

    def _show_archived(self, archived: bool) -> None:
        if archived is not self._memories.archived:
            self._memories.show_archived(archived)

    def _select(self, ref: str) -> None:
        self._memories.select(ref)

    def _load(self) -> None:
        self._memories.load()

    def _arrange(self) -> None:
        for value, words in wording.since_options():
            self.since.addItem(words, value)
        self.since.setAccessibleName(self.tr("From when on"))
        self.since.setToolTip(self.tr("Look only at what is from this time"))
        self.archived.setProperty("class", "chip")
        self.archived.setCheckable(True)
        self.archived.setToolTip(self.tr("Show what was put away"))
        self._filters = QHBoxLayout()
        self._filters.addWidget(self.sorts, 1)
        self._filters.addWidget(self.since)
        self._filters.addWidget(self.archived)
        body = QWidget(self)
        self._pages = QStackedLayout(body)
        self._pages.addWidget(self.notice)
        self._pages.addWidget(self._split)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._filters)
        self._column.addWidget(body, 1)
        self.setFocusProxy(self.rows)

    def _connect(self) -> None:
        self.sorts.chosen.connect(self._choose_sort)
        self.since.activated.connect(self._choose_since)
        self.archived.toggled.connect(self._show_archived)
        self.notice.again.connect(self._load)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self.open_memory)
        self._memories.listed.connect(self.show_results)
        self._theme.changed.connect(self._on_theme)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._filters.setSpacing(space(8))
        self._column.setSpacing(space(10))
