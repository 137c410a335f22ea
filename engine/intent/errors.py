"""What can go wrong with what is open.

* IntentError
  x IntentMissingError     no goal, item, correction or intention of that id
  x IntentMoveError        a move that the state of an item or an intention does not allow
"""

from engine.errors import CompanionError


class IntentError(CompanionError):
    """Base of this room's errors."""


class IntentMissingError(IntentError):
    """Nothing here answers to that id."""

    remedy = "Look at what there is, and name it by its id."


class IntentMoveError(IntentError):
    """What is settled stays so until that is undone; what was never checked cannot have grown."""

    remedy = "Look at how it stands now."
