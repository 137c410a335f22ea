"""The port of speaking: words to sound, in a manner."""

from dataclasses import dataclass
from typing import Protocol

from engine.senses.audio.sound import Sound


@dataclass(frozen=True, slots=True)
class Manner:
    """How something is said: `rate` 1 is the voice's own, 1.1 a tenth faster; `pause` stretches silences alike."""

    rate: float = 1.0
    pause: float = 1.0


PLAIN = Manner()


class Synthesiser(Protocol):
    """Text to speech. One call at a time, on any thread; whoever made it closes it."""

    @property
    def language(self) -> str:
        """What it speaks, as ISO 639-1."""

    def speak(self, words: str, manner: Manner = PLAIN) -> Sound:
        """The sound of `words`, which are spelt out already; without any, no sound. Raises SpeechModelError."""

    def close(self) -> None:
        """Let the model go. Idempotent."""
