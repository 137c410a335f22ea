"""What can go wrong with hearing and speaking.

* SensesError
  x AudioFileError       a file that holds no sound we can read, or a place where none can be written
  x NoAudioError         no audio system, or no microphone or speaker in it
  x DeviceLostError      a device that was in use, or is chosen, is gone
  x SpeechModelError     a speech or voice model that cannot be used

Nothing here carries what was said.
"""

import logging

from engine.errors import CompanionError

log = logging.getLogger(__name__)


class SensesError(CompanionError):
    """Base of this room's errors."""


class AudioFileError(SensesError):
    """A file that holds no sound we can read, or a place where none can be written."""

    remedy = "Give a WAV, FLAC, OGG or MP3 file that plays elsewhere."


class NoAudioError(SensesError):
    """No audio system, or no microphone or speaker in it."""

    remedy = "Plug in a microphone and a speaker, or choose them: `companion devices`."


class DeviceLostError(SensesError):
    """A device that was in use is gone, and the talk waits for one; or another is used in a chosen one's place."""

    remedy = "Plug it in again, or choose another: `companion devices use`."


class SpeechModelError(SensesError):
    """A speech or voice model that cannot be used."""

    remedy = "Install it once more: `companion models install voice`."


def speech_fault(error: BaseException, what: str) -> CompanionError:
    """What a failure of a speech model is to the person; one that is not the world's is logged by its type."""
    if isinstance(error, CompanionError):
        return error
    log.error("%s failed: %s", what, type(error).__name__)
    return SpeechModelError(f"{what} failed.")
