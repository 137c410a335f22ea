"""The voice in the window: what is said becomes a turn of the Conversation, and its answer is spoken.

The Conversation's view-model belongs to the main thread, the talk to the audio thread; the bridge stands between.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, QTimer

from companion.bridge import Bridge
from companion.preferences import PreferenceFile, Preferences
from companion.runtime import Threads
from companion.voice.conversing import SURFACE
from companion.voice.models import missing_voice, speech_choice
from companion.voice.session import SpeechModels, VoiceSession
from engine.errors import CompanionError
from engine.models import ModelStore, standard_store
from engine.senses import (
    AnswerListener,
    AudioLink,
    CallJudged,
    Frame,
    Listening,
    Manner,
    Partial,
    PortAudioLink,
    Refused,
    Saying,
    TalkState,
    TalkStatus,
    TurnBegan,
    manner_of,
    speech_fault,
)
from engine.settings import SensesSettings
from ui.conversation import Conversation, Turn
from ui.conversation.speaking import Voice
from ui.conversation.turns import Phase
from ui.doors import Door
from ui.settings.choosing import CallLog
from ui.settings.choosing.calls import CALLED, NOT_CALLED

LOOK_MS = 60_000
JOIN_S = 12.0
MakeLink = Callable[[str, str], AudioLink]


class SpokenTurn:
    """Implements `Saying` over a turn of the Conversation; made on the audio thread, lives on the main thread."""

    def __init__(
        self, turns: Conversation, door: Door, bridge: Bridge, text: str, listener: AnswerListener
    ) -> None:
        self._turns, self._door, self._bridge, self._listener = turns, door, bridge, listener
        self._turn: Turn | None = None
        self._given = ""
        self._ended = False
        self._heard: str | None = None
        self._unhook: Callable[[], None] = lambda: None
        bridge.post(lambda: self._begin(text))

    def stop(self) -> None:
        self._bridge.post(self._stop)

    def heard(self, text: str, *, whole: bool) -> None:
        if not whole:
            self._bridge.post(lambda: self._cut(text))

    def _begin(self, text: str) -> None:
        self._unhook = self._turns.changed.connect(self._look)
        self._turns.send(text, surface=SURFACE)
        self._turn = self._turn or self._turns[self._turns.last_row()]

    def _look(self, row: int) -> None:
        turn = self._turn
        if turn is None or self._turns[row] is not turn or self._ended:
            return
        if turn.answer.startswith(self._given):
            fresh, self._given = turn.answer[len(self._given) :], turn.answer
            if fresh:
                self._listener.piece(fresh)
        if turn.ended:
            self._finish(turn)

    def _finish(self, turn: Turn) -> None:
        self._ended = True
        self._unhook()
        fault = turn.fault
        self._listener.ended(None if fault is None else CompanionError(fault.message, fault.remedy))
        if self._heard is not None:
            self._cut(self._heard)

    def _stop(self) -> None:
        if self._turn is not None and self._turns.current is self._turn:
            self._turns.stop()

    def _cut(self, text: str) -> None:
        """Keep and show the answer as far as it was heard, once it is there."""
        turn = self._turn
        self._heard = text
        if turn is None or not self._ended or turn.loop_id is None or turn.off_record:
            return
        asked = {"loop_id": turn.loop_id, "heard": text}
        self._door.change("voice.heard", asked, success=lambda _: None, failure=lambda _: None)
        turn.answer, turn.phase = text, Phase.STOPPED
        self._turns.touch(turn)


def _missed(_: object) -> None:
    """Nobody waits for what is only told."""


class SpokenTurns:
    """Implements `Companion` over the Conversation."""

    def __init__(self, turns: Conversation, door: Door, bridge: Bridge) -> None:
        self._turns, self._door, self._bridge = turns, door, bridge

    def attend(self) -> None:
        coming = {"text": "", "surface": SURFACE, "off_record": self._turns.off_record, "coming": True}
        self._bridge.post(lambda: self._door.question("draft", coming, success=_missed, failure=_missed))

    def draft(self, text: str) -> None:
        self._bridge.post(lambda: self._turns.draft(text, surface=SURFACE))

    def say(self, text: str, listener: AnswerListener) -> Saying:
        return SpokenTurn(self._turns, self._door, self._bridge, text, listener)


class WindowVoice:
    """Implements `VoiceDoor`. Its methods run on the main thread; opening and closing happen on threads of its own."""

    def __init__(
        self,
        voice: Voice,
        turns: Conversation,
        door: Door,
        bridge: Bridge,
        home: Path,
        *,
        name: Callable[[], str],
        calls: CallLog,
        make_link: MakeLink = PortAudioLink,
        parent: QObject | None = None,
    ) -> None:
        self._voice, self._turns, self._door, self._bridge = voice, turns, door, bridge
        self._preferences, self._name, self._make_link = PreferenceFile(home), name, make_link
        self._calls = calls
        self._settings = SensesSettings()
        self._threads = Threads("window voice")
        self._models: SpeechModels | None = None
        self._session: VoiceSession | None = None
        self._leaving: Thread | None = None
        self._manner = Manner()
        self._wanted = False
        self._idle = QTimer(parent)
        self._idle.setObjectName("voice: idle models")
        self._idle.setInterval(LOOK_MS)
        self._idle.timeout.connect(self._release_idle)
        voice.use(self)

    def start(self) -> None:
        self._wanted = True
        leaving = self._leaving
        self._threads.start("opening", lambda: self._open(leaving))

    def stop(self) -> None:
        self._wanted = False
        session, self._session = self._session, None
        self._voice.tell_key("", "")
        self._voice.tell(TalkStatus(TalkState.OFF))
        if session is not None:
            self._let_go(session)

    def mute(self, *, muted: bool) -> None:
        if self._session is not None:
            self._session.talk.mute(muted=muted)

    def hold(self, *, held: bool) -> None:
        if self._session is not None:
            self._session.talk.hold(held=held)

    def hush(self) -> None:
        if self._session is not None:
            self._session.talk.hush()

    def close(self) -> None:
        """The window ends: fall silent and let everything go."""
        self._idle.stop()
        if self._session is not None or self._wanted:
            self.stop()
        self._threads.join(JOIN_S)
        if self._models is not None:
            self._models.close()

    def _let_go(self, session: VoiceSession) -> None:
        self._leaving = self._threads.start("closing", session.close)

    def _open(self, leaving: Thread | None) -> None:
        """On the opening thread: importing and loading take seconds. The talk before is `leaving`, if any."""
        if leaving is not None:
            leaving.join(JOIN_S)
        try:
            session = self._made()
        except Exception as error:  # noqa: BLE001 - whatever keeps the voice shut is told and logged
            status = TalkStatus.of_fault(TalkState.NO_MODEL, speech_fault(error, "The voice"))
            self._bridge.post(lambda: self._show(None, status))
            return
        self._bridge.post(lambda: self._begin(session))

    def _made(self) -> VoiceSession:
        chosen = self._preferences.load().preferences
        store = standard_store()
        missing = missing_voice(store, chosen)
        if missing is not None:
            raise missing
        session = VoiceSession(
            SpokenTurns(self._turns, self._door, self._bridge),
            self._make_link(chosen.microphone, chosen.speaker),
            self._models_of(store, chosen),
            self._settings,
            self._hear,
            lambda status: self._bridge.post(lambda: self._show(session, status)),
            manner=lambda: self._manner,
            key_told=lambda key, fault: self._bridge.post(lambda: self._show_key(key, fault)),
        )
        session.choose(chosen, self._name())
        return session

    def _models_of(self, store: ModelStore, chosen: Preferences) -> SpeechModels:
        """Those of the talk before, unless others were chosen since; no talk uses them at this moment."""
        if self._models is not None and self._models.chosen != speech_choice(store, chosen):
            self._models.close()
            self._models = None
        self._models = self._models or SpeechModels.of(store, chosen, self._settings)
        return self._models

    def _begin(self, session: VoiceSession) -> None:
        if not self._wanted or self._session is not None:
            self._let_go(session)
            return
        self._session = session
        self._idle.start()
        if self._voice.muted:  # pressed while it was still loading
            session.talk.mute(muted=True)
        session.start()

    def _show(self, session: VoiceSession | None, status: TalkStatus) -> None:
        """What a talk tells of itself, while it is the one that is wanted."""
        if not self._wanted or session is not self._session:
            return
        if status.state is TalkState.OFF:  # it ended by itself
            self.stop()
        else:
            self._voice.tell(status)

    def _show_key(self, key: str, fault: CompanionError | None) -> None:
        self._voice.tell_key(key, "" if fault is None else f"{fault.message} {fault.remedy}")

    def _hear(self, frame: Frame) -> None:
        """On the audio thread."""
        match frame:
            case Partial(text=text):
                self._bridge.post(lambda: self._voice.tell_partial(text))
            case TurnBegan():
                self._bridge.post(self._ask_mood)
            case CallJudged(heard=heard, likeness=likeness, called=called):
                outcome = CALLED if called else NOT_CALLED
                self._bridge.post(lambda: self._calls.add(outcome, heard, likeness))
            case Refused(reason=reason) if self._waits_for_name and reason.value != NOT_CALLED:
                self._bridge.post(lambda: self._calls.add(reason.value))
            case _:
                pass

    @property
    def _waits_for_name(self) -> bool:
        session = self._session
        return session is not None and session.talk.ears.listening is Listening.WHEN_CALLED

    def _ask_mood(self) -> None:
        def told(felt: dict[str, float | None]) -> None:
            self._manner = manner_of(felt["energy"], felt["openness"], self._settings.speaking)

        self._door.question("voice.mood", {}, success=told, failure=lambda _: None)

    def _release_idle(self) -> None:
        if self._models is not None:
            self._models.release_if_idle()
        if self._session is None and (self._models is None or not self._models.loaded):
            self._idle.stop()
