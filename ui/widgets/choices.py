"""A few options of which one is chosen, or several, as a row of buttons: tabs for the sides of a place, else chips."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

from ui.theme import Theme
from ui.widgets.flow import FlowLayout


@dataclass(frozen=True, slots=True)
class Option:
    """One of them: its key, its words, and what choosing it does."""

    key: str
    words: str
    tip: str


class Choices(QWidget):
    """Tab reaches the chosen one, the arrows choose another; at first none is.

    `sides` are those of a place, drawn as tabs. Of `several`, any number is chosen, each for itself.
    """

    chosen = Signal(str)

    def __init__(
        self,
        name: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        sides: bool = False,
        several: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme, self._sides = theme, sides
        self._group = QButtonGroup(self)
        self._group.setExclusive(not several)
        self._buttons: dict[str, QPushButton] = {}
        self._row = FlowLayout(self)
        self.setAccessibleName(name)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def offer(self, options: Sequence[Option]) -> None:
        """Show `options`; those already there keep their buttons and only get the new words."""
        for option in options:
            button = self._buttons.get(option.key) or self._add(option.key)
            button.setText(option.words)
            button.setAccessibleName(option.words)
            button.setToolTip(option.tip)
        if self.focusProxy() is None and self._buttons:
            self.setFocusProxy(next(iter(self._buttons.values())))

    def choose(self, key: str) -> None:
        """Mark one as chosen, without telling; KeyError for one that is not offered."""
        self._buttons[key].setChecked(True)
        self.setFocusProxy(self._buttons[key])

    def check(self, keys: Collection[str]) -> None:
        """Mark these of several as chosen and no others, without telling."""
        for key, button in self._buttons.items():
            button.setChecked(key in keys)

    @property
    def keys(self) -> list[str]:
        """What is offered, in its order."""
        return list(self._buttons)

    @property
    def checked(self) -> list[str]:
        """What is chosen of it, in its order."""
        return [key for key, button in self._buttons.items() if button.isChecked()]

    def words(self) -> list[str]:
        return [button.text() for button in self._buttons.values()]

    def press(self, key: str) -> None:
        """Choose one as a person does; where another of them had the focus, it goes along."""
        if any(button.hasFocus() for button in self._buttons.values()):
            self._buttons[key].setFocus(Qt.FocusReason.OtherFocusReason)
        self._buttons[key].click()

    def _add(self, key: str) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("class", "tab" if self._sides else "chip")
        button.setCheckable(True)
        button.clicked.connect(partial(self.chosen.emit, key))
        self._group.addButton(button)
        self._buttons[key] = button
        self._row.addWidget(button)
        return button

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._row.setSpacing(space(20 if self._sides else 6))
        self._row.set_line_spacing(space(4 if self._sides else 6))


def counted(words: str, count: int) -> str:
    """`words` of an option with how many there are of it; nothing is said of none."""
    return f"{words}  {count}" if count else words
