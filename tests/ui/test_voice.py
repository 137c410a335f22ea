"""The voice in the window: its buttons, the orb, and a spoken turn as one of the conversation."""

import threading

import pytest

from companion.window.voice import SpokenTurns
from engine.senses import AnswerListener, NoAudioError
from engine.senses.talking.states import TalkState, TalkStatus
from tests.ui.fakes import REPLY, ScriptedService
from ui.conversation.turns import Phase
from ui.widgets.orb import OrbState


class Recorded:
    """Implements `VoiceDoor`: keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def start(self) -> None:
        self.asked.append("start")

    def stop(self) -> None:
        self.asked.append("stop")

    def mute(self, *, muted: bool) -> None:
        self.asked.append(f"mute {muted}")

    def hold(self, *, held: bool) -> None:
        self.asked.append(f"hold {held}")


def test_without_a_voice_there_is_no_button(stage):
    stage.views.window.show()
    assert not stage.views.place.voice_buttons.isVisible()


def test_the_buttons_switch_mute_and_hold(stage):
    place, door = stage.views.place, Recorded()
    stage.views.window.show()
    place.voice.use(door)
    buttons = place.voice_buttons
    assert buttons.switch.isVisible()
    assert not buttons.mute.isVisible()
    buttons.switch.click()
    place.voice.tell(TalkStatus(TalkState.READY))
    assert buttons.mute.isVisible()
    buttons.mute.click()
    buttons.mute.click()
    buttons.hold.pressed.emit()
    buttons.hold.released.emit()
    buttons.switch.click()
    assert door.asked == ["start", "mute True", "mute False", "hold True", "hold False", "stop"]


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        (TalkState.LISTENING, OrbState.LISTENING),
        (TalkState.THINKING, OrbState.THINKING),
        (TalkState.SPEAKING, OrbState.SPEAKING),
        (TalkState.MUTED, OrbState.MUTED),
        (TalkState.NO_DEVICE, OrbState.ABSENT),
        (TalkState.READY, OrbState.IDLE),
    ],
)
def test_the_orb_shows_what_the_voice_does(stage, state, shown):
    place = stage.views.place
    place.voice.use(Recorded())
    place.voice.tell(TalkStatus(state))
    assert place.orb.state is shown
    place.orb.set_state(OrbState.IDLE)


def test_what_is_missing_is_told_with_what_to_do_in_the_window(stage):
    place = stage.views.place
    place.voice.use(Recorded())
    stage.views.window.resize(620, 640)
    stage.views.window.show()
    place.voice.tell(TalkStatus.of_fault(TalkState.NO_DEVICE, NoAudioError("There is no microphone.")))
    words = place._doing.text()
    assert words.startswith("There is no microphone.")
    assert words.endswith("Settings, Voice.")


class Ears:
    """Who hears an answer."""

    def __init__(self) -> None:
        self.text = ""
        self.ended = threading.Event()
        self.fault: object = None

    def listener(self) -> AnswerListener:
        return AnswerListener(self.piece, self.end)

    def piece(self, text: str) -> None:
        self.text += text

    def end(self, fault: object) -> None:
        self.fault = fault
        self.ended.set()


def test_a_spoken_turn_stands_in_the_conversation(stage, until):
    stage.open(ScriptedService())
    stage.views.mind.ask()
    turns, ears = stage.views.conversation, Ears()
    until(lambda: stage.views.mind.ready)
    saying = SpokenTurns(turns, stage.door, stage.bridge).say("What of the cake?", ears.listener())
    until(ears.ended.is_set)
    assert ears.text.strip() == REPLY.strip()
    assert ears.fault is None
    assert turns[turns.last_row()].utterance == "What of the cake?"
    saying.heard("The cake should be", whole=False)
    until(lambda: turns[turns.last_row()].answer == "The cake should be")
    assert turns[turns.last_row()].phase is Phase.STOPPED
