"""The line above the draft that says whose place it will take."""

from PySide6.QtWidgets import QWidget

from ui.conversation.model import Conversation
from ui.frame.message import SMALL_CROSS, Message
from ui.theme import Gap, Theme


class EditingSign(Message):
    """Hidden while what is written is said anew; closing it gives the editing up, and the draft stays."""

    def __init__(self, conversation: Conversation, theme: Theme, parent: QWidget) -> None:
        super().__init__("attachment", theme, parent, cross=SMALL_CROSS)
        self._conversation = conversation
        self._words.setText(
            self.tr("This takes the place of what you said, and of its answer (Esc: it stays)")
        )
        self.setAccessibleName(self._words.text())
        self._close.clicked.connect(conversation.give_up_editing)

    def show_state(self) -> None:
        """Whether anything is edited now."""
        self.setVisible(self._conversation.editing is not None)

    def _on_theme(self) -> None:
        super()._on_theme()
        space = self._theme.metrics.space
        self._row.setContentsMargins(space(Gap.EASY), space(Gap.TINY), space(Gap.TINY), space(Gap.TINY))
        self._row.setSpacing(space(Gap.TIGHT))
