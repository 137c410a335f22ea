"""What is asked before one of the companions is erased, and told once it is gone."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from ui.frame.sheet import bring_into_view
from ui.settings.companions.model import Companions
from ui.settings.data import counted
from ui.settings.operations import CONFIRMATION, confirms
from ui.theme import Gap, Theme
from ui.widgets.flow import FlowLayout
from ui.widgets.words import Words

FIELD = 160
"""The width of the field, in pixels at 100% text."""


class Erasure(QWidget):
    """Draws the one of `Companions` that is to be erased; nothing where none is."""

    def __init__(self, companions: Companions, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._companions, self._theme = companions, theme
        self.told, self.field = Words(self, selectable=True), QLineEdit(self)
        self.agree = QPushButton(self.tr("Erase for good"), self)
        self.give_up = QPushButton(self.tr("Cancel"), self)
        self._arrange()
        self.field.textChanged.connect(self._show_agree)
        self.field.returnPressed.connect(self._erase)
        self.agree.clicked.connect(self._erase)
        self.give_up.clicked.connect(companions.spare)
        companions.changed.connect(self._show)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self._show()

    def _erase(self) -> None:
        self._companions.erase(self.field.text())

    def _show(self) -> None:
        asked = self._companions.doomed is not None and not self._companions.erasing
        appears = asked and self.field.isHidden()
        words = self._words()
        self.told.setText(words)
        self.setVisible(bool(words))
        for widget in (self.field, self.agree, self.give_up):
            widget.setVisible(asked)
        if self._companions.doomed is None:
            self.field.clear()
        self._show_agree()
        if appears:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
            bring_into_view(self.give_up)

    def _show_agree(self) -> None:
        self.agree.setEnabled(confirms(self.field.text()))

    def _words(self) -> str:
        doomed, erased = self._companions.doomed, self._companions.erased
        if self._companions.erasing:
            return self.tr("One moment…")
        if doomed is None:
            return "" if erased is None else self.tr("{name} is gone.").format(name=erased.called)
        parts = counted(self._companions.held)
        if not parts:
            said = self.tr("{name} keeps nothing of its own yet. To take it away, type {word}.")
            return said.format(name=doomed.called, word=CONFIRMATION)
        said = self.tr(
            "This erases {name} for good: {parts}. What was said to it stays, and so does what is known of you. To go "
            "on, type {word}."
        )
        return said.format(name=doomed.called, parts=parts, word=CONFIRMATION)

    def _arrange(self) -> None:
        words = self.tr("Word to confirm with")
        self.field.setAccessibleName(words)
        self.field.setToolTip(words)
        self.field.setPlaceholderText(CONFIRMATION)
        self.agree.setToolTip(self.tr("Nothing of it can be brought back"))
        self.give_up.setToolTip(self.tr("Change nothing"))
        self._answers = FlowLayout()
        for widget in (self.field, self.agree, self.give_up):
            self._answers.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.told)
        self._column.addLayout(self._answers)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space(Gap.NEAR)
        self._answers.setSpacing(space)
        self._column.setSpacing(space)
        self.field.setMaximumWidth(self._theme.metrics.space(FIELD))
