"""The voice in the window: its buttons, the orb, and a spoken turn as one of the conversation."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.preferences import PreferenceFile
from companion.voice import talk_key
from companion.voice.talk_key import KeyUnavailableError
from companion.window import voice as window_voice
from companion.window.voice import SpokenTurns, WindowVoice
from engine.models import ModelStore, load_catalogue
from engine.senses import (
    BLOCK,
    AnswerListener,
    AudioLink,
    Block,
    Calling,
    CallJudged,
    Listening,
    NoAudioError,
    Refused,
    silence,
)
from engine.senses.hearing.words import Refusal
from engine.senses.talking.states import TalkState, TalkStatus
from tests.ui.fakes import REPLY, ScriptedService
from ui.conversation.speaking.showing import MicrophoneSign
from ui.conversation.turns import Phase
from ui.doors import Loading
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

    def hush(self) -> None:
        self.asked.append("hush")


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
        (TalkState.FAILING, OrbState.ABSENT),
        (TalkState.READY, OrbState.READY),
        (TalkState.OFF, OrbState.IDLE),
    ],
)
def test_the_orb_shows_what_the_voice_does(stage, state, shown):
    place = stage.views.place
    place.voice.use(Recorded())
    place.voice.tell(TalkStatus(state))
    assert place.orb.state is shown
    place.orb.set_state(OrbState.IDLE)


def test_before_the_first_word_the_voice_shows_in_the_greeting(stage, until):
    place = stage.views.place
    stage.open(ScriptedService())
    stage.views.mind.ask()
    until(lambda: stage.views.mind.ready and stage.views.conversation.loading is Loading.READY)
    place.voice.use(Recorded())
    place.voice.tell(TalkStatus(TalkState.READY))
    assert place._welcome.orb.state is OrbState.READY
    assert place._welcome._words.text() == f"{stage.views.mind.companion} can hear you"
    place.voice.tell(TalkStatus(TalkState.LISTENING))
    place.voice.tell_partial("What of the cake")
    assert place._welcome.orb.state is OrbState.LISTENING
    assert place._welcome._words.text().endswith("hears: What of the cake")
    place.voice.tell(TalkStatus(TalkState.OFF))
    assert "remember" in place._welcome._words.text()


def test_an_open_microphone_shows_in_every_place_and_in_the_tray(stage):
    views, voice = stage.views, stage.views.place.voice
    door = Recorded()
    voice.use(door)
    sign = views.window.status.findChild(MicrophoneSign)
    views.window.go("settings")
    assert not sign.isVisible()
    assert "Microphone" not in views.tray.icon.toolTip()
    voice.switch()
    voice.tell(TalkStatus(TalkState.READY))
    assert sign.isVisible()
    assert sign.text() == "Microphone open"
    assert "Microphone open" in views.tray.icon.toolTip()
    assert views.tray._drawn[1].state is OrbState.READY
    mute = next(one for one in views.tray.menu.actions() if one.objectName() == "voice.mute")
    assert mute.text() == "Mute the microphone"
    sign.click()
    voice.tell(TalkStatus(TalkState.MUTED))
    assert sign.text() == "Microphone muted"
    assert mute.text() == "Open the microphone"
    assert views.tray._drawn[1].state is OrbState.MUTED
    mute.trigger()
    assert door.asked == ["start", "mute True", "mute False"]
    voice.tell(TalkStatus(TalkState.OFF))
    assert not sign.isVisible()
    assert "voice.mute" not in {one.objectName() for one in views.tray.menu.actions()}


def test_stop_silences_what_is_spoken_after_it_was_written(stage):
    views, door = stage.views, Recorded()
    views.place.voice.use(door)
    views.place.voice.tell(TalkStatus(TalkState.SPEAKING))
    assert not views.conversation.busy
    assert views.place.composer._busy
    views.window.actions_table.run("stop")
    views.place.composer.stopped.emit()
    assert door.asked == ["hush", "hush"]
    views.place.voice.tell(TalkStatus(TalkState.READY))
    views.window.actions_table.run("stop")
    assert door.asked == ["hush", "hush"]
    views.place.voice.tell(TalkStatus(TalkState.OFF))


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
    assert stage.services[0].surfaces == ["voice"]
    saying.heard("The cake should be", whole=False)
    until(lambda: turns[turns.last_row()].answer == "The cake should be")
    assert turns[turns.last_row()].phase is Phase.STOPPED


class Quiet:
    """Implements `AudioLink`: a room in which nobody speaks."""

    def __init__(self) -> None:
        self._blocks = 0

    def open(self, playback: object) -> None:
        """Nothing is played."""

    def read(self, *, hurry: bool) -> Block | None:
        time.sleep(0.02)
        self._blocks += 1
        return Block(silence(BLOCK / 16_000), self._blocks * BLOCK / 16_000)

    def close(self) -> None:
        """Nothing is open."""


Made = Callable[..., WindowVoice]


@pytest.fixture
def made(stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """The voice of the window, over models that have the right sizes and hold nothing."""
    catalogue, folder = load_catalogue(), tmp_path / "models"
    for name in ("whisper-base", "piper-joe", "piper-thorsten"):
        for file in catalogue.get(name).files:
            path = folder / name / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as stream:
                stream.truncate(file.bytes)
    monkeypatch.setattr(window_voice, "standard_store", lambda: ModelStore(folder))
    voices: list[WindowVoice] = []

    def make(make_link: Callable[[str, str], AudioLink] = lambda *_: Quiet()) -> WindowVoice:
        views = stage.views
        voice = WindowVoice(
            views.place.voice,
            views.conversation,
            stage.door,
            stage.bridge,
            tmp_path,
            name=lambda: "Anna",
            calls=views.models.settings.calls,
            make_link=make_link,
            parent=views.window,
        )
        voices.append(voice)
        return voice

    yield make
    for voice in voices:
        voice.close()


def seen_by(voice: object) -> list[TalkState]:
    states: list[TalkState] = []
    voice.changed.connect(lambda: states.append(voice.status.state))
    return states


def test_muted_while_it_loads_the_microphone_opens_muted(stage, until, made):
    made()
    voice = stage.views.place.voice
    states = seen_by(voice)
    voice.switch()
    voice.switch_mute()
    until(lambda: voice.status.state is TalkState.MUTED)
    assert {TalkState.READY, TalkState.LISTENING, TalkState.FAILING}.isdisjoint(states)


def test_what_was_held_against_its_name_is_kept_in_memory(stage, until, made, tmp_path):
    PreferenceFile(tmp_path).change(listening="when called")
    talks, voice, calls = made(), stage.views.place.voice, stage.views.models.settings.calls
    voice.switch()
    until(lambda: voice.status.state is TalkState.FAILING)
    told = [CallJudged("Hannah", 0.8, called=False), Refused(Refusal.NOT_CALLED), Refused(Refusal.SHORT)]
    for frame in (*told, CallJudged("Anna", 1.0, called=True)):
        talks._hear(frame)
    until(lambda: len(calls.entries) == 3)
    assert [(one.outcome, one.heard) for one in calls.entries] == [
        ("not called", "Hannah"),
        ("short", ""),
        ("called", "Anna"),
    ]


def test_what_is_refused_while_it_waits_for_no_name_is_not_kept(stage, until, made):
    talks, voice = made(), stage.views.place.voice
    voice.switch()
    until(lambda: voice.status.state is TalkState.FAILING)
    talks._hear(Refused(Refusal.SHORT))
    talks._hear(CallJudged("Anna", 1.0, called=True))
    until(lambda: len(stage.views.models.settings.calls.entries) > 0)
    assert [one.outcome for one in stage.views.models.settings.calls.entries] == ["called"]


def test_damaged_models_are_a_state_with_a_remedy(stage, until, made):
    made()
    voice = stage.views.place.voice
    voice.switch()
    until(lambda: voice.status.state is TalkState.FAILING)
    assert "is damaged" in voice.status.message
    assert voice.status.remedy
    assert stage.views.place._doing.text().endswith("Settings, Models.")


def test_a_voice_that_was_chosen_speaks_from_the_next_talk_on(stage, until, made, tmp_path):
    talks, voice = made(), stage.views.place.voice
    spoken_by = []
    for name in ("piper-joe", "piper-thorsten"):
        PreferenceFile(tmp_path).change(voice=name)
        voice.switch()
        until(lambda: voice.status.state is TalkState.FAILING)
        spoken_by.append(talks._models.chosen)
        voice.switch()
        assert voice.status.state is TalkState.OFF
    assert spoken_by == [("whisper-base", "piper-joe"), ("whisper-base", "piper-thorsten")]


def test_what_keeps_it_from_opening_is_told_whatever_it_is(stage, until, made, caplog):
    def broken(*_: str) -> AudioLink:
        raise RuntimeError("not of the world")

    made(broken)
    voice = stage.views.place.voice
    voice.switch()
    until(lambda: voice.status.state is TalkState.NO_MODEL)
    assert voice.status.message
    assert voice.status.remedy
    assert caplog.messages == ["The voice failed: RuntimeError"]
    assert not voice.on


def test_what_had_no_model_begins_with_the_next_click(stage, until, made, tmp_path, monkeypatch):
    made()
    voice, full = stage.views.place.voice, window_voice.standard_store
    monkeypatch.setattr(window_voice, "standard_store", lambda: ModelStore(tmp_path / "nothing"))
    voice.switch()
    until(lambda: voice.status.state is TalkState.NO_MODEL)
    assert not stage.views.place.voice_buttons.switch.isChecked()
    monkeypatch.setattr(window_voice, "standard_store", full)
    voice.switch()
    until(lambda: voice.status.state is TalkState.FAILING)  # these models hold nothing


def test_what_had_no_model_begins_once_one_was_installed(stage, until, made, tmp_path, monkeypatch):
    talks = made()
    voice, full = stage.views.place.voice, window_voice.standard_store
    monkeypatch.setattr(window_voice, "standard_store", lambda: ModelStore(tmp_path / "nothing"))
    voice.switch()
    until(lambda: voice.status.state is TalkState.NO_MODEL)
    talks.follow()
    assert voice.status.state is TalkState.NO_MODEL
    monkeypatch.setattr(window_voice, "standard_store", full)
    talks.follow()
    until(lambda: voice.status.state is TalkState.FAILING)


def test_what_is_chosen_while_it_listens_holds_at_once(stage, until, made, tmp_path):
    links = []

    def link(*names: str) -> AudioLink:
        links.append(names)
        return Quiet()

    talks, voice, file = made(link), stage.views.place.voice, PreferenceFile(tmp_path)
    voice.switch()
    until(lambda: voice.status.state is TalkState.FAILING)
    session = talks._session
    file.change(listening="when called", wake_sensitivity=0.9, while_speaking="never", spoken_language="de")
    talks.follow()
    assert talks._session is session
    assert session.talk.ears.listening is Listening.WHEN_CALLED
    assert session.talk.ears.half_duplex
    assert session.talk._transcriber.calling == Calling("Anna", 0.9)
    assert session.talk._transcriber.language == "de"
    file.change(microphone="headset", voice="piper-thorsten")
    talks.follow()
    assert voice.on
    until(lambda: talks._session is not None and talks._session is not session)
    until(lambda: voice.status.state is TalkState.FAILING)
    assert links == [("", ""), ("headset", "")]
    assert talks._models.chosen == ("whisper-base", "piper-thorsten")
    assert talks._session.talk.ears.listening is Listening.WHEN_CALLED


def test_what_is_not_on_follows_nothing(stage, made, tmp_path):
    talks = made()
    PreferenceFile(tmp_path).change(microphone="headset")
    talks.follow()
    assert stage.views.place.voice.status.state is TalkState.OFF
    assert talks._session is None


def test_of_quick_starts_the_last_alone_opens(stage, until, made, monkeypatch):
    """Each would make the models for itself."""
    talks, voice = made(), stage.views.place.voice
    making, most, of = [0], [0], window_voice.SpeechModels.of
    made_of = []

    def slow(*given: object) -> object:
        making[0] += 1
        most[0] = max(most[0], making[0])
        time.sleep(0.1)
        making[0] -= 1
        made_of.append(of(*given))
        return made_of[-1]

    monkeypatch.setattr(window_voice.SpeechModels, "of", slow)
    for _ in range(5):
        voice.switch()
    until(lambda: voice.status.state is TalkState.FAILING)
    assert most == [1]
    assert talks._session.models is talks._models is made_of[-1]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_that_ends_a_talk_is_told_with_what_to_do(stage, until, made):
    class Broken(Quiet):
        def read(self, *, hurry: bool) -> Block | None:
            raise ZeroDivisionError

    links = [Broken(), Quiet()]
    made(lambda *_: links.pop(0))
    voice = stage.views.place.voice
    voice.switch()
    until(lambda: voice.status.state is TalkState.OFF and bool(voice.status.message))
    assert voice.status.remedy
    assert voice.status.message in stage.views.place._doing.text()
    voice.switch()
    until(lambda: voice.status.state is TalkState.FAILING)


def test_a_spoken_turn_that_waits_is_taken_back(stage, until):
    """Somebody speaks on before the one before was answered."""
    turns, ears = stage.views.conversation, Ears()
    spoken = SpokenTurns(turns, stage.door, stage.bridge)
    saying = spoken.say("What of the cake?", ears.listener())
    until(lambda: len(turns) == 1)
    assert turns[0].phase is Phase.QUEUED
    saying.stop()
    until(ears.ended.is_set)
    assert turns[0].phase is Phase.STOPPED
    assert turns.waiting == 0
    saying.heard("", whole=False)
    until(lambda: not spoken.keeping)


def test_a_talk_that_ends_by_itself_can_be_begun_anew(stage, until, made):
    class Short(Quiet):
        def read(self, *, hurry: bool) -> Block | None:
            return super().read(hurry=hurry) if self._blocks < 5 else None

    links = [Short(), Quiet()]
    made(lambda *_: links.pop(0))
    voice = stage.views.place.voice
    states = seen_by(voice)
    voice.switch()
    until(lambda: TalkState.OFF in states)
    voice.switch()
    until(lambda: voice.status.state is TalkState.FAILING)


class Pressed:
    """Implements `TalkKey`, pressed by the test."""

    def __init__(self) -> None:
        self.told: Callable[[bool], None] | None = None
        self.closed = threading.Event()
        self.fault: KeyUnavailableError | None = None

    def watch(self, told: Callable[[bool], None], ready: Callable[[], None]) -> None:
        if self.fault is not None:
            raise self.fault
        self.told = told
        ready()
        self.closed.wait(30)

    def press(self, *, held: bool) -> None:
        assert self.told is not None
        self.told(held)

    def close(self) -> None:
        self.closed.set()


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> dict[str, Pressed]:
    """The keys that a desktop lets be watched, by name, as they are asked for."""
    found: dict[str, Pressed] = {}

    def key_of(name: str) -> Pressed | None:
        return found.setdefault(name, Pressed()) if name else None

    monkeypatch.setattr(talk_key, "talk_key_of", key_of)
    return found


def test_the_key_to_talk_begins_the_talk_and_is_held_in_it(stage, until, made, tmp_path, keys):
    PreferenceFile(tmp_path).change(talk_key="Pause", listening="push to talk")
    talks, voice = made(), stage.views.place.voice
    until(lambda: voice.key == "Pause")
    assert voice.status.state is TalkState.OFF
    keys["Pause"].press(held=True)
    until(lambda: talks._session is not None and talks._session.talk.ears.held)
    keys["Pause"].press(held=False)
    until(lambda: not talks._session.talk.ears.held)
    voice.switch()
    until(lambda: voice.status.state is TalkState.OFF)
    assert voice.key == "Pause"
    keys["Pause"].press(held=True)
    until(lambda: talks._session is not None and talks._session.talk.ears.held)


def test_another_key_is_watched_once_it_is_chosen_and_none_after_the_end(stage, until, made, tmp_path, keys):
    talks, voice = made(), stage.views.place.voice
    assert keys == {}
    for name in ("Pause", "ScrollLock"):
        PreferenceFile(tmp_path).change(talk_key=name)
        talks.follow()
        until(lambda name=name: voice.key == name)
    assert keys["Pause"].closed.is_set()
    assert not keys["ScrollLock"].closed.is_set()
    PreferenceFile(tmp_path).change(talk_key="")
    talks.follow()
    until(lambda: voice.key == "")
    assert keys["ScrollLock"].closed.is_set()


def test_a_key_that_could_not_be_watched_is_tried_again_with_the_next_talk(
    stage, until, made, tmp_path, keys
):
    key = keys["Pause"] = Pressed()
    key.fault = KeyUnavailableError("Another program has it.")
    PreferenceFile(tmp_path).change(talk_key="Pause")
    made()
    voice = stage.views.place.voice
    until(lambda: "Another program" in voice.key_missing)
    key.fault = None
    voice.switch()
    until(lambda: voice.key == "Pause")
    until(lambda: voice.status.state is TalkState.FAILING)
