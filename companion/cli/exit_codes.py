"""What a command's exit code says; `docs/exit-codes.md` is the same table for people."""

from enum import IntEnum

from companion.errors import OwnerFaultError


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    FAULT = 1
    USAGE = 2
    NO_KEY = 3
    VAULT = 4
    MODEL = 5
    BUSY = 6
    UNCLEAR = 7
    DEVICE = 8
    STOPPED = 130


# By name, so that no room has to be imported to tell what its errors mean, and for errors told from afar.
# The first class of an error's ancestry that stands here decides.
MEANINGS = {
    "InvalidInputError": ExitCode.USAGE,
    "NotFoundError": ExitCode.USAGE,
    "EmptyUtteranceError": ExitCode.USAGE,
    "LibraryError": ExitCode.USAGE,
    "ExportError": ExitCode.USAGE,
    "ImportsError": ExitCode.USAGE,
    "MoodError": ExitCode.USAGE,
    "PersonError": ExitCode.USAGE,
    "AudioFileError": ExitCode.USAGE,
    "SpeechModelError": ExitCode.MODEL,
    "FeedError": ExitCode.USAGE,
    "SensesError": ExitCode.DEVICE,
    "KeyUnavailableError": ExitCode.DEVICE,
    "AnswerStoppedError": ExitCode.STOPPED,
    "GivenUpError": ExitCode.STOPPED,
    "VaultKeyError": ExitCode.NO_KEY,
    "VaultBusyError": ExitCode.BUSY,
    "VaultError": ExitCode.VAULT,
    "NoModelError": ExitCode.MODEL,
    "LanguageError": ExitCode.MODEL,
    "EmbeddingError": ExitCode.MODEL,
    "BusyError": ExitCode.BUSY,
    "ModelError": ExitCode.MODEL,
    "ServiceError": ExitCode.BUSY,
}


def code_of(error: BaseException) -> ExitCode:
    """The exit code that `error` ends a command with; FAULT is our own bug."""
    if isinstance(error, KeyboardInterrupt):
        return ExitCode.STOPPED
    names = (
        error.families
        if isinstance(error, OwnerFaultError)
        else [one.__name__ for one in type(error).__mro__]
    )
    return next((MEANINGS[name] for name in names if name in MEANINGS), ExitCode.FAULT)
