"""The voice in the window: what is said becomes a turn of the Conversation, and its answer is spoken.

The Conversation's view-model belongs to the main thread, the talk to the audio thread; the bridge stands between.
"""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread

from PySide6.QtCore import QObject, QTimer

from companion.bridge import Bridge
from companion.preferences import PreferenceFile, Preferences
from companion.runtime import Threads
from companion.voice.conversing import SURFACE
from companion.voice.models import missing_voice, speech_choice
from companion.voice.session import SpeechModels, VoiceSession
from companion.voice.talk_key import KeyWatch
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

log = logging.getLogger(__name__)

LOOK_MS = 60_000
JOIN_S = 12.0
SILENCE_LIMIT_S = 3.0
MakeLink = Callable[[str, str], AudioLink]


class SpokenTurn:
    """Implements `Saying` over a turn of the Conversation; made on the audio thread, lives on the main thread."""

    def __init__(self, spoken: "SpokenTurns", text: str, listener: AnswerListener) -> None:
        self._spoken, self._turns, self._listener = spoken, spoken.turns, listener
        self._turn: Turn | None = None
        self._given = ""
        self._ended = False
        self._heard: str | None = None
        self._unhook: Callable[[], None] = lambda: None
        spoken.bridge.post(lambda: self._begin(text))

    def stop(self) -> None:
        self._spoken.bridge.post(self._stop)

    def heard(self, text: str, *, whole: bool) -> None:
        if not whole:
            self._spoken.bridge.post(lambda: self._cut(text))

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
        if self._turn is not None:
            self._turns.stop_turn(self._turn)

    def _cut(self, text: str) -> None:
        """Keep and show the answer as far as it was heard, once it is there."""
        turn = self._turn
        self._heard = text
        self._spoken.keeping.add(self)
        if turn is None or not self._ended:
            return
        if turn.loop_id is None or turn.off_record:
            self._spoken.keep(self)
            return
        asked = {"loop_id": turn.loop_id, "heard": text}
        self._spoken.door.change("voice.heard", asked, success=self._kept, failure=self._kept)
        turn.answer, turn.phase = text, Phase.STOPPED
        self._turns.touch(turn)

    def _kept(self, _: object) -> None:
        self._spoken.keep(self)


def _missed(_: object) -> None:
    """Nobody waits for what is only told."""


class SpokenTurns:
    """Implements `Companion` over the Conversation.

    `keeping` are those whose answers are being cut to what was heard; `kept` is told of each once it is.
    """

    def __init__(
        self, turns: Conversation, door: Door, bridge: Bridge, kept: Callable[[], None] = lambda: None
    ) -> None:
        self.turns, self.door, self.bridge, self._kept = turns, door, bridge, kept
        self.keeping: set[SpokenTurn] = set()

    def keep(self, turn: SpokenTurn) -> None:
        """The answer of `turn` is kept as far as it was heard."""
        self.keeping.discard(turn)
        self._kept()

    def attend(self) -> None:
        coming = {"text": "", "surface": SURFACE, "off_record": self.turns.off_record, "coming": True}
        self.bridge.post(lambda: self.door.question("draft", coming, success=_missed, failure=_missed))

    def draft(self, text: str) -> None:
        self.bridge.post(lambda: self.turns.draft(text, surface=SURFACE))

    def say(self, text: str, listener: AnswerListener) -> Saying:
        return SpokenTurn(self, text, listener)


def _opened_with(chosen: Preferences) -> tuple[str, ...]:
    """What a talk is opened with, and cannot change while it lasts."""
    return chosen.microphone, chosen.speaker, chosen.speech_model, chosen.voice


