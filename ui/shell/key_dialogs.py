"""The dialogs about the vault's key, opened with `open()`, never executed: a nested loop breaks qasync."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from ui.widgets.words import Words


class PassphraseDialog(QDialog):
    """`answered` comes exactly once: the passphrase, or None."""

    answered = Signal(object)

    def __init__(self, reason: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Passphrase"))
        self.setMinimumWidth(380)
        self.field = QLineEdit(self)
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Passphrase"))
        self.field.setToolTip(self.tr("It is used to open the vault and kept nowhere"))
        words = Words(self, reason)
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


class RecoveryDialog(QDialog):
    """Shows a new vault's recovery code, this once."""

    def __init__(self, code: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = code
        self.setWindowTitle(self.tr("Recovery code"))
        self.setMinimumWidth(420)
        self.field = QLineEdit(code, self)
        self.field.setReadOnly(True)
        self.field.setAccessibleName(self.tr("Recovery code"))
        self.field.setToolTip(self.tr("Write it down and keep it apart from this computer"))
        words = QLabel(
            self.tr(
                "Your vault was made, and its key is kept by this computer. Should the key be lost, "
                "only this code opens the vault. Write it down: it is not shown again."
            ),
            self,
        )
        words.setWordWrap(True)
        kinds = QDialogButtonBox.ButtonRole
        buttons = QDialogButtonBox(self)
        copy = buttons.addButton(self.tr("Copy"), kinds.ActionRole)
        copy.clicked.connect(self._copy)
        done = buttons.addButton(self.tr("I have written it down"), kinds.AcceptRole)
        done.setDefault(True)
        buttons.accepted.connect(self.accept)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        for widget in (words, self.field, buttons):
            column.addWidget(widget)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
