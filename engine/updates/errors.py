"""What can go wrong in asking for a newer version.

* UpdateError                  above all; also where nobody can be asked, or the answer does not come
  * UnreadableStatementError   what came is not what the publisher signed
  * StaleStatementError        it was signed too long ago to say what is newest
"""

from engine.errors import CompanionError


class UpdateError(CompanionError):
    """It is not known whether there is a newer version. Nothing was changed."""

    remedy = "Try again later; the program works on as it is."


class UnreadableStatementError(UpdateError):
    """What came is not what the publisher signed: damaged on its way, or somebody else's."""

    remedy = "Do not install what that address offers; try again later, on another network if need be."


class StaleStatementError(UpdateError):
    """It was signed by the publisher, and is out of date: an old one, shown again, would hide a newer version."""