class WindowVoice:
    """Implements `VoiceDoor`. Its methods run on the main thread; opening and closing happen on threads of its own.

    The key to talk is watched for as long as the window lives: it begins the talk where none is open.
    """

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
        self._voice, self._door, self._bridge = voice, door, bridge
        self._spoken = SpokenTurns(turns, door, bridge, self._look_whether_silent)
        self._preferences, self._name, self._make_link = PreferenceFile(home), name, make_link
        self._calls = calls
        self._settings = SensesSettings()
        self._threads = Threads("window voice")
        self._models: SpeechModels | None = None
        self._session: VoiceSession | None = None
        self._making = Lock()
        self._starts = 0
        self._leaving: tuple[Thread, ...] = ()
        self._ending = 0
        self._told_silent: Callable[[], None] = lambda: None
        self._manner = Manner()
        self._wanted = False
        self._held = False
        self._key = KeyWatch(
            self._threads,
            lambda held: bridge.post(lambda: self._hold_key(held=held)),
            lambda key, fault: bridge.post(lambda: self._show_key(key, fault)),
        )
        self._idle = QTimer(parent)
        self._idle.setObjectName("voice: idle models")
        self._idle.setInterval(LOOK_MS)
        self._idle.timeout.connect(self._release_idle)
        voice.use(self)
        self._watch_key()

    def start(self) -> None:
        self._watch_key()
        self._wanted = True
        self._starts += 1
        number, leaving = self._starts, self._leaving
        self._threads.start("opening", lambda: self._open(number, leaving))

    def stop(self) -> None:
        self._stop(TalkStatus(TalkState.OFF))

    def follow(self) -> None:
        """Something may have been chosen, or installed: that holds at once.

        With other devices or models the talk begins anew.
        """
        chosen, session = self._preferences.load().preferences, self._session
        self._key.choose(chosen.talk_key)
        if not self._wanted:
            return
        if session is None:
            if (
                self._voice.status.state is TalkState.NO_MODEL
                and missing_voice(standard_store(), chosen) is None
            ):
                self._begin_anew()
        elif _opened_with(chosen) != _opened_with(session.chosen):
            self._begin_anew()
        elif chosen != session.chosen:
            session.choose(chosen, self._name())

    async def fall_silent(self) -> None:
        """Stop, and wait until what was heard of an answer is kept: soon nobody is there to keep it."""
        self._key.close()  # nothing is begun any more
        self.stop()
        silent = asyncio.Event()
        self._told_silent = silent.set
        self._look_whether_silent()
        try:
            await asyncio.wait_for(silent.wait(), SILENCE_LIMIT_S)
        except TimeoutError:
            log.warning("what was heard of the last answer may not be kept")

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
        self._key.close()
        if self._session is not None or self._wanted:
            self.stop()
        self._threads.join(JOIN_S)
        if self._models is not None:
            self._models.close()

    def _stop(self, status: TalkStatus) -> None:
        self._wanted = False
        self._voice.tell(status)
        self._let_go()

    def _begin_anew(self) -> None:
        self._voice.tell(TalkStatus(TalkState.LOADING))
        self._let_go()
        self.start()

    def _let_go(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            self._close(session)

    def _close(self, session: VoiceSession) -> None:
        def close() -> None:
            session.close()
            self._bridge.post(self._ended)  # after what it had to tell of its last answer

        self._ending += 1
        closing = self._threads.start("closing", close)
        self._leaving = (*(one for one in self._leaving if one.is_alive()), closing)

    def _ended(self) -> None:
        self._ending -= 1
        self._look_whether_silent()

    def _look_whether_silent(self) -> None:
        if not (self._ending or self._spoken.keeping):
            self._told_silent()

    def _open(self, number: int, leaving: tuple[Thread, ...]) -> None:
        """On the opening thread: importing and loading take seconds. The talks before are `leaving`.

        One opens at a time, and of several starts the last alone.
        """
        for thread in leaving:
            thread.join(JOIN_S)
        with self._making:
            if number != self._starts:
                return
            try:
                session = self._made()
            except Exception as error:  # noqa: BLE001 - whatever keeps the voice shut is told and logged
                status = TalkStatus.of_fault(TalkState.NO_MODEL, speech_fault(error, "The voice"))
                self._bridge.post(lambda: self._show(None, status))
                return
        self._bridge.post(lambda: self._begin(number, session))

    def _made(self) -> VoiceSession:
        chosen = self._preferences.load().preferences
        store = standard_store()
        missing = missing_voice(store, chosen)
        if missing is not None:
            raise missing
        session = VoiceSession(
            self._spoken,
            self._make_link(chosen.microphone, chosen.speaker),
            self._models_of(store, chosen),
            self._settings,
            self._hear,
            lambda status: self._bridge.post(lambda: self._show(session, status)),
            manner=lambda: self._manner,
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

    def _begin(self, number: int, session: VoiceSession) -> None:
        if not self._wanted or number != self._starts:
            self._close(session)
            return
        self._session = session
        self._idle.start()
        if self._voice.muted:  # pressed while it was still loading
            session.talk.mute(muted=True)
        if self._held:
            session.talk.hold(held=True)
        session.start()
        self.follow()  # what was chosen while it was loading

    def _show(self, session: VoiceSession | None, status: TalkStatus) -> None:
        """What a talk tells of itself, while it is the one that is wanted."""
        if not self._wanted or session is not self._session:
            return
        if status.state is TalkState.OFF:  # it ended by itself
            self._stop(status)
        else:
            self._voice.tell(status)

    def _watch_key(self) -> None:
        self._key.choose(self._preferences.load().preferences.talk_key)

    def _hold_key(self, *, held: bool) -> None:
        """The key is held, or let go; one that is held while the voice is off begins to listen."""
        self._held = held
        if self._session is not None:
            self._session.talk.hold(held=held)
        elif held and not self._voice.on:
            self._voice.switch()

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
