"""What can go wrong with a language model.

* LanguageError                the root of the room
  x BadModelError              the file is no model, is damaged or is of a kind that is not supported
  x ModelMemoryError           the model does not fit into memory
  x ModelDiedError             the model's process ended during a request; the next call starts it again
  x ModelClosedError           the model was closed while, or before, it was asked
  x ContextOverflowError       the prompt is longer than the model can take in
  x GrammarError               the wished form of a reply cannot be held to
  x NativeLibraryError         llama.cpp is not installed or does not run on this machine
"""

from engine.errors import CompanionError


class LanguageError(CompanionError):
    """A fault of the language model or of its process."""

    remedy = "Try again; if it happens again, choose another model."


class BadModelError(LanguageError):
    """A file that is not a usable model."""

    remedy = "Install the model again, or choose another one."


class ModelMemoryError(LanguageError):
    """Too little memory for the model."""

    remedy = "Close other programs, choose a smaller model, or a shorter context."


class ModelDiedError(LanguageError):
    """The model's process ended; one answer was lost."""

    remedy = "Ask again: the model starts anew by itself."


class ModelClosedError(LanguageError):
    """The model is closed."""

    remedy = "Start the companion again."


class ContextOverflowError(LanguageError):
    """More text than the model can take in."""

    remedy = "Shorten the text, or choose a longer context."


class GrammarError(LanguageError):
    """A schema that cannot be made into a grammar, or a grammar without a way on."""

    remedy = "Use a simpler form for the reply."


class NativeLibraryError(LanguageError):
    """llama.cpp is missing or does not run here."""

    remedy = "Run the installer again; it builds the language engine for this machine."


FAULTS: dict[str, type[LanguageError]] = {
    "bad_model": BadModelError,
    "no_memory": ModelMemoryError,
    "overflow": ContextOverflowError,
    "grammar": GrammarError,
    "missing_library": NativeLibraryError,
}
"""Codes of the child's faults; any other is a LanguageError."""


def fault(code: str, message: str) -> LanguageError:
    """The error for a fault that the child reported."""
    return FAULTS.get(code, LanguageError)(f"The language model reported a fault: {message}.")
