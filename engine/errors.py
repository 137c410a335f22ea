"""The root of every error that a person may see, and what may fail alone (`docs/architecture.md`).

* CompanionError            message + remedy, both fit to show
  x NotFoundError           something was asked for by a name or id that does not exist
  x InvalidInputError       refused at the border: a field and the reason
  x (one tree a room: VaultError, LanguageError, EmbeddingError, SearchError, TrailError, ConversationError)

The world's faults (a full disk, a missing model) are CompanionErrors; our own bugs are ordinary exceptions and
are never dressed up as one.
"""

import logging
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


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


def spare(name: str, give: Callable[[], T], otherwise: T) -> T:
    """What `give` returns; where it raises, `otherwise`, and the log names the part and the kind of the fault."""
    try:
        return give()
    except Exception as error:  # noqa: BLE001 - a room fails alone, and is seen to fail
        # No traceback: its locals may hold what a person said.
        log.error("the turn goes on without %s: %s", name, type(error).__name__)  # noqa: TRY400 - no locals
        return otherwise
