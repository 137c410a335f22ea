from .audio.devices import Device, Devices
from .audio.echo import EchoGuard
from .audio.files import read_sound, write_sound
from .audio.link import AudioLink, Block
from .audio.playback import Playback
from .audio.portaudio import PortAudioLink
from .audio.recorded import RecordedLink
from .audio.sound import BLOCK, BLOCK_S, RATE, Samples, Sound, level_db, resampled, silence
from .errors import AudioFileError, DeviceLostError, NoAudioError, SensesError, SpeechModelError
from .hearing.activity import SileroActivity
from .hearing.port import Care, Recogniser, Segment, Transcript, VoiceActivity
from .hearing.wer import word_error_rate
from .hearing.whisper import WhisperRecogniser
from .speaking.colouring import manner_of
from .speaking.piper import PiperSynthesiser
from .speaking.port import Manner, Synthesiser
from .speaking.wording import as_spoken
from .talking.companion import AnswerListener, Companion, Saying
from .talking.frames import (
    Frame,
    Interruption,
    Listening,
    Partial,
    Refused,
    Sentence,
    SoundBegan,
    SpokenSound,
    TurnBegan,
    TurnHeard,
    TurnSpoken,
    VoiceStarted,
    Words,
)
from .talking.states import TalkState, TalkStatus
from .talking.talk import Parts, Talk
from .talking.transcriber import Calling

__all__ = [
    "BLOCK",
    "BLOCK_S",
    "RATE",
    "AnswerListener",
    "AudioFileError",
    "AudioLink",
    "Block",
    "Calling",
    "Care",
    "Companion",
    "Device",
    "DeviceLostError",
    "Devices",
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
    "SpokenSound",
    "Synthesiser",
    "Talk",
    "TalkState",
    "TalkStatus",
    "Transcript",
    "TurnBegan",
    "TurnHeard",
    "TurnSpoken",
    "VoiceActivity",
    "VoiceStarted",
    "WhisperRecogniser",
    "Words",
    "as_spoken",
    "level_db",
    "manner_of",
    "read_sound",
    "resampled",
    "silence",
    "word_error_rate",
    "write_sound",
]
