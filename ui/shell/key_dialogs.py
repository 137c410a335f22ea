"""The dialogs about the vault's key, opened with `open()`, never executed: a nested loop breaks qasync."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.settings.keys.code_file import ask_where_to_save, save_code
from ui.settings.keys.model import SHORTEST, VaultKeys
from ui.theme import Gap, Metrics
from ui.widgets.words import Words


class Ways(StrEnum):
    """What opens the vault: its passphrase, its recovery code, or either of them."""

    PASSPHRASE = "passphrase"  # noqa: S105 - a name, not a secret
    CODE = "code"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Recovery:
    """A recovery code, and the passphrase that keeps the key from now on."""

    code: str = field(repr=False)
    passphrase: str = field(repr=False)


WIDTH = 440
"""The least width of a dialog, in pixels at 100% text."""


class PassphraseDialog(QDialog):
    """`answered` comes exactly once: the passphrase, a `Recovery`, or None."""

    answered = Signal(object)

    def __init__(
        self, reason: str, metrics: Metrics, parent: QWidget | None = None, *, ways: Ways = Ways.PASSPHRASE
    ) -> None:
        super().__init__(parent)
        self._metrics = metrics
        self.setMinimumWidth(metrics.text(WIDTH))
        self._by_code = ways is Ways.CODE
        self.field = self._secret(self.tr("Passphrase"))
        self.code = QLineEdit(self)
        self.code.setPlaceholderText(self.tr("Recovery code"))
        self.code.setAccessibleName(self.tr("Recovery code"))
        self.code.setToolTip(
            self.tr("The seven groups that you wrote down; capitals and dashes do not matter")
        )
        self.code.textChanged.connect(self._show)
        self.new = self._secret(self.tr("New passphrase, eight letters or more"))
        self.again = self._secret(self.tr("New passphrase once more"))
        self._reason, self._about = Words(self, reason), Words(self, kind="muted")
        self._reason.setVisible(bool(reason))
        self.other = QPushButton(self)
        self.other.setProperty("class", "inline")
        self.other.setAutoDefault(False)
        self.other.setVisible(ways is Ways.EITHER)
        self.other.clicked.connect(self._turn)
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        self._open = buttons.button(kinds.Ok)
        self._open.setText(self.tr("Open the vault"))
        for button in buttons.buttons():
            button.setIcon(QIcon())
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(self._metrics.space(Gap.INSET))
        for widget in (
            self._reason,
            self._about,
            self.field,
            self.code,
            self.new,
            self.again,
            self.other,
            buttons,
        ):
            column.addWidget(widget)
        self.finished.connect(self._answer)
        self._show()

    def accept(self) -> None:
        """Only once it is filled in."""
        if self._open.isEnabled():
            super().accept()

    def _secret(self, words: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setEchoMode(QLineEdit.EchoMode.Password)
        line.setPlaceholderText(words)
        line.setAccessibleName(words)
        line.setToolTip(self.tr("It is used to open the vault and kept nowhere"))
        line.textChanged.connect(self._show)
        return line

    def _turn(self) -> None:
        self._by_code = not self._by_code
        self._show()
        (self.code if self._by_code else self.field).setFocus()

    def _show(self) -> None:
        by_code = self._by_code
        self.setWindowTitle(self.tr("Recovery code") if by_code else self.tr("Passphrase"))
        self.field.setVisible(not by_code)
        for line in (self.code, self.new, self.again):
            line.setVisible(by_code)
        self._about.setText(self._about_words())
        self._about.setVisible(by_code)
        words = self.tr("Use the passphrase") if by_code else self.tr("Use the recovery code")
        self.other.setText(words)
        self.other.setAccessibleName(words)
        self.other.setToolTip(self.tr("Open the vault another way"))
        self._open.setEnabled(not by_code or (bool(self.code.text().strip()) and not self._fault()))

    def _fault(self) -> str:
        return VaultKeys.fault_of(self.new.text(), self.again.text())

    def _about_words(self) -> str:
        wrong = self._fault() if self.new.text() else ""
        return {
            "short": self.tr("A passphrase has {count} letters or more.").format(count=SHORTEST),
            "different": self.tr("The two are not the same yet."),
        }.get(
            wrong,
            self.tr("The code opens the vault, and you choose a new passphrase. Nothing in it is lost."),
        )

    def _answer(self, result: int) -> None:
        lines = (self.field, self.code, self.new, self.again)
        words, code, new, _ = (line.text() for line in lines)
        for line in lines:
            line.clear()
        given: str | Recovery | None = Recovery(code, new) if self._by_code else words or None
        self.answered.emit(given if result == QDialog.DialogCode.Accepted else None)


class RecoveryDialog(QDialog):
    """Shows a new vault's recovery code, this once."""

    def __init__(self, code: str, metrics: Metrics, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = code
        self.setWindowTitle(self.tr("Recovery code"))
        self.setMinimumWidth(metrics.text(WIDTH))
        self.field = QLineEdit(code, self)
        self.field.setReadOnly(True)
        self.field.setAccessibleName(self.tr("Recovery code"))
        self.field.setToolTip(self.tr("Write it down and keep it apart from this computer"))
        words = Words(
            self,
            self.tr(
                "Your vault was made. Should its passphrase be forgotten, or the key that this computer keeps be "
                "lost, only this code opens it. Write it down, or save it to a stick: it is not shown again."
            ),
        )
        self.told = Words(self, kind="muted")
        self.told.hide()
        self.dialog: QFileDialog | None = None
        kinds = QDialogButtonBox.ButtonRole
        buttons = QDialogButtonBox(self)
        copy = buttons.addButton(self.tr("Copy"), kinds.ActionRole)
        copy.clicked.connect(self._copy)
        save = buttons.addButton(self.tr("Save…"), kinds.ActionRole)
        save.clicked.connect(self._save)
        done = buttons.addButton(self.tr("I have written it down"), kinds.AcceptRole)
        done.setDefault(True)
        buttons.accepted.connect(self.accept)
        column = QVBoxLayout(self)
        column.setSpacing(metrics.space(Gap.INSET))
        for widget in (words, self.field, self.told, buttons):
            column.addWidget(widget)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
        self._tell(self.tr("It is copied."))

    def _save(self) -> None:
        self.dialog = ask_where_to_save(self, self._save_to)

    def _save_to(self, path: str) -> None:
        self._tell(save_code(self._code, Path(path)))

    def _tell(self, words: str) -> None:
        self.told.setText(words)
        self.told.show()
