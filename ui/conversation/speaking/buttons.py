"""The voice's buttons: on and off, mute, and hold to talk."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from engine.senses.talking.states import TalkState
from ui.conversation.speaking.voice import Voice
from ui.remedies import in_window
from ui.theme import Gap, Theme
from ui.theme.tokens import BUTTON
from ui.widgets.icons import icon


class VoiceButtons(QWidget):
    """Draws a `Voice`: a microphone that switches it, and while it is on one that mutes it and one that is held."""

    def __init__(self, voice: Voice, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voice, self._theme = voice, theme
        self.switch = self._button("voice", self.tr("Talk with your voice"))
        self.mute = self._button("mute", self.tr("Mute the microphone"))
        self.hold = self._button("hold", self.tr("Hold to talk"))
        self.switch.setCheckable(True)
        self.mute.setCheckable(True)
        self.switch.clicked.connect(voice.switch)
        self.mute.clicked.connect(voice.switch_mute)
        self.hold.pressed.connect(lambda: voice.hold(held=True))
        self.hold.released.connect(lambda: voice.hold(held=False))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for button in (self.hold, self.mute, self.switch):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        self.destroyed.connect(voice.changed.connect(self.show_state))
        theme.changed.connect(self.dress)
        self.dress()
        self.show_state()

    def show_state(self) -> None:
        """Show what the voice is doing."""
        on = self._voice.on
        self.setVisible(self._voice.there)
        self.switch.setChecked(on)
        for button in (self.mute, self.hold):
            button.setVisible(on)
        self.mute.setChecked(self._voice.muted)
        self.hold.setToolTip(self._hold_words())
        self.switch.setToolTip(
            self.tr("Stop talking with your voice (Ctrl+Shift+M)")
            if on
            else self.tr("Talk with your voice (Ctrl+Shift+M)")
        )
        self.mute.setToolTip(
            self.tr("Let it hear you again (Ctrl+M)")
            if self._voice.muted
            else self.tr("Mute the microphone (Ctrl+M)")
        )

    def dress(self) -> None:
        """Take the theme's colours and sizes."""
        space, colours = self._theme.metrics.space, self._theme.colours
        for button, name in ((self.switch, "microphone"), (self.mute, "muted"), (self.hold, "hold")):
            button.setIconSize(QSize(space(Gap.ROOMY), space(Gap.ROOMY)))
            button.setFixedSize(space(BUTTON), space(BUTTON))
            button.setIcon(icon(name, colours.muted, space(Gap.ROOMY), checked=colours.on_accent))

    def _hold_words(self) -> str:
        if self._voice.key:
            return self.tr("Hold to talk, or hold {key} in any window").format(key=self._voice.key)
        return f"{self.tr('Hold to talk')}. {self._voice.key_missing}".rstrip(". ")

    def _button(self, name: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.setToolTip(words)
        return button


def words_of(voice: Voice, place: QWidget) -> str:
    """What the voice is doing, for the line below the name; empty where it does nothing.

    What is missing is told with what can be done about it here in the window.
    """
    status = voice.status
    if status.state is TalkState.LISTENING and voice.partial:
        return place.tr("hears: {words}").format(words=voice.partial)
    if status.message:
        return f"{status.message} {in_window(status.remedy)}".strip()
    return {
        TalkState.LOADING: place.tr("is getting its voice"),
        TalkState.NO_MODEL: place.tr("has no voice installed"),
        TalkState.NO_DEVICE: place.tr("finds no microphone or speaker"),
        TalkState.FAILING: place.tr("cannot understand or speak"),
        TalkState.MUTED: place.tr("is muted"),
        TalkState.READY: place.tr("can hear you"),
        TalkState.LISTENING: place.tr("is listening"),
        TalkState.THINKING: place.tr("is thinking"),
        TalkState.SPEAKING: place.tr("is speaking"),
    }.get(status.state, "")


def sentence_of(voice: Voice, name: str, place: QWidget) -> str:
    """The same where no name stands above it; empty where the voice does nothing."""
    words = words_of(voice, place)
    return words if not words or voice.status.message else f"{name} {words}"
