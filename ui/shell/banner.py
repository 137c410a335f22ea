"""A calm line above the content when something unexpected happened: what, and what to do."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from ui.doors import Fault
from ui.theme import Theme
from ui.widgets.icons import icon


class Banner(QFrame):
    """Hidden until `show_fault`; a person sends it away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._theme = theme
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._close = QToolButton(self)
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setAccessibleName(self.tr("Close this message"))
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.addWidget(self._words, 1)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    def show_fault(self, fault: Fault) -> None:
        self._words.setText(f"{fault.message}\n{fault.remedy}" if fault.remedy else fault.message)
        self._words.setAccessibleName(self._words.text())
        self.show()

    @property
    def words(self) -> str:
        return self._words.text()

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._close.setIconSize(QSize(space(16), space(16)))
        self._close.setIcon(icon("close", self._theme.colours.muted, space(16)))
        row = self.layout()
        if row is not None:
            row.setContentsMargins(space(14), space(10), space(10), space(10))
