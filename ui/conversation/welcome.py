"""What stands where no turn is yet: a greeting, the wait for the vault, or why it could not be read."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.senses.talking.states import TalkState
from ui.conversation.model import Conversation
from ui.conversation.speaking.showing import orb_state
from ui.doors import Loading
from ui.shell.mind import Mind
from ui.theme import Feeling, Gap, Theme
from ui.widgets.orb import Orb, OrbState
from ui.widgets.words import Words

UNBOUNDED = 16777215
"""Qt's own QWIDGETSIZE_MAX, which PySide does not name: as wide as there is room."""
SIDES, ORB = 40, 132
"""Pixels at 100% text: left and right of what stands in the middle, and the presence itself."""


class Welcome(QWidget):
    """Empty, loading and error state of the Conversation."""

    again = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.orb = Orb(theme, ORB, self)
        self._title, self._words = Words(self), Words(self)
        self._again = QPushButton(self.tr("Try again"), self)
        self._again.setToolTip(self.tr("Open the conversation once more"))
        self._again.clicked.connect(self.again)
        self._title.setObjectName("hero")
        column = QVBoxLayout(self)
        column.addStretch(3)
        column.addWidget(self.orb, 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addLayout(_centred(label))
        column.addWidget(self._again, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(4)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def set_mood(self, feeling: Feeling | None) -> None:
        """Greet in this mood."""
        self.orb.set_mood(feeling)

    def show_state(self, conversation: Conversation, mind: Mind, voice: TalkState, heard: str) -> None:
        """`heard` is what the voice does, said in a sentence, empty while it is off."""
        fault = mind.fault or conversation.fault
        waking = mind.opening or conversation.loading is Loading.LOADING
        if fault is not None:
            title, words = fault.message, fault.remedy
        elif waking:
            title = self.tr("One moment…")
            words = self.tr(
                "The vault is being opened. You can write already: it will be sent as soon as possible."
            )
        else:
            title = self.tr("Hello. I am {name}.").format(name=mind.companion)
            words = heard or self.tr(
                "Tell me what is on your mind. What we talk about stays on this computer, encrypted, "
                "and I will remember it. I am a program, not a person."
            )
        self._title.setText(title)
        self._words.setText(words)
        self._again.setVisible(fault is not None)
        if waking and fault is None:
            self.orb.set_state(OrbState.THINKING)
        else:
            at_rest = OrbState.DREAMING if mind.dreaming else OrbState.IDLE
            self.orb.set_state(orb_state(voice, at_rest))

    def _on_theme(self) -> None:
        space, metrics = self._theme.metrics.space, self._theme.metrics
        column = self.layout()
        if column is not None:
            column.setContentsMargins(space(SIDES), space(Gap.WIDE), space(SIDES), space(Gap.WIDE))
            column.setSpacing(space(Gap.INSET))
        self._words.setMaximumWidth(UNBOUNDED)
        for label in (self._title, self._words):
            label.setMaximumWidth(metrics.sentence)


def _centred(widget: QWidget) -> QHBoxLayout:
    """A row that keeps `widget` in its middle, as wide as its maximum lets it be."""
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(widget, 1000)
    row.addStretch(1)
    return row
