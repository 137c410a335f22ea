"""What stands over the window while the vault is locked: nothing of the person, and one way in."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QMainWindow, QPushButton, QVBoxLayout

from ui.doors import Fault
from ui.theme import Gap, Theme
from ui.widgets.orb import Orb, OrbState
from ui.widgets.words import Words

ORB = 96
"""Pixels at 100% text."""


class LockedCard(QFrame):
    """Covers `window` and takes the keys from what is behind it. `unlock_wanted` asks for the vault to be opened,
    `recovery_wanted` for that to be done by the recovery code."""

    unlock_wanted = Signal()
    recovery_wanted = Signal()

    def __init__(self, theme: Theme, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("canvas")
        self.setAutoFillBackground(True)
        self._window = window
        orb = Orb(theme, ORB, self)
        orb.set_state(OrbState.ABSENT)
        title = Words(self, self.tr("Locked"))
        title.setObjectName("hero")
        shut = self.tr("The vault is shut, and nothing of it is in this window.")
        silent = self.tr(
            "What would remind you cannot be read either: no reminder comes until it is unlocked."
        )
        words = Words(self, f"{shut} {silent}", kind="muted")
        self.button = QPushButton(self.tr("Unlock"), self)
        self.button.setProperty("class", "primary")
        self.button.setToolTip(self.tr("Open the vault again"))
        self.button.clicked.connect(self.unlock_wanted)
        self.recovery = QPushButton(self.tr("Use the recovery code"), self)
        self.recovery.setProperty("class", "inline")
        self.recovery.setToolTip(self.tr("For when the passphrase is forgotten, or the keyring lost its key"))
        self.recovery.clicked.connect(self.recovery_wanted)
        self.told = Words(self, kind="warn")
        self.told.hide()
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(orb, 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (title, words, self.told):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        for button in (self.button, self.recovery):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        column.setSpacing(theme.metrics.space(Gap.INSET))
        window.installEventFilter(self)
        self.hide()

    def cover(self) -> None:
        """Lie over the window."""
        self._free(free=False)
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def tell(self, fault: Fault) -> None:
        """Why the vault stays shut."""
        self.told.setText(fault.words)
        self.told.show()

    def lift(self) -> None:
        """Give the window free."""
        self._free(free=True)
        self.hide()

    def _free(self, *, free: bool) -> None:
        behind = self._window.centralWidget()
        if behind is not None:
            behind.setEnabled(free)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self.setGeometry(self._window.rect())
        return False
