"""What passes through the pipeline. What an interruption may drop is a property of the type.

microphone → ears → transcriber → answerer → voicer → player → speaker
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from engine.errors import CompanionError
from engine.senses.audio.sound import Samples, Sound
from engine.senses.hearing.port import Transcript
from engine.senses.hearing.words import Refusal


@dataclass(frozen=True, slots=True)
class Frame:
    """Base of all frames; `droppable` ones belong to an answer and go with it."""

    droppable: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class AnswerFrame(Frame):
    """Part of the answer to a turn; dropped once that turn was interrupted."""

    droppable: ClassVar[bool] = True
    turn: int


# From outside


@dataclass(frozen=True, slots=True)
class AudioIn(Frame):
    """A block from the microphone that ended at `at_s`; the speaker's own sound is still in it."""

    samples: Samples
    at_s: float


class Listening(StrEnum):
    """When the companion listens."""

    HANDS_FREE = "hands free"
    PUSH_TO_TALK = "push to talk"
    WHEN_CALLED = "when called"


class Duplex(StrEnum):
    """Whether it listens while it speaks itself."""

    AS_IT_CAN = "as it can"
    """Until its own words came back through the microphone; then it listens in between."""

    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Muted(Frame):
    """The person muted the microphone, or opened it again."""

    muted: bool


@dataclass(frozen=True, slots=True)
class Held(Frame):
    """The person holds the key to talk, or let it go."""

    held: bool


@dataclass(frozen=True, slots=True)
class Hushed(Frame):
    """The person wants it to stop speaking, without a word."""


@dataclass(frozen=True, slots=True)
class Unplugged(Hushed):
    """The devices are gone: it stops speaking, and what somebody was about to say was never said to its end."""


class SpeechPart(StrEnum):
    """What a speech model does for a talk."""

    HEARING = "hearing"
    SPEAKING = "speaking"


@dataclass(frozen=True, slots=True)
class PartFault(Frame):
    """A speech model cannot do its part, and why; `fault` None once it can again."""

    part: SpeechPart
    fault: CompanionError | None = field(default=None, compare=False)


# What is heard


@dataclass(frozen=True, slots=True)
class VoiceStarted(Frame):
    """Somebody may have begun to speak, with the voice first heard at `since_s`.

    `addressed` is False where they would have to call the companion first.
    """

    since_s: float
    at_s: float
    addressed: bool = True


@dataclass(frozen=True, slots=True)
class VoiceFaded(Frame):
    """It was too short to be somebody speaking."""


@dataclass(frozen=True, slots=True)
class HeardSoFar(Frame):
    """The sound of a turn that is still being spoken; `paused` where it may have ended. `key` names its state."""

    samples: Samples
    key: int
    paused: bool


@dataclass(frozen=True, slots=True)
class TurnHeard(Frame):
    """The whole sound of a turn with a voice for `voiced_s`, the last of it at `ended_s`.

    `over_answer` says that it began while the companion spoke.
    """

    samples: Samples
    key: int
    voiced_s: float
    ended_s: float
    at_s: float
    over_answer: bool = False


@dataclass(frozen=True, slots=True)
class Recognised(Frame):
    """What the recogniser made of the sound of that key; None where it was not looked at, or the `fault` it had."""

    key: int
    found: Transcript | None
    draft: bool
    fault: CompanionError | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Partial(Frame):
    """The words so far."""

    text: str


@dataclass(frozen=True, slots=True)
class Words(Frame):
    """What the person said; the last voice of it was at `ended_s`. `took_s` is the recogniser's time."""

    text: str
    language: str
    ended_s: float
    took_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Refused(Frame):
    """A sound that is not answered, and why. Its words are not kept."""

    reason: Refusal


@dataclass(frozen=True, slots=True)
class CallJudged(Frame):
    """What was held against the companion's name, how like it is (0–1), and whether it was taken for a call.

    It waited for its name then; nothing else that was said is kept.
    """

    heard: str
    likeness: float
    called: bool


# What is answered


@dataclass(frozen=True, slots=True)
class Interruption(Frame):
    """The person speaks, or hushed it: the turn's answer ends here."""

    turn: int
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TurnBegan(Frame):
    """The companion thinks about `text`, and will answer in its `language`."""

    turn: int
    text: str
    at_s: float
    language: str = ""


@dataclass(frozen=True, slots=True)
class AnswerPiece(AnswerFrame):
    """A further piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class AnswerEnded(AnswerFrame):
    """The answer is whole, or failed."""

    fault: CompanionError | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Sentence(AnswerFrame):
    """A clause to be spoken; `closed` where a sentence ends with it."""

    text: str
    closed: bool = True


@dataclass(frozen=True, slots=True)
class VoiceChosen(Frame):
    """Which voice speaks from now on; `fault` where it is none of the answer's language."""

    fault: CompanionError | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SpokenSound(AnswerFrame):
    """The sound of a clause, with the silence after it in seconds; `failed` where the voice could not say it."""

    text: str
    sound: Sound
    pause_s: float
    failed: bool = False


@dataclass(frozen=True, slots=True)
class SoundBegan(Frame):
    """The first sound of an answer goes out."""

    turn: int
    at_s: float


@dataclass(frozen=True, slots=True)
class TurnSpoken(Frame):
    """An answer has been spoken as far as `heard`; `whole` where that is all of it."""

    turn: int
    heard: str
    whole: bool
    at_s: float = 0.0
