"""The view-model of the search in the conversation: where words occur, newest first, as far back as it goes. No Qt."""

from ui.conversation.model import Conversation
from ui.doors import Fault, Loading
from ui.observable import Signal


class Finding:
    """The turns that hold `words`.

    Loaded turns are looked at one by one, whenever `look` is called. Where they hold no hit, or none older than the
    chosen one, earlier pages are asked for one after the other, until there is a hit or nothing is left. Other words
    end that, and so do none: a page on its way then comes as any other.
    """

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._folded = ""
        self._next = -1  # the row to be looked at next; -1 where all that is loaded was
        self._wanting = False  # whether an older hit is still to be found and chosen
        self.words = ""
        self.rows: list[int] = []
        self.at = -1  # which of `rows` is chosen
        self.earlier = False  # whether turns are looked for that were not loaded when the hit was asked for
        self.fault: Fault | None = None
        self.changed: Signal[[]] = Signal()
        self.found: Signal[[int]] = Signal()  # the row to show
        conversation.inserted.connect(self._on_inserted)
        conversation.progressed.connect(self._on_progressed)
        conversation.removed.connect(self._on_removed)

    @property
    def looking(self) -> bool:
        """Whether `look` has something to look at just now."""
        return self._next >= 0

    @property
    def searching(self) -> bool:
        """Whether a hit may still come without anybody asking for one."""
        return self.looking or self._wanting

    @property
    def whole(self) -> bool:
        """Whether every turn there is was looked at, so that `rows` are all."""
        return not self.looking and not self._conversation.has_earlier

    def seek(self, words: str) -> None:
        """Look for `words` from the newest turn on; empty ones end the search."""
        self.words, self._folded = words, words.casefold()
        self.rows, self.at = [], -1
        self._next = self._conversation.last_row() if words else -1
        self._wanting = bool(words)
        self._begin()

    def step(self, *, older: bool) -> None:
        """Choose the next older or newer hit; past the oldest known, go on into what is earlier, else round."""
        beyond = older and self.at == len(self.rows) - 1 and not self.whole
        if self.words and beyond and not self._wanting:
            self._wanting = True
            self._begin()
        elif self.rows and not beyond:
            self._end_want()
            self._choose((self.at + (1 if older else -1)) % len(self.rows))

    def look(self) -> None:
        """Look at one more turn."""
        row, self._next = self._next, self._next - 1
        if self._holds(row):
            self.rows.append(row)
            if self._wanting:
                self._end_want()
                self._choose(len(self.rows) - 1)
        if not self.looking:
            self._go_on()

    def _begin(self) -> None:
        self.earlier, self.fault = False, None
        if self.looking:
            self.changed.emit()
        else:
            self._go_on()

    def _end_want(self) -> None:
        self._wanting = self.earlier = False

    def _go_on(self) -> None:
        """All that is loaded was looked at: ask for what is earlier, if a hit is still wanted."""
        if not self._wanting:
            self.changed.emit()
        elif self._conversation.has_earlier:
            self.earlier = True
            self.changed.emit()
            self._conversation.load()
        else:
            self._end_want()
            if self.rows:
                self._choose(0)
            self.changed.emit()

    def _choose(self, at: int) -> None:
        self.at = at
        self.found.emit(self.rows[at])
        self.changed.emit()

    def _holds(self, row: int) -> bool:
        turn = self._conversation[row]
        return self._folded in turn.utterance.casefold() or self._folded in turn.answer.casefold()

    def _on_inserted(self, first: int, count: int) -> None:
        if not self.words:
            return
        self.fault = None
        self.rows = [row + count if row >= first else row for row in self.rows]
        if first <= self._next + 1:
            self._next += count
        else:
            fresh = [row for row in range(first + count - 1, first - 1, -1) if self._holds(row)]
            self.rows[0:0] = fresh
            self.at += len(fresh) if self.at >= 0 else 0
        self.changed.emit()

    def _on_progressed(self) -> None:
        if self.looking or not self.words:
            return
        if self._wanting and self._conversation.loading is Loading.READY:
            self._go_on()
            return
        if self._wanting and self._conversation.loading is Loading.FAILED:
            self._end_want()
            self.fault = self._conversation.fault
        self.changed.emit()

    def _on_removed(self) -> None:
        if self.words:
            self.seek(self.words)
