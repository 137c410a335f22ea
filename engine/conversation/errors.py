"""What can go wrong in a turn.

* ConversationError
  x NoModelError         nothing is loaded that could answer
  x EmptyUtteranceError  nothing was said
  x TurnOrderError       is a bug of ours, not of the world: a plain RuntimeError
"""

from engine.errors import CompanionError


class ConversationError(CompanionError):
    """Base of this room's errors."""


class NoModelError(ConversationError):
    """There is no language model to answer with. What was said is kept."""

    remedy = "Install one: `companion models install --starter`."


class EmptyUtteranceError(ConversationError):
    """The text holds nothing but blanks."""

    remedy = "Say something first."


class TurnOrderError(RuntimeError):
    """A turn's stages were called out of order."""
