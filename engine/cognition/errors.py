"""What can go wrong with what the companion believes and has noticed.

* CognitionError
  x CognitionMissingError   no model, prediction, principle, outcome or idea of that id
  x CognitionMoveError      a change that its state does not allow
  x UnsourcedError          an assertion with nothing behind it but the companion's own words
"""

from engine.errors import CompanionError


class CognitionError(CompanionError):
    """Base of this room's errors."""


class CognitionMissingError(CognitionError):
    """Nothing here answers to that id."""

    remedy = "Look at what there is, and name it by its id."


class CognitionMoveError(CognitionError):
    """What is settled stays so until that is undone."""

    remedy = "Look at how it stands now."


class UnsourcedError(CognitionError):
    """Only what was said, done or read may support a belief; what the companion wrote is no source of its own."""

    remedy = "Name a fact, a document or something that was said, not seen there before."
