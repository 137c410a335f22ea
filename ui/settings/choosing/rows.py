"""Rows over choices: a switch, a few options, a list, a number. Each follows its choice, and sets it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from ui.settings.choosing.model import Chosen
from ui.theme import Gap, Theme
from ui.widgets.choices import Choices, Option
from ui.widgets.words import Words

STEPS = 20
"""Of a slider."""
LABEL = 130
"""Pixels at 100% text that the words before a list take at least, so that lists stand under one another."""
BOX = 420
"""The widest that a list may be, in pixels at 100% text."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a row asks for: the choice by its name, the words before it, and what choosing means."""

    name: str
    words: str
    tip: str = ""


class SwitchRow(QCheckBox):
    """A choice that is on or off."""

    def __init__(self, chosen: Chosen, asked: Asked, parent: QWidget | None = None) -> None:
        super().__init__(asked.words, parent)
        self._chosen, self._name = chosen, asked.name
        self.setToolTip(asked.tip)
        self.setAccessibleName(asked.words)
        self.clicked.connect(self._choose)
        chosen.changed.connect(self._show)
        self._show()

    def _choose(self, on: bool) -> None:
        self._chosen.choose(self._name, on)

    def _show(self) -> None:
        value = self._chosen.value(self._name)
        self.setEnabled(value is not None)
        self.setChecked(bool(value))


class OptionsRow(QWidget):
    """A choice of a few, each with its words and what choosing it means."""

    def __init__(
        self,
        chosen: Chosen,
        asked: Asked,
        options: Sequence[Option],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._chosen, self._name = chosen, asked.name
        self.choices = Choices(asked.words, theme, self)
        self.choices.offer(options)
        self._tips = {option.key: option.tip for option in options}
        self._said = Words(self, kind="muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (Words(self, asked.words), self.choices, self._said):
            column.addWidget(widget)
        self.choices.chosen.connect(self._choose)
        chosen.changed.connect(self._show)
        self._show()

    def _choose(self, key: str) -> None:
        self._chosen.choose(self._name, key)

    def _show(self) -> None:
        value = self._chosen.value(self._name)
        self.setEnabled(value is not None)
        if value in self._tips:
            self.choices.choose(value)
            self._said.setText(self._tips[value])


class ListRow(QWidget):
    """A choice of many, in a list that opens: keys with their words, which may change."""

    def __init__(
        self,
        chosen: Chosen,
        asked: Asked,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._chosen, self._name, self._theme = chosen, asked.name, theme
        self.box = QComboBox(self)
        self.box.setAccessibleName(asked.words)
        self.box.setToolTip(asked.tip)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(10)
        self._label = QLabel(asked.words, self)
        self._label.setBuddy(self.box)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._label)
        self._row.addWidget(self.box, 1000)
        self._row.addStretch(1)
        self.box.activated.connect(self._choose)
        chosen.changed.connect(self._show)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def offer(self, options: Sequence[tuple[object, str]]) -> None:
        """Show these and no others; what is chosen and not among them is shown too, by its own name."""
        self.box.clear()
        for key, words in options:
            self.box.addItem(words, key)
        self._show()

    def _choose(self, row: int) -> None:
        self._chosen.choose(self._name, self.box.itemData(row))

    def _show(self) -> None:
        value = self._chosen.value(self._name)
        self.setEnabled(value is not None)
        if value is None:
            return
        row = self.box.findData(value)
        if row < 0:
            self.box.addItem(str(value), value)
            row = self.box.count() - 1
        self.box.setCurrentIndex(row)

    def _on_theme(self) -> None:
        self._row.setSpacing(self._theme.metrics.space(Gap.CLEAR))
        self.box.setMaximumWidth(self._theme.metrics.text(BOX))
        self._label.setMinimumWidth(self._theme.metrics.text(LABEL))


class NameRow(QWidget):
    """A name that is typed, and kept once it is left or Enter is pressed; `empty` stands where there is none."""

    def __init__(self, chosen: Chosen, asked: Asked, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen, self._name = chosen, asked.name
        self.field = QLineEdit(self)
        self.field.setAccessibleName(asked.words)
        self.field.setToolTip(asked.tip)
        self.field.setPlaceholderText(empty)
        label = QLabel(asked.words, self)
        label.setBuddy(self.field)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(self.field, 2)
        row.addStretch(1)
        self.field.editingFinished.connect(self._choose)
        chosen.changed.connect(self._show)
        self._show()

    def _choose(self) -> None:
        self._chosen.choose(self._name, " ".join(self.field.text().split()))

    def _show(self) -> None:
        value = self._chosen.value(self._name)
        self.setEnabled(value is not None)
        if value is not None and not self.field.hasFocus():
            self.field.setText(str(value))


class ShareRow(QWidget):
    """A number between the bounds of its choice, on a slider; `told` gives the words of a value."""

    def __init__(
        self,
        chosen: Chosen,
        asked: Asked,
        told: Callable[[float], str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._chosen, self._name, self._told, self._theme = chosen, asked.name, told, theme
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, STEPS)
        self.slider.setAccessibleName(asked.words)
        self.slider.setToolTip(asked.tip)
        self._said = Words(self, kind="muted")
        self._label = QLabel(asked.words, self)
        self._label.setBuddy(self.slider)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._label)
        self._row.addWidget(self.slider, 2)
        self._row.addWidget(self._said, 3)
        self.slider.valueChanged.connect(self._choose)
        chosen.changed.connect(self._show)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self._show()

    def _choose(self, step: int) -> None:
        low, high = self._chosen.bounds(self._name)
        self._chosen.choose(self._name, round(low + (high - low) * step / STEPS, 3))

    def _show(self) -> None:
        value = self._chosen.value(self._name)
        self.setEnabled(value is not None)
        if value is None:
            return
        low, high = self._chosen.bounds(self._name)
        self._said.setText(self._told(value))
        # What is shown is not chosen once more.
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(STEPS * (value - low) / ((high - low) or 1)))

    def _on_theme(self) -> None:
        self._row.setSpacing(self._theme.metrics.space(Gap.CLEAR))
        self._label.setMinimumWidth(self._theme.metrics.text(LABEL))
