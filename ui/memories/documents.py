"""Documents that were read: the list, adding one, reading one, and deleting one for good."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.doors import Loading
from ui.frame import Notice, Reading, Split
from ui.frame.groups import Group, Line
from ui.frame.letters import tip_with
from ui.frame.lines import LinesCard
from ui.memories import wording
from ui.memories.library import Library
from ui.memories.records import Document
from ui.theme import Gap, Theme
from ui.widgets.document_dialog import ask_for_documents
from ui.widgets.flow import FlowLayout
from ui.widgets.pages import Pages
from ui.widgets.rows import RowList, RowModel
from ui.widgets.words import Words

OPEN, DELETE, KEEP = "o", "x", "n"
"""What presses the verbs while nothing is being written."""


class DocumentDetail(Reading):
    """One document: what it is, when it was used, and its deletion, which is asked about, as it is for good."""

    def __init__(self, library: Library, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._library = library
        self.open = QPushButton(self.tr("Open"), self)
        self.open.setToolTip(tip_with(self.tr("Read the text here"), OPEN))
        self.delete, self.keep = QPushButton(self), QPushButton(self.tr("Keep it"), self)
        self._offer_deletion(sure=False)
        self.keep.setToolTip(tip_with(self.tr("Delete nothing"), KEEP))
        self.letters = {OPEN: self.open, DELETE: self.delete, KEEP: self.keep}
        verbs = QWidget(self)
        self._row = FlowLayout(verbs)
        for button in (self.open, self.delete, self.keep):
            self._row.addWidget(button)
        self.used = LinesCard(theme, self)
        self.add(verbs)
        self.add(self.used)
        self.setFocusProxy(self.open)
        self.open.clicked.connect(library.open)
        self.delete.clicked.connect(self._delete)
        self.keep.clicked.connect(library.keep)
        library.listed.connect(self.show_document)
        theme.changed.connect(self._on_detail_theme)
        self._on_detail_theme()
        self.show_document()

    def _offer_deletion(self, *, sure: bool) -> None:
        self.delete.setText(self.tr("Delete it for good") if sure else self.tr("Delete…"))
        tip = (
            self.tr("It is gone, with all that was taken from it")
            if sure
            else self.tr("Delete it, with all that was taken from it; you are asked once more")
        )
        self.delete.setToolTip(tip_with(tip, DELETE))

    def show_document(self) -> None:
        """Show the chosen document as it is now."""
        document, sure = self._library.current, self._library.doubted
        if document is None:
            self.clear()
            return
        self.read(wording.document_words(document), document.name, [])
        self._offer_deletion(sure=sure)
        self.keep.setVisible(sure)
        lines = [Line(*wording.access_line(one)) for one in self._library.accesses]
        group = Group(self.tr("When it was used"), lines, self.tr("It was not used yet."), plain=True)
        self.used.show_groups([group])

    def _delete(self) -> None:
        self._library.forget()

    def _on_detail_theme(self) -> None:
        self._row.setSpacing(self._theme.metrics.space(Gap.NEAR))


class DocumentReader(QWidget):
    """The text of the chosen document, as long as it may be: only what is in sight is laid out."""

    def __init__(self, library: Library, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library, self._theme = library, theme
        self._name = Words(self, kind="strong")
        self.close_button = QPushButton(self.tr("Close"), self)
        self.close_button.setToolTip(tip_with(self.tr("Back to what is known of it"), OPEN))
        self.close_button.clicked.connect(library.shut)
        self.page = QPlainTextEdit(self)
        self.page.setReadOnly(True)
        self.page.setTabChangesFocus(True)
        self.page.setAccessibleName(self.tr("Text of the document"))
        self.letters = {OPEN: self.close_button}
        self._head = QHBoxLayout()
        self._head.addWidget(self._name, 1)
        self._head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self.page, 1)
        self.setFocusProxy(self.page)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def read(self, document: Document, text: str) -> None:
        """Show it from its beginning, unless that is what is read."""
        self._name.setText(document.name)
        self.page.setAccessibleName(document.name)
        if text != self.page.toPlainText():
            self.page.setPlainText(text)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._head.setSpacing(space(Gap.NEAR))
        self._column.setContentsMargins(space(Gap.EASY), space(Gap.TIGHT), space(Gap.INSET), space(Gap.EASY))
        self._column.setSpacing(space(Gap.NEAR))


class DocumentSide(QWidget):
    """The chosen document: what is known of it, or its text while it is read."""

    def __init__(self, library: Library, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self.detail, self.reader = DocumentDetail(library, theme, self), DocumentReader(library, theme, self)
        self._pages = Pages(self.detail, self.reader)
        self.setLayout(self._pages)
        library.listed.connect(self._show)
        self._show()

    @property
    def letters(self) -> dict[str, QPushButton]:
        """The buttons of what is shown, by their letters."""
        return self.reader.letters if self._pages.currentWidget() is self.reader else self.detail.letters

    def _show(self) -> None:
        document, text = self._library.current, self._library.text
        shown: QWidget = self.detail
        if document is not None and text is not None:
            self.reader.read(document, text)
            shown = self.reader
        self.setFocusProxy(shown)
        if shown is not self._pages.currentWidget():
            focused = QApplication.focusWidget()
            within = focused is not None and self.isAncestorOf(focused)
            self._pages.setCurrentWidget(shown)
            if within:
                shown.setFocus(Qt.FocusReason.OtherFocusReason)


class DocumentsPanel(QWidget):
    """Draws `Library`."""

    def __init__(self, library: Library, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library, self._theme = library, theme
        self.add = QPushButton(self.tr("Add…"), self)
        self.notice = Notice(theme, self)
        self._doing = QLabel(self)
        self._model: RowModel[Document] = RowModel(wording.document_row, wording.document_key, self)
        self.rows = RowList(self._model, self.tr("Documents"), theme, self)
        self.side = DocumentSide(library, theme, self)
        self._split = Split(self.rows, self.side, theme, self)
        self.dialog: QFileDialog | None = None
        self._arrange()
        self._connect()
        self._on_theme()
        self.show_documents()

    def show_documents(self) -> None:
        """Show the documents as they are now."""
        library = self._library
        self._model.show(library.documents)
        if library.current is not None:
            self.rows.choose(library.current.id)
        self._doing.setText(self.tr("Reading…") if library.adding else "")
        self._pages.setCurrentIndex(1 if library.documents else 0)
        if not library.documents:
            self._show_notice()

    @property
    def letters(self) -> dict[str, QPushButton]:
        """The buttons by their letters."""
        return self.side.letters

    def open_detail(self) -> None:
        """Show the chosen one in full, also where there is no room for the list beside it."""
        self._split.open_detail()

    def choose_file(self) -> None:
        """Ask for a file; it is read once one is chosen."""
        self.dialog = ask_for_documents(self, self._add)

    def _show_notice(self) -> None:
        library = self._library
        if library.fault is not None:
            self.notice.tell(library.fault)
        elif library.loading is Loading.LOADING:
            self.notice.say(self.tr("One moment…"), self.tr("The documents are being listed."))
        else:
            self.notice.say(
                self.tr("No documents yet."),
                self.tr("Add a text, Markdown, PDF, Word or HTML file, and I can look things up in it."),
            )

    def _add(self, paths: list[str]) -> None:
        for path in paths:
            self._library.add(path)

    def _select(self, document_id: str) -> None:
        self._library.select(document_id)

    def _open(self, document_id: str) -> None:
        self._library.select(document_id)
        self._split.open_detail()

    def _load(self) -> None:
        self._library.load()

    def _arrange(self) -> None:
        self.add.setToolTip(self.tr("Read a document (Ctrl+O)"))
        self._doing.setProperty("class", "muted")
        self._bar = QHBoxLayout()
        self._bar.addWidget(self.add)
        self._bar.addWidget(self._doing, 1)
        self._pages = Pages(self.notice, self._split)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._bar)
        self._column.addLayout(self._pages, 1)
        self.setFocusProxy(self.rows)

    def _connect(self) -> None:
        self.add.clicked.connect(self.choose_file)
        self.notice.again.connect(self._load)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self._open)
        self._library.listed.connect(self.show_documents)
        self._theme.changed.connect(self._on_theme)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._bar.setSpacing(space(Gap.NEAR))
        self._column.setSpacing(space(Gap.EASY))
