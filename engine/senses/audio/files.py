"""Sound in files: any that FFmpeg reads, at 16 kHz; written as 16 bit WAV."""

import wave
from pathlib import Path

import numpy as np

from engine.senses.audio.sound import RATE, Samples, Sound
from engine.senses.errors import AudioFileError

FULL_SCALE = 32767


def read_sound(path: Path) -> Sound:
    """The sound of a file as one channel at 16 kHz. Raises AudioFileError."""
    if not path.is_file():
        raise AudioFileError(f"{path.name} is not a file that can be read.")
    import av  # noqa: PLC0415 - FFmpeg's libraries are heavy
    from faster_whisper import decode_audio  # noqa: PLC0415 - brings CTranslate2

    try:
        samples = decode_audio(str(path), sampling_rate=RATE)
    except (av.error.FFmpegError, OSError, ValueError, IndexError) as error:
        raise AudioFileError(f"{path.name} holds no sound that can be read.") from error
    return Sound(np.asarray(samples, dtype=np.float32))


def write_sound(path: Path, sound: Sound) -> None:
    """Write a WAV file. Raises AudioFileError where that cannot be."""
    try:
        with path.open("wb") as stream, wave.open(stream, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(sound.rate)
            file.writeframes(as_pcm(sound.samples))
    except OSError as error:
        raise AudioFileError(
            f"{path.name} cannot be written.", "Name a file in a folder that you may write to."
        ) from error


def as_pcm(samples: Samples) -> bytes:
    """16 bit signed samples, clipped at full scale."""
    return (np.clip(samples, -1.0, 1.0) * FULL_SCALE).astype("<i2").tobytes()
