"""A talk on its threads: the audio thread runs it, two workers hear and speak for it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from companion.preferences import Preferences
from companion.runtime import Threads, Worker
from companion.voice.models import Warm, open_recogniser, open_synthesiser
from engine.models import ModelStore
from engine.senses import (
    AudioLink,
    Calling,
    Companion,
    Frame,
    Listening,
    Manner,
    Parts,
    Recogniser,
    SileroActivity,
    Synthesiser,
    Talk,
    TalkStatus,
)
from engine.settings import SensesSettings

JOIN_S = 10.0


@dataclass(frozen=True, slots=True)
class SpeechModels:
    """The models of one process; several talks may follow each other over them."""

    recogniser: Warm[Recogniser]
    synthesiser: Warm[Synthesiser]

    @classmethod
    def of(cls, store: ModelStore, preferences: Preferences, settings: SensesSettings) -> "SpeechModels":
        """Those that a home has chosen; nothing is loaded yet."""
        idle_s = settings.speaking.idle_s
        return cls(
            Warm(partial(open_recogniser, store, preferences), idle_s),
            Warm(partial(open_synthesiser, store, preferences), idle_s),
        )

    @property
    def loaded(self) -> bool:
        return self.recogniser.loaded or self.synthesiser.loaded

    def release_if_idle(self) -> None:
        for model in (self.recogniser, self.synthesiser):
            model.release_if_idle()

    def close(self) -> None:
        for model in (self.recogniser, self.synthesiser):
            model.close()


@dataclass
class VoiceSession:
    """One talk with its threads. `start` returns at once, `close` waits for the threads' end."""

    companion: Companion
    link: AudioLink
    models: SpeechModels
    settings: SensesSettings
    told: Callable[[Frame], None]
    changed: Callable[[TalkStatus], None]
    manner: Callable[[], Manner] = Manner
    threads: Threads = field(default_factory=lambda: Threads("voice"))

    def __post_init__(self) -> None:
        self._hearing = Worker(self.threads, "hearing")
        self._voicing = Worker(self.threads, "voicing")
        parts = Parts(
            link=self.link,
            activity=SileroActivity(),
            recogniser=self.models.recogniser,
            synthesiser=self.models.synthesiser,
            companion=self.companion,
            hearing=self._hearing,
            voicing=self._voicing,
            manner=self.manner,
        )
        self.talk = Talk(parts, self.settings, told=self.told, changed=self.changed)

    def choose(self, preferences: Preferences, name: str) -> None:
        """Listen as the person chose; `name` calls the companion."""
        self.talk.listen(Listening(preferences.listening), Calling(name, preferences.wake_sensitivity))

    def warm_up(self) -> None:
        """Load both models in the background, so that the first turn need not wait for them."""
        self._hearing.submit(self.models.recogniser)
        self._voicing.submit(self.models.synthesiser)

    def start(self) -> None:
        self.warm_up()
        self.threads.start("audio", self.talk.run)

    def close(self) -> None:
        """End the talk and its threads; the models stay for the next."""
        self.talk.stop()
        self._hearing.close(JOIN_S)
        self._voicing.close(JOIN_S)
        self.threads.join(JOIN_S)
