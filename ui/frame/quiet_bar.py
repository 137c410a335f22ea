"""A bar at the foot that says what was just done, with the way back; it asks for nothing."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from ui.theme import Theme
from ui.widgets.icons import icon


class QuietBar(QFrame):
    """Hidden until something is told; it stays until something else is, or until it is sent away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("quietBar")
        self._theme = theme
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._close = QToolButton(self)
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setAccessibleName(self.tr("Close this message"))
        self._close.clicked.connect(self.hide)
        self._verbs: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._words, 1)
        self._row.addWidget(self._close)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    @property
    def words(self) -> str:
        return self._words.text()

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
        space = self._theme.metrics.space
        self._close.setIconSize(QSize(space(14), space(14)))
        self._close.setIcon(icon("close", self._theme.colours.muted, space(14)))
        self._row.setContentsMargins(space(14), space(6), space(8), space(6))
        self._row.setSpacing(space(6))
