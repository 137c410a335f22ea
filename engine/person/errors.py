"""What can go wrong in the Personal Model.

* PersonError
  x UndoRefusedError     the update cannot be taken back any more
  x QuestionMoveError    the question's state does not allow that
  x AnswerMissingError   the answer does not say what the question needs
  x ProfileError         a profile document that cannot be read back
"""

from engine.errors import CompanionError


class PersonError(CompanionError):
    """Base of this room's errors."""


class UndoRefusedError(PersonError):
    """The facts of an update were changed after it, or it was taken back already."""

    remedy = "Correct the fact itself."


class QuestionMoveError(PersonError):
    """A question that is settled stays so."""

    remedy = "Correct the fact itself, or say it anew."


class AnswerMissingError(PersonError):
    """An answer that leaves the question open."""

    remedy = "Say yes or no, which of the facts stands, or what is true instead."


class ProfileError(PersonError):
    """A document that is no profile, or was damaged."""

    remedy = "Export the profile again; only the lines that begin with a dash are meant to be edited."
