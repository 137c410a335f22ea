"""How the voice shows beyond its buttons: as a state of the orb, as actions, and as a sign in every place."""

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from engine.senses.talking.states import TalkState
from ui.conversation.speaking.voice import Microphone, Voice
from ui.shell.actions import Action
from ui.theme import Gap, Theme
from ui.widgets.icons import icon
from ui.widgets.orb import OrbState

translate = QCoreApplication.translate

SHOWN = {
    TalkState.NO_DEVICE: OrbState.ABSENT,
    TalkState.NO_MODEL: OrbState.ABSENT,
    TalkState.FAILING: OrbState.ABSENT,
    TalkState.MUTED: OrbState.MUTED,
    TalkState.LISTENING: OrbState.LISTENING,
    TalkState.THINKING: OrbState.THINKING,
    TalkState.SPEAKING: OrbState.SPEAKING,
}


def orb_state(state: TalkState, otherwise: OrbState) -> OrbState:
    """What the orb shows while the voice is on; `otherwise` where it has nothing to say.

    That it can hear shows where nothing else would.
    """
    if state is TalkState.READY and otherwise in {OrbState.IDLE, OrbState.DREAMING}:
        return OrbState.READY
    return SHOWN.get(state, otherwise)


def microphone_words(microphone: Microphone) -> str:
    """Whether somebody may be heard, said in a word or two; empty while it is closed."""
    return {
        Microphone.OPEN: translate("Microphone", "Microphone open"),
        Microphone.MUTED: translate("Microphone", "Microphone muted"),
    }.get(microphone, "")


class MicrophoneSign(QToolButton):
    """Stands wherever the person is, while the microphone is open or muted; pressed, it changes that."""

    def __init__(self, voice: Voice, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voice, self._theme = voice, theme
        self.setObjectName("microphoneSign")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.clicked.connect(voice.switch_mute)
        self.destroyed.connect(voice.changed.connect(self._show))
        theme.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        microphone, words = self._voice.microphone, microphone_words(self._voice.microphone)
        colours, side = self._theme.colours, self._theme.metrics.space(Gap.WIDE)
        is_open = microphone is Microphone.OPEN
        self.setVisible(bool(words))
        self.setAccessibleName(words or translate("Microphone", "Microphone"))
        self.setToolTip(mute_words(self._voice))
        self.setIconSize(QSize(side, side))
        self.setText(words)
        name, colour = ("microphone", colours.accent) if is_open else ("muted", colours.warn)
        self.setIcon(icon(name, colour, side))


def mute_words(voice: Voice) -> str:
    """What pressing mute does now, with its keys."""
    if voice.muted:
        return translate("Microphone", "The microphone is muted. Let it hear you again (Ctrl+M)")
    return translate("Microphone", "The microphone is open. Mute it (Ctrl+M)")


def voice_actions(place: QWidget, voice: Voice) -> tuple[Action, ...]:
    """What can be done with the voice, for menus, shortcuts and the palette."""
    menu = place.tr("Conversation")
    return (
        Action(
            "voice",
            place.tr("Talk with your voice"),
            place.tr("Listen and speak; once more to stop"),
            menu,
            voice.switch,
            ("Ctrl+Shift+M",),
            lambda: voice.there,
            lambda: place.tr("Stop talking") if voice.on else place.tr("Talk with your voice"),
        ),
        Action(
            "voice.mute",
            place.tr("Mute the microphone"),
            place.tr("It hears nothing until you do this once more"),
            menu,
            voice.switch_mute,
            ("Ctrl+M",),
            lambda: voice.on,
            lambda: place.tr("Open the microphone") if voice.muted else place.tr("Mute the microphone"),
        ),
    )
