"""The dialog that asks for the vault's passphrase."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget


class PassphraseDialog(QDialog):
    """`answered` comes exactly once: the passphrase, or None. Opened with `open()`, never executed."""

    answered = Signal(object)

    def __init__(self, reason: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Passphrase"))
        self.setMinimumWidth(380)
        self.field = QLineEdit(self)
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Passphrase"))
        self.field.setToolTip(self.tr("It is used to open the vault and kept nowhere"))
        words = QLabel(reason, self)
        words.setWordWrap(True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        buttons.button(kinds.Ok).setText(self.tr("Open the vault"))
        for button in buttons.buttons():
            button.setIcon(QIcon())
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        for widget in (words, self.field, buttons):
            column.addWidget(widget)
        self.finished.connect(self._answer)

    def _answer(self, result: int) -> None:
        words = self.field.text()
        self.field.clear()
        self.answered.emit(words if result == QDialog.DialogCode.Accepted and words else None)
