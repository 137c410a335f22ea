"""The view-model of documents: what was read, adding and forgetting. No Qt."""

from ui.doors import Door, Fault, Loading
from ui.memories import operations
from ui.memories.records import Access, Document
from ui.observable import Signal
from ui.shelf.model import holds

MOST_ACCESSES = 5


class Library:
    """Documents, most important first; `adding` says how many are being read."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._revealing = ""
        self.documents: list[Document] = []
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.adding = 0
        self.current: Document | None = None
        self.doubted = False  # whether it is asked if the chosen one is to go for good
        self.accesses: list[Access] = []
        self.text: str | None = None  # of the chosen one, while it is read
        self.listed: Signal[[]] = Signal()
        self.told: Signal[[str, Document]] = Signal()  # added, known or forgotten
        self.failed: Signal[[Fault]] = Signal()
        self.unread: Signal[[Fault]] = Signal()  # what is shown could not be read anew
        self.lost: Signal[[]] = Signal()  # what was to be revealed is nowhere

    def load(self) -> None:
        self.loading, self.fault = Loading.LOADING, None
        operations.documents(self._door, self._loaded, self._not_loaded)
        self.listed.emit()

    def select(self, document_id: str) -> None:
        self.current = next((one for one in self.documents if one.id == document_id), None)
        self.accesses, self.doubted, self.text = [], False, None
        self.listed.emit()
        self._read_accesses()

    def reveal(self, document_id: str) -> None:
        """Choose a document once the list is read anew: it may have come since."""
        self._revealing = document_id
        self.load()

    def found(self, needle: str) -> list[tuple[str, str]]:
        """The id and the name of each whose name holds all words of `needle`; what is in them, recall finds."""
        return [(one.id, one.name) for one in self.documents if holds(needle, one.name)]

    def add(self, path: str) -> None:
        """Read a file of this machine."""
        self.adding += 1

        def added(document: Document, new: bool) -> None:
            self.adding -= 1
            self.told.emit("added" if new else "known", document)
            self.load()

        def failed(fault: Fault) -> None:
            self.adding -= 1
            self.failed.emit(fault)
            self.listed.emit()

        operations.add_document(self._door, path, added, failed)
        self.listed.emit()

    def open(self) -> None:
        """Show the text of the chosen document; it counts as used."""
        chosen = self.current
        if chosen is None:
            return

        def opened(text: str) -> None:
            if self.current is not None and self.current.id == chosen.id:
                self.text = text
            self.load()

        operations.open_document(self._door, chosen.id, opened, self.failed.emit)

    def shut(self) -> None:
        """Read no more of it."""
        self.text = None
        self.listed.emit()

    def forget(self) -> None:
        """Delete the chosen document for good, once that was asked."""
        document = self.current
        if document is None:
            return
        if not self.doubted:
            self.doubted = True
            self.listed.emit()
            return
        self.doubted = False
        self.listed.emit()

        def forgotten() -> None:
            self.current = self.text = None
            self.told.emit("forgotten", document)
            self.load()

        operations.forget_document(self._door, document.id, forgotten, self.failed.emit)

    def keep(self) -> None:
        """Do not delete it after all."""
        self.doubted = False
        self.listed.emit()

    def _loaded(self, documents: list[Document]) -> None:
        self.loading, self.documents = Loading.READY, documents
        chosen = self.current.id if self.current is not None else ""
        wanted, self._revealing = self._revealing or chosen, ""
        first = documents[0] if documents else None
        self.current = next((one for one in documents if one.id == wanted), first)
        lost = wanted != chosen and (self.current is None or self.current.id != wanted)
        if self.current is None or self.current.id != chosen:
            self.accesses, self.doubted, self.text = [], False, None
        self.listed.emit()
        self._read_accesses()
        if lost:
            self.lost.emit()

    def _read_accesses(self) -> None:
        """When the chosen document was used; what comes for another one is passed over."""
        chosen = self.current
        if chosen is None:
            return

        def found(accesses: list[Access]) -> None:
            if self.current is not None and self.current.id == chosen.id:
                self.accesses = accesses
                self.listed.emit()

        operations.accesses(self._door, chosen.id, MOST_ACCESSES, found, self.failed.emit)

    def _not_loaded(self, fault: Fault) -> None:
        self.loading, self.fault = Loading.FAILED, fault
        self.listed.emit()
        if self.documents:
            self.unread.emit(fault)
