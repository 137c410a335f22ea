"""Speech models: loaded when first needed, on the thread that uses them, and let go after idle time."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from companion.preferences import Preferences
from engine import senses  # its names load when first used: the window paints before
from engine.errors import CompanionError
from engine.models import Model, ModelRole, ModelStore
from engine.process import physical_cores
from engine.tongues import NAMES

if TYPE_CHECKING:
    from engine.senses import Recogniser, Synthesiser


class Closable(Protocol):
    """What holds a model."""

    def close(self) -> None:
        """Let it go."""


M = TypeVar("M", bound=Closable)


class Warm(Generic[M]):
    """A model that is there while it is used. Callable from any thread; one loads at a time."""

    def __init__(self, load: Callable[[], M], idle_s: float) -> None:
        self._load, self._idle_s = load, idle_s
        self._guard = threading.Lock()
        self._model: M | None = None
        self._used_s = 0.0

    def __call__(self) -> M:
        """The model, loaded where it is not here. Raises what loading raises."""
        with self._guard:
            if self._model is None:
                self._model = self._load()
            self._used_s = time.monotonic()
            return self._model

    @property
    def loaded(self) -> bool:
        return self._model is not None

    def release_if_idle(self) -> bool:
        """Let the model go where nobody used it for long; says whether it went. One that is loading is in use."""
        if not self._guard.acquire(blocking=False):
            return False
        try:
            if self._model is None or time.monotonic() - self._used_s < self._idle_s:
                return False
            self._model.close()
            self._model = None
            return True
        finally:
            self._guard.release()

    def close(self) -> None:
        with self._guard:
            if self._model is not None:
                self._model.close()
                self._model = None


def open_recogniser(store: ModelStore, preferences: Preferences) -> "Recogniser":
    """The chosen speech model, or the largest that is here. Raises SpeechModelError, ModelError."""
    name = _installed(store, ModelRole.SPEECH, preferences.speech_model)
    return senses.WhisperRecogniser(store.path(name), threads=physical_cores())


def open_synthesiser(store: ModelStore, preferences: Preferences, language: str = "") -> "Synthesiser":
    """A voice of `language` (ISO 639-1), else the chosen one or another that is here.

    Raises SpeechModelError, ModelError.
    """
    return senses.PiperSynthesiser(store.file(_voice(store, preferences, language), ".onnx"))


class Voices:
    """The voices of a home, each loaded when an answer of its language is first spoken. Callable from any thread."""

    def __init__(self, store: ModelStore, preferences: Preferences, idle_s: float) -> None:
        self._store, self._preferences, self._idle_s = store, preferences, idle_s
        self._guard = threading.Lock()
        self._warm: dict[str, Warm[Synthesiser]] = {}

    def __call__(self, language: str = "") -> "Synthesiser":
        """The voice of that language. Raises what loading raises."""
        name = _voice(self._store, self._preferences, language)
        with self._guard:
            if name not in self._warm:
                self._warm[name] = Warm(lambda: self._open(name), self._idle_s)
            warm = self._warm[name]
        return warm()

    def lacking(self, language: str) -> CompanionError | None:
        """Why no voice of that language speaks, and what to do; None where one does."""
        return missing_language(self._store, language)

    @property
    def loaded(self) -> bool:
        return any(one.loaded for one in self._warm.values())

    def release_if_idle(self) -> None:
        for one in tuple(self._warm.values()):
            one.release_if_idle()

    def close(self) -> None:
        for one in tuple(self._warm.values()):
            one.close()

    def _open(self, name: str) -> "Synthesiser":
        return senses.PiperSynthesiser(self._store.file(name, ".onnx"))


def voice_of(here: Sequence[Model], wish: str, language: str) -> str:
    """Of the voices that are `here`, which speaks: the wished one, unless only another knows the language."""
    chosen = next((one for one in here if one.name == wish), None) or max(here, key=lambda one: one.bytes)
    if not language or language in chosen.languages:
        return chosen.name
    return next((one.name for one in here if language in one.languages), chosen.name)


def _voice(store: ModelStore, preferences: Preferences, language: str) -> str:
    return voice_of(_here(store, ModelRole.VOICE), preferences.voice, language)


def speech_choice(store: ModelStore, preferences: Preferences) -> tuple[str, str]:
    """Which speech model hears and which voice speaks now, by name; empty where none is installed."""
    here = store.installed()
    names = [
        _wished([one for one in here if one.role is role], wish)
        for role, wish in ((ModelRole.SPEECH, preferences.speech_model), (ModelRole.VOICE, preferences.voice))
    ]
    return names[0], names[1]


def missing_voice(store: ModelStore, preferences: Preferences) -> CompanionError | None:
    """What keeps the voice from working, as far as models go; None where all is here."""
    try:
        _installed(store, ModelRole.SPEECH, preferences.speech_model)
        _installed(store, ModelRole.VOICE, preferences.voice)
    except CompanionError as error:
        return error
    return None


def missing_language(store: ModelStore, language: str) -> CompanionError | None:
    """That no voice of `language` is installed, with the one that could be; None where there is one."""
    if any(language in one.languages for one in _here(store, ModelRole.VOICE)):
        return None
    name = NAMES.get(language, language)
    could = [one.name for one in store.catalogue.of_role(ModelRole.VOICE) if language in one.languages]
    if could:
        remedy = f"Install it: `companion models install {could[0]}`."
        return senses.SpeechModelError(f"No voice for {name} is installed: another reads it.", remedy)
    return senses.SpeechModelError(
        f"There is no voice for {name}: another reads it.", "The answer is written here too."
    )


def _installed(store: ModelStore, role: ModelRole, wish: str) -> str:
    return _wished(_here(store, role), wish)


def _wished(here: Sequence[Model], wish: str) -> str:
    """The wished one, else the largest; empty without any."""
    if any(model.name == wish for model in here):
        return wish
    return max(here, key=lambda model: model.bytes).name if here else ""


def _here(store: ModelStore, role: ModelRole) -> list[Model]:
    """Those of that role that are installed, at least one. Raises SpeechModelError."""
    here = [model for model in store.installed() if model.role is role]
    if not here:
        what = "speech model" if role is ModelRole.SPEECH else "voice"
        raise senses.SpeechModelError(
            f"No {what} is installed.", "Install it: `companion models install voice`."
        )
    return here
