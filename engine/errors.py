"""The root of every error that a person may see.

* CompanionError            message + remedy, both fit to show
  x NotFoundError           something was asked for by a name or id that does not exist
  x InvalidInputError       refused at the border: a field and the reason
  x (one tree a room: VaultError, LanguageError, EmbeddingError, SearchError, TrailError, ConversationError)

The world's faults (a full disk, a missing model) are CompanionErrors; our own bugs are ordinary exceptions and
are never dressed up as one.
"""


class CompanionError(Exception):
    """A fault of the world, said so that a person can act on it.

    `message` says what happened in one sentence, `remedy` what to do next; neither holds anything personal.
    """

    remedy: str = ""

    def __init__(self, message: str, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if remedy is not None:
            self.remedy = remedy


class NotFoundError(CompanionError):
    """A name or id that nothing answers to."""


class InvalidInputError(CompanionError):
    """Input refused at the border; `field` names what was wrong."""

    def __init__(self, field: str, reason: str, remedy: str | None = None) -> None:
        super().__init__(f"{field}: {reason}", remedy)
        self.field = field
