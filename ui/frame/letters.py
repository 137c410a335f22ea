"""One letter a decision: while nothing is being written, a letter presses the button that does the same."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton

UNDO = "z"
"""Takes the last change back, in every place."""


def letter_of(event: QKeyEvent) -> str:
    """The letter or digit that was pressed by itself; empty for any other key."""
    plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier}
    text = event.text().casefold()
    return text if plain and text.isalnum() else ""


def press(letters: Mapping[str, QAbstractButton], letter: str) -> bool:
    """Press the button of a letter, also one that is folded away; False where there is none that can be pressed."""
    button = letters.get(letter)
    if button is None or button.isHidden() or not button.isEnabled():
        return False
    button.click()
    return True


def tip_with(tip: str, letter: str) -> str:
    """A tip that names its letter: "Forget it (X)"."""
    return QCoreApplication.translate("Letters", "{tip} ({letter})").format(tip=tip, letter=letter.upper())
