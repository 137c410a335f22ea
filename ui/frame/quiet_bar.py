"""A bar at the foot that says what was just done, with the way back; it asks for nothing."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from ui.doors import Fault
from ui.frame.letters import UNDO, tip_with
from ui.frame.message import SMALL_CROSS, Message
from ui.history import Offer, Undoing
from ui.theme import Gap, Theme


class QuietBar(Message):
    """Hidden until something is told; it stays until something else is, or until it is sent away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("quietBar", theme, parent, cross=SMALL_CROSS)
        self._verbs: list[QPushButton] = []
        self._row.setAlignment(self._close, Qt.AlignmentFlag.AlignVCenter)

    def tell(self, words: str, verbs: Sequence[tuple[str, str, Callable[[], None]]] = ()) -> None:
        """Say `words`; each verb is a button: its words, its tip, what it does."""
        for old in self._verbs:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._words.setText(words)
        self.setAccessibleName(words)
        self._verbs = [self._verb(*verb) for verb in verbs]
        for place, button in enumerate(self._verbs, start=1):
            self._row.insertWidget(place, button)
        self.show()

    def tell_fault(self, fault: Fault) -> None:
        """Say what went wrong with what was asked for."""
        self.tell(fault.words)

    def tell_unread(self, fault: Fault, again: Callable[[], None]) -> None:
        """Say that what is shown could not be read anew, with a way to try again."""
        self.tell(fault.words, [(self.tr("Try again"), self.tr("Ask for this once more"), again)])

    def tell_lost(self) -> None:
        """Say that a way from elsewhere ended here."""
        self.tell(self.tr("What this led to is not here any more."))

    def tell_step(self, words: str, steps: Undoing) -> None:
        """Say what was just done by a person, with the way back, or forth again where it was taken back."""
        undo = (self.tr("Undo"), tip_with(self.tr("Take this back"), UNDO), steps.undo)
        redo = (self.tr("Do it again"), self.tr("It was right as it was"), steps.redo)
        self.tell(words, {Offer.BACK: [undo], Offer.FORTH: [redo], Offer.NEITHER: []}[steps.offer])

    def _verb(self, words: str, tip: str, run: Callable[[], None]) -> QPushButton:
        button = QPushButton(words, self)
        button.setProperty("class", "link")
        button.setToolTip(tip)
        button.setAccessibleName(words)

        def pressed() -> None:
            run()

        button.clicked.connect(pressed)
        return button

    def _on_theme(self) -> None:
        super()._on_theme()
        space = self._theme.metrics.space
        self._row.setContentsMargins(space(Gap.INSET), space(Gap.TIGHT), space(Gap.NEAR), space(Gap.TIGHT))
        self._row.setSpacing(space(Gap.TIGHT))
