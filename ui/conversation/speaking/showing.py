"""How the voice shows in the place: as a state of the orb, and as actions."""

from PySide6.QtWidgets import QWidget

from engine.senses.talking.states import TalkState
from ui.conversation.speaking.voice import Voice
from ui.shell.actions import Action
from ui.widgets.orb import OrbState

SHOWN = {
    TalkState.NO_DEVICE: OrbState.ABSENT,
    TalkState.NO_MODEL: OrbState.ABSENT,
    TalkState.MUTED: OrbState.MUTED,
    TalkState.LISTENING: OrbState.LISTENING,
    TalkState.THINKING: OrbState.THINKING,
    TalkState.SPEAKING: OrbState.SPEAKING,
}


def orb_state(state: TalkState, otherwise: OrbState) -> OrbState:
    """What the orb shows while the voice is on; `otherwise` where it has nothing to say."""
    return SHOWN.get(state, otherwise)


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
        ),
    )
