"""What can go wrong with what is done alone.

* NightError
  x JobMissingError    no job of that id
  x JobMoveError       a job that is over cannot be cancelled, and only one that failed or was cancelled is tried again
  x LeaseLostError     another runner has the job, or it was cancelled meanwhile: what was thought of is let go
"""

from engine.errors import CompanionError


class NightError(CompanionError):
    """Base of this room's errors."""


class JobMissingError(NightError):
    """No job answers to that id."""

    remedy = "See `companion brain status` for the runs that there are."


class LineMissingError(NightError):
    """Nothing that was found or written answers to that ref."""

    remedy = "See `companion brain findings` for what there is."


class JobMoveError(NightError):
    """What a job's state does not allow."""

    remedy = "Look at how it stands now."


class LeaseLostError(NightError):
    """The job is no longer this runner's."""

    remedy = "Nothing to be done: whoever has it goes on."
