"""Speech models: loaded when first needed, on the thread that uses them, and let go after idle time."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import psutil

from companion.preferences import Preferences
from engine import senses  # its names load when first used: the window paints before
from engine.errors import CompanionError
from engine.models import ModelRole, ModelStore

if TYPE_CHECKING:
    from engine.senses import Recogniser, Synthesiser


class Closable(Protocol):
    """What holds a model."""

    def close(self) -> None:
        """Let it go."""


M = TypeVar("M", bound=Closable)
VOICE_PACK = ("whisper-base", "piper-joe")
"""What `companion models install voice` installs."""


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
        """Let the model go where nobody used it for long; says whether it went."""
        with self._guard:
            if self._model is None or time.monotonic() - self._used_s < self._idle_s:
                return False
            self._model.close()
            self._model = None
            return True

    def close(self) -> None:
        with self._guard:
            if self._model is not None:
                self._model.close()
                self._model = None


def open_recogniser(store: ModelStore, preferences: Preferences) -> "Recogniser":
    """The chosen speech model, or the largest that is here. Raises SpeechModelError, ModelError."""
    name = _installed(store, ModelRole.SPEECH, preferences.speech_model)
    return senses.WhisperRecogniser(store.path(name), threads=psutil.cpu_count(logical=False) or 2)


def open_synthesiser(store: ModelStore, preferences: Preferences) -> "Synthesiser":
    """The chosen voice, or another that is here. Raises SpeechModelError, ModelError."""
    return senses.PiperSynthesiser(store.file(_installed(store, ModelRole.VOICE, preferences.voice), ".onnx"))


def missing_voice(store: ModelStore, preferences: Preferences) -> CompanionError | None:
    """What keeps the voice from working, as far as models go; None where all is here."""
    try:
        _installed(store, ModelRole.SPEECH, preferences.speech_model)
        _installed(store, ModelRole.VOICE, preferences.voice)
    except CompanionError as error:
        return error
    return None


def _installed(store: ModelStore, role: ModelRole, wish: str) -> str:
    here = [model for model in store.installed() if model.role is role]
    if not here:
        what = "speech model" if role is ModelRole.SPEECH else "voice"
        raise senses.SpeechModelError(f"No {what} is installed.", "Run: companion models install voice")
    if any(model.name == wish for model in here):
        return wish
    return max(here, key=lambda model: model.bytes).name
