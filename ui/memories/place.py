"""The Memories place: search, contradictions and documents."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from ui.connections import ConnectionsPanel
from ui.doors import Fault
from ui.frame import Page, QuietBar
from ui.memories import wording
from ui.memories.conflicts import ConflictsPanel
from ui.memories.documents import DocumentsPanel
from ui.memories.library import Library
from ui.memories.model import Memories
from ui.memories.records import Document
from ui.memories.search import SearchPanel
from ui.shell.actions import Action
from ui.theme import Theme
from ui.widgets.choices import Choices, Option, counted
from ui.widgets.search_field import SearchField


class Panel(StrEnum):
    """The sides of the place."""

    SEARCH = "search"
    CONFLICTS = "conflicts"
    DOCUMENTS = "documents"
    CONNECTIONS = "connections"


class MemoriesPlace(Page):
    """Draws `Memories` and `Library`."""

    def __init__(
        self, memories: Memories, library: Library, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("", "", theme, parent)
        self._title.setText(self.tr("Memories"))
        self.set_words(
            self.tr("What was said, what it came to mean, and what was read. All with its source.")
        )
        self.memories, self.library = memories, library
        self.steps = memories.steps
        self.field = SearchField(
            self.tr("Search memories"),
            self.tr("Search memories…"),
            self.tr("Look for what was said, known or understood, by words or meaning (Ctrl+Shift+F)"),
            theme,
            self,
        )
        self.panels = Choices(self.tr("Which side"), theme, self, sides=True)
        self.search = SearchPanel(memories, theme, self)
        self.conflicts = ConflictsPanel(memories, theme, self)
        self.documents = DocumentsPanel(library, theme, self)
        self.connections = ConnectionsPanel(memories.connections, theme, self)
        self.bar = QuietBar(theme, self)
        self._arrange()
        self._connect()
        self._show_panels()

    def actions_of_place(self) -> tuple[Action, ...]:
        """What can be done here, for menus, shortcuts and the palette."""
        menu = self.tr("Memories")
        return (
            Action(
                "memories.search",
                self.tr("Search memories"),
                self.tr("Look for what was said, known or understood"),
                menu,
                self.begin_search,
                ("Ctrl+Shift+F",),
            ),
            Action(
                "documents.add",
                self.tr("Read a document"),
                self.tr("Add a file that can be looked things up in"),
                menu,
                self.begin_reading,
                ("Ctrl+O",),
            ),
        )

    def letters(self) -> Mapping[str, QAbstractButton]:
        """Of the side that is shown."""
        return {
            Panel.SEARCH: self.search.detail.letters,
            Panel.DOCUMENTS: self.documents.letters,
        }.get(self._panel, {})

    def press_letter(self, letter: str) -> bool:
        """What settles a contradiction too."""
        settles = self._panel is Panel.CONFLICTS and self.conflicts.isVisibleTo(self)
        return super().press_letter(letter) or (settles and self.conflicts.detail.press_key(letter))

    @property
    def _panel(self) -> Panel:
        return list(Panel)[self._pages.currentIndex()]

    def begin_search(self) -> None:
        """Go to the field."""
        self.wanted()
        self.show_panel(Panel.SEARCH)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def begin_reading(self) -> None:
        """Ask for a file to read."""
        self.wanted()
        self.show_panel(Panel.DOCUMENTS)
        self.documents.choose_file()

    def seek_words(self, words: str) -> None:
        """Search for these, as if they had been typed here."""
        self.show_panel(Panel.SEARCH)
        self.field.seek(words)

    def read_documents(self, paths: Sequence[str]) -> None:
        """Read files that were given, and show them among the documents."""
        self.wanted()
        self.show_panel(Panel.DOCUMENTS)
        for path in paths:
            self.library.add(path)

    def open_document(self, document_id: str) -> None:
        """Show one document, and when it was used."""
        self.wanted()
        self.show_panel(Panel.DOCUMENTS)
        self.library.reveal(document_id)
        self.documents.open_detail()

    def reveal(self, ref: str) -> None:
        """Show one thing that is remembered in full."""
        self.wanted()
        self.show_panel(Panel.SEARCH)
        with QSignalBlocker(self.field):
            self.field.clear()
        self.memories.reveal(ref)
        self.search.open_detail()

    def show_panel(self, panel: Panel) -> None:
        """Go to one of the sides."""
        self.panels.choose(panel.value)
        self._pages.setCurrentIndex(list(Panel).index(panel))
        if panel is Panel.CONNECTIONS:
            self.memories.connections.load()

    def showEvent(self, event: QShowEvent) -> None:
        """What came meanwhile is read when the place is looked at."""
        super().showEvent(event)
        self._load()

    def _show_panels(self) -> None:
        conflicts = len(self.memories.conflicts) + len(self.memories.doubts)
        documents = len(self.library.documents)
        self.panels.offer(
            [
                Option(Panel.SEARCH, self.tr("Search"), self.tr("Look through everything")),
                Option(
                    Panel.CONFLICTS,
                    counted(self.tr("Contradictions"), conflicts),
                    self.tr("What cannot both be so, until you say which is right"),
                ),
                Option(Panel.DOCUMENTS, counted(self.tr("Documents"), documents), self.tr("What was read")),
                Option(Panel.CONNECTIONS, self.tr("Connections"), self.tr("How memories hang together")),
            ]
        )

    def _choose_panel(self, key: str) -> None:
        self.show_panel(Panel(key))

    def _seek(self, words: str) -> None:
        self.show_panel(Panel.SEARCH)
        self.memories.seek(words)

    def _on_told(self, verb: str) -> None:
        self.bar.tell_step(wording.told_words(verb, self.memories.besides), self.steps)

    def _on_document(self, verb: str, document: Document) -> None:
        self.bar.tell(wording.document_told(verb, document))

    def _on_unread(self, fault: Fault) -> None:
        self.bar.tell_unread(fault, self._load)

    def _load(self) -> None:
        """Everything that is shown here, anew."""
        self.memories.load()
        self.library.load()
        if self._pages.currentWidget() is self.connections:
            self.memories.connections.load()

    def _arrange(self) -> None:
        self.add_tool(self.field)
        self.add_sides(self.panels)
        self._pages = self.add_pages(self.search, self.conflicts, self.documents, self.connections)
        self.add_body(self.bar)
        self.setFocusProxy(self.field)
        self._show_panels()
        self.show_panel(Panel.SEARCH)

    def _connect(self) -> None:
        self.field.sought.connect(self._seek)
        self.panels.chosen.connect(self._choose_panel)
        self.connections.opened.connect(self.reveal)
        self.memories.listed.connect(self._show_panels)
        self.library.listed.connect(self._show_panels)
        self.memories.told.connect(self._on_told)
        self.memories.failed.connect(self.bar.tell_fault)
        self.library.told.connect(self._on_document)
        self.library.failed.connect(self.bar.tell_fault)
        self.library.lost.connect(self.bar.tell_lost)
        for signal in (self.memories.unread, self.library.unread, self.memories.connections.unread):
            signal.connect(self._on_unread)
