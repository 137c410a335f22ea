"""A talk on its threads: the audio thread runs it, two workers hear and speak for it."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial

from companion.preferences import Preferences
from companion.runtime import Threads, Worker
from companion.voice.models import Voices, Warm, open_recogniser, speech_choice
from companion.voice.talk_key import KeyWatch
from engine.errors import CompanionError
from engine.models import ModelStore
from engine.senses import (
    Attention,
    AudioLink,
    Calling,
    Companion,
    Duplex,
    Frame,
    Listening,
    Manner,
    Parts,
    Recogniser,
    SileroActivity,
    SpeechPart,
    Talk,
    TalkStatus,
    VoiceStarted,
    speech_fault,
)
from engine.settings import SensesSettings

JOIN_S = 10.0


@dataclass(frozen=True, slots=True)
class SpeechModels:
    """The models of one process; several talks may follow each other over them, as long as they are those `chosen`."""

    recogniser: Warm[Recogniser]
    synthesiser: Voices
    chosen: tuple[str, str] = ("", "")

    @classmethod
    def of(cls, store: ModelStore, preferences: Preferences, settings: SensesSettings) -> "SpeechModels":
        """Those that a home has chosen; nothing is loaded yet."""
        idle_s = settings.speaking.idle_s
        return cls(
            Warm(partial(open_recogniser, store, preferences), idle_s),
            Voices(store, preferences, idle_s),
            speech_choice(store, preferences),
        )

    @property
    def loaded(self) -> bool:
        return self.recogniser.loaded or self.synthesiser.loaded

    def release_if_idle(self) -> None:
        self.recogniser.release_if_idle()
        self.synthesiser.release_if_idle()

    def close(self) -> None:
        self.recogniser.close()
        self.synthesiser.close()


@dataclass
class VoiceSession:
    """One talk with its threads. `start` returns at once, `close` waits for the threads' end.

    `key_told` hears, on a thread, of the key to talk that was chosen: that it is watched, or why it is not. Without
    it the talk watches none, as where that is done beyond it.
    """

    companion: Companion
    link: AudioLink
    models: SpeechModels
    settings: SensesSettings
    told: Callable[[Frame], None]
    changed: Callable[[TalkStatus], None]
    manner: Callable[[], Manner] = Manner
    key_told: Callable[[str, CompanionError | None], None] | None = None
    threads: Threads = field(default_factory=lambda: Threads("voice"))

    def __post_init__(self) -> None:
        activity = SileroActivity()  # before any thread is there that would have to be ended if it fails
        self._hearing = Worker(self.threads, "hearing")
        self._voicing = Worker(self.threads, "voicing")
        parts = Parts(
            link=self.link,
            activity=activity,
            recogniser=self.models.recogniser,
            synthesiser=self.models.synthesiser,
            companion=self.companion,
            hearing=self._hearing,
            voicing=self._voicing,
            manner=self.manner,
            lacking=self.models.synthesiser.lacking,
        )
        self.talk = Talk(parts, self.settings, told=self._tell, changed=self.changed)
        told = self.key_told
        self._key = told and KeyWatch(self.threads, lambda held: self.talk.hold(held=held), told)
        self.chosen = Preferences()

    def choose(self, preferences: Preferences, name: str) -> None:
        """Listen as the person chose, from now on; `name` calls the companion. A key is watched from the start."""
        self.chosen = preferences
        self.talk.listen(
            Attention(
                Listening(preferences.listening),
                Calling(name, preferences.wake_sensitivity),
                Duplex(preferences.while_speaking),
                preferences.spoken_language or None,
            )
        )

    def warm_up(self) -> None:
        """Load what is not loaded of both models in the background, so that a turn need not wait for them."""
        if not self.models.recogniser.loaded:
            hears: Future[object] = self._hearing.submit(self.models.recogniser)
            hears.add_done_callback(partial(self._judge, SpeechPart.HEARING, "The speech model"))
        if not self.models.synthesiser.loaded:
            speaks: Future[object] = self._voicing.submit(self.models.synthesiser)
            speaks.add_done_callback(partial(self._judge, SpeechPart.SPEAKING, "The voice"))

    def start(self) -> None:
        self.warm_up()
        self.threads.start("audio", self.talk.run)
        if self._key is not None:
            self._key.choose(self.chosen.talk_key)

    def close(self) -> None:
        """End the talk and its threads; the models stay for the next."""
        if self._key is not None:
            self._key.close()
        self.talk.stop()
        self._hearing.close(JOIN_S)
        self._voicing.close(JOIN_S)
        self.threads.join(JOIN_S)

    def _tell(self, frame: Frame) -> None:
        """On the audio thread. Models that were let go load while somebody speaks, not once they have ended."""
        if isinstance(frame, VoiceStarted):
            self.warm_up()
        self.told(frame)

    def _judge(self, part: SpeechPart, what: str, loaded: "Future[object]") -> None:
        """A model that cannot be loaded is told at once, and not first where it is needed."""
        error = loaded.exception()
        if error is not None:
            self.talk.miss(part, speech_fault(error, what))
