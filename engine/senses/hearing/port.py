"""The ports of hearing: voice activity and speech recognition, with what they tell."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from engine.senses.audio.sound import Samples


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of words: from when to when in seconds, and how sure the recogniser is of them.

    `log_probability` is the mean of its tokens, 0 is certain; `no_speech` (0–1) how likely nobody spoke;
    `repetition` how well the text can be compressed: above 2.4 it goes round in circles.
    """

    start_s: float
    end_s: float
    text: str
    log_probability: float = 0.0
    no_speech: float = 0.0
    repetition: float = 1.0


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was understood of a sound, in which language (ISO 639-1), and the seconds that it took."""

    text: str
    language: str
    segments: tuple[Segment, ...] = ()
    took_s: float = 0.0


class Care(Enum):
    """How thoroughly a sound is listened to: while somebody still speaks, at their end, or a whole recording."""

    DRAFT = "draft"
    TURN = "turn"
    RECORDING = "recording"


class Recogniser(Protocol):
    """Speech to text. One call at a time, on any thread; whoever made it closes it."""

    def hear(
        self, samples: Samples, *, language: str | None = None, care: Care = Care.RECORDING
    ) -> Transcript:
        """The words of a sound of 16 kHz and any length; `language` None finds it out. Raises SpeechModelError."""

    def close(self) -> None:
        """Let the model go. Idempotent."""


class VoiceActivity(Protocol):
    """Whether somebody speaks; it remembers the blocks before. On one thread."""

    def judge(self, block: Samples) -> float:
        """How likely there is a voice in this block of 512 samples of 16 kHz, 0–1."""

    def reset(self) -> None:
        """Forget the blocks before."""
