"""What can go wrong with a language model.

* LanguageError                the root of the room
  x BadModelError              the file is no model, is damaged or is of a kind that is not supported
  x ModelMemoryError           the model does not fit into memory
  x ModelDiedError             the model's process ended during a request; the next call starts it again
  x ModelClosedError           the model was closed while, or before, it was asked
  x ContextOverflowError       the prompt is longer than the model can take in
  x GrammarError               the wished form of a reply cannot be held to
  x NativeLibraryError         llama.cpp is not installed or does not run on this machine
  * ServerError                a model's server did not do what it was asked
    x ServerDownError            nobody answers at its address
    x ServerSlowError            it was silent for too long
    x ModelNotServedError        it does not have the model
    x BrokenAnswerError          an answer broke off or is not what the interface says
    x RequestRefusedError        it refused the request
  x AddressRefusedError        the server is another machine, which nobody allowed
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

    remedy = (
        "Close other programs, choose a smaller model, or a quantised cache: "
        "companion models use NAME --cache q8_0"
    )


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


class ServerError(LanguageError):
    """A fault of a model's server, or of the way to it."""

    remedy = "Look at the server; or use an installed model: `companion models use NAME`."


class ServerDownError(ServerError):
    """Nobody answers at the server's address."""

    remedy = (
        "Start the server (Ollama: `ollama serve`), or use an installed model: `companion models use NAME`."
    )


class ServerSlowError(ServerError):
    """The server was silent for too long."""

    remedy = "Ask again; if it stays so, restart the server or choose a smaller model."


class ModelNotServedError(ServerError):
    """The server does not have the model."""

    remedy = "Load it there (Ollama: `ollama pull NAME`), or choose another one."


class BrokenAnswerError(ServerError):
    """An answer that broke off."""

    remedy = "Ask again; if it happens again, look at the server's log."


class RequestRefusedError(ServerError):
    """The server refused the request; `status` is its HTTP status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class AddressRefusedError(LanguageError):
    """A server on another machine: what is said would leave this one."""


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
