"""The rail of places at the left."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ui.shell.places import Place
from ui.theme import Theme
from ui.widgets.icons import icon


class Rail(QFrame):
    """One button a place, and the menu at the foot."""

    chosen = Signal(str)
    menu_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(self.tr("Places"))
        self._theme = theme
        self._buttons: dict[str, tuple[QToolButton, str]] = {}
        self._group = QButtonGroup(self)
        self._column = QVBoxLayout(self)
        self._column.addStretch(1)
        self.menu_button = self._add_button("", self.tr("Menu"), self.tr("All actions (F10)"), "menu")
        self.menu_button.clicked.connect(self.menu_wanted)
        theme.changed.connect(self._on_theme)

    def add_place(self, place: Place, shortcut: str) -> None:
        """Put a place below those already there."""
        button = self._add_button(place.key, place.title, f"{place.tip} ({shortcut})", place.icon)
        button.setCheckable(True)
        self._group.addButton(button)
        button.clicked.connect(partial(self.chosen.emit, place.key))
        self._column.insertWidget(len(self._buttons) - 2, button)
        self._on_theme()

    def show_place(self, key: str) -> None:
        self._buttons[key][0].setChecked(True)

    def _add_button(self, key: str, words: str, tip: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        button.setToolTip(tip)
        button.setAccessibleName(words)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._buttons[key] = (button, name)
        self._column.addWidget(button)
        return button

    def _on_theme(self) -> None:
        colours, space = self._theme.colours, self._theme.metrics.space
        side = space(24)
        for button, name in self._buttons.values():
            button.setIconSize(QSize(side, side))
            button.setIcon(icon(name, colours.muted, side, checked=colours.accent))
        self._column.setContentsMargins(space(6), space(12), space(6), space(10))
        self._column.setSpacing(space(4))
