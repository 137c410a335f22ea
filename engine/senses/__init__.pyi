from .audio.devices import Device, Devices
from .audio.echo import EchoGuard
from .audio.link import AudioLink, Block, RecordedLink
from .audio.playback import Playback
from .audio.portaudio import PortAudioLink, PortAudioSpeaker
from .audio.sound import (
    BLOCK,
    RATE,
    Samples,
    Sound,
    level_db,
    read_sound,
    silence,
    write_sound,
)
from .errors import (
    AudioFileError,
    DeviceLostError,
    NoAudioError,
    SensesError,
    SpeechModelError,
    speech_fault,
)
from .hearing.endpointing import SileroActivity
from .hearing.port import Care, Recogniser, Segment, Transcript, VoiceActivity
from .hearing.whisper import WhisperRecogniser
from .hearing.words import word_error_rate
from .speaking.voice import Manner, PiperSynthesiser, Synthesiser, manner_of
from .speaking.wording import as_spoken
from .talking.answerer import AnswerListener, Companion, Saying
from .talking.frames import (
    AnswerEnded,
    CallJudged,
    Duplex,
    Frame,
    Interruption,
    Listening,
    Partial,
    Refused,
    Sentence,
    SoundBegan,
    SpeechPart,
    TurnBegan,
    TurnSpoken,
    VoiceStarted,
    Words,
)
from .talking.states import TalkState, TalkStatus
from .talking.talk import Parts, Talk
from .talking.transcriber import Attention, Calling

__all__ = [
    "BLOCK",
    "RATE",
    "AnswerEnded",
    "AnswerListener",
    "Attention",
    "AudioFileError",
    "AudioLink",
    "Block",
    "CallJudged",
    "Calling",
    "Care",
    "Companion",
    "Device",
    "DeviceLostError",
    "Devices",
    "Duplex",
    "EchoGuard",
    "Frame",
    "Interruption",
    "Listening",
    "Manner",
    "NoAudioError",
    "Partial",
    "Parts",
    "PiperSynthesiser",
    "Playback",
    "PortAudioLink",
    "PortAudioSpeaker",
    "Recogniser",
    "RecordedLink",
    "Refused",
    "Samples",
    "Saying",
    "Segment",
    "SensesError",
    "Sentence",
    "SileroActivity",
    "Sound",
    "SoundBegan",
    "SpeechModelError",
    "SpeechPart",
    "Synthesiser",
    "Talk",
    "TalkState",
    "TalkStatus",
    "Transcript",
    "TurnBegan",
    "TurnSpoken",
    "VoiceActivity",
    "VoiceStarted",
    "WhisperRecogniser",
    "Words",
    "as_spoken",
    "level_db",
    "manner_of",
    "read_sound",
    "silence",
    "speech_fault",
    "word_error_rate",
    "write_sound",
]
