"""The card of Settings about the vault's key, and about locking."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from ui.settings.choosing.chapters import ChoiceCard
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, ListRow
from ui.settings.keys.code_file import ask_where_to_save, save_code
from ui.settings.keys.model import SHORTEST, Step, VaultKeys
from ui.theme import Theme
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words

IDLE_MINUTES = (0, 5, 15, 30, 60)


class PrivacyCard(ChoiceCard):
    """Draws `VaultKeys`. `lock_wanted` asks whoever owns the window to lock it."""

    lock_wanted = Signal()

    def __init__(self, keys: VaultKeys, chosen: Chosen, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Your vault"),
            self.tr(
                "All that you tell me is encrypted in one file of this computer. Nobody reads it without its key."
            ),
            chosen,
            theme,
            parent,
        )
        self.keys = keys
        self.dialog: QFileDialog | None = None
        self._kept, self.told = Words(self), Words(self, kind="muted", selectable=True)
        self.verbs, self.answers = VerbRow(theme, self), VerbRow(theme, self)
        self.present = self._secret(self.tr("Passphrase of now"))
        self.new = self._secret(self.tr("New passphrase, eight letters or more"))
        self.again = self._secret(self.tr("New passphrase once more"))
        self.code = QLineEdit(self)
        self.code.setReadOnly(True)
        self.code.setAccessibleName(self.tr("Recovery code"))
        self.code.setToolTip(self.tr("Write it down and keep it apart from this computer"))
        self.idle = ListRow(
            chosen,
            Asked(
                "lock_after_minutes",
                self.tr("Lock when nothing was typed or clicked for"),
                self.tr(
                    "The window forgets what it shows, and the key is let go: no reminder comes while it is locked"
                ),
            ),
            theme,
            self,
        )
        self.idle.offer(
            [
                (minutes, self.tr("{count} minutes").format(count=minutes) if minutes else self.tr("Never"))
                for minutes in IDLE_MINUTES
            ]
        )
        for widget in (
            self._kept,
            self.verbs,
            self.present,
            self.new,
            self.again,
            self.code,
            self.told,
            self.answers,
            self.idle,
        ):
            self.add(widget)
        self.end()
        keys.changed.connect(self._show)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """The command line may have changed it."""
        super().showEvent(event)
        self.keys.load()

    def _secret(self, words: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setToolTip(self.tr("It is used now and kept nowhere"))
        field.textChanged.connect(self._show_keep)
        field.returnPressed.connect(self._keep)
        return field

    def _show(self) -> None:
        keys, step = self.keys, self.keys.step
        self._kept.setText(self._kept_words())
        self.verbs.offer([] if step is not Step.NOTHING or keys.busy else self._ways())
        self.present.setVisible(step is not Step.NOTHING and keys.needs_passphrase)
        for field in (self.new, self.again):
            field.setVisible(step is Step.PASSPHRASE)
        if step is Step.NOTHING:
            for field in (self.present, self.new, self.again):
                field.clear()
        self.code.setText(keys.code)
        self.code.setVisible(bool(keys.code))
        self._show_keep()
        self._focus_first()

    def _kept_words(self) -> str:
        keeping = self.keys.keeping
        if keeping is None:
            return self.tr("One moment…")
        return {
            "passphrase": self.tr("A passphrase keeps the key: it is asked for when I start."),
            "keyring": self.tr(
                "This computer's keyring keeps the key: whoever uses your session can open the vault."
            ),
        }.get(keeping.kept_by, self.tr("There is no key yet. It is made when the vault is."))

    def _ways(self) -> list[Button]:
        keeping = self.keys.keeping
        if keeping is None or not keeping.kept_by:
            return []
        passphrase = keeping.kept_by == "passphrase"
        change = self.tr("Change the passphrase…") if passphrase else self.tr("Set a passphrase…")
        ways = [
            Button(
                self.tr("Lock now"),
                self.tr("Close the vault and forget what is shown (Ctrl+Shift+L)"),
                self._lock,
                main=True,
            ),
            Button(
                change,
                self.tr("Only who knows it opens the vault"),
                partial(self.keys.begin, Step.PASSPHRASE),
            ),
            Button(
                self.tr("New recovery code…"),
                self.tr("The old one stops working"),
                partial(self.keys.begin, Step.CODE),
            ),
        ]
        if passphrase and keeping.keyring:
            tip = self.tr("No passphrase is asked for any more")
            ways.append(
                Button(self.tr("Let this computer keep it…"), tip, partial(self.keys.begin, Step.KEYRING))
            )
        return ways

    def _show_keep(self) -> None:
        keys, step = self.keys, self.keys.step
        self.told.setText(self._told_words())
        self.told.setVisible(bool(self.told.text()))
        if keys.code:
            self.answers.offer(
                [
                    Button(self.tr("Copy"), self.tr("Copy the code"), self._copy),
                    Button(self.tr("Save…"), self.tr("Write the code to a file of your choice"), self._save),
                    Button(
                        self.tr("I have written it down"),
                        self.tr("It is not shown again"),
                        self._put_away,
                        main=True,
                    ),
                ]
            )
        elif step is Step.NOTHING or keys.busy:
            self.answers.offer([])
        else:
            self.answers.offer(
                [
                    Button(self.tr("Go on"), self.tr("Do this now (Enter)"), self._keep, main=True),
                    Button(self.tr("Cancel"), self.tr("Change nothing"), self._give_up),
                ]
            )

    def _told_words(self) -> str:
        keys = self.keys
        if keys.fault is not None:
            return keys.fault.words
        if keys.busy:
            return self.tr("One moment…")
        if keys.code:
            return self.tr("Should the key be lost, only this code opens the vault. The old one has ended.")
        if keys.step is Step.PASSPHRASE:
            wrong = keys.fault_of(self.new.text(), self.again.text())
            told = {
                "short": self.tr("A passphrase has {count} letters or more.").format(count=SHORTEST),
                "different": self.tr("The two are not the same yet."),
            }
            return told.get(wrong, "") if self.new.text() else ""
        return self.tr("It is done.") if keys.done is not Step.NOTHING else ""

    def _keep(self) -> None:
        keys = self.keys
        if keys.step is Step.NOTHING or keys.busy:
            return
        if keys.step is Step.PASSPHRASE and keys.fault_of(self.new.text(), self.again.text()):
            return
        keys.keep(self.present.text(), self.new.text())

    def _give_up(self) -> None:
        self.keys.begin(Step.NOTHING)

    def _put_away(self) -> None:
        self.keys.begin(Step.NOTHING)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.keys.code)
        self.told.setText(self.tr("The code is on the clipboard."))

    def _save(self) -> None:
        self.dialog = ask_where_to_save(self, self._save_to)

    def _save_to(self, path: str) -> None:
        self.told.setText(save_code(self.keys.code, Path(path)))

    def _lock(self) -> None:
        self.lock_wanted.emit()

    def _focus_first(self) -> None:
        fields = [one for one in (self.present, self.new) if not one.isHidden()]
        if fields and not any(one.hasFocus() for one in (self.present, self.new, self.again)):
            fields[0].setFocus(Qt.FocusReason.OtherFocusReason)
