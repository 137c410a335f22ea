"""What can go wrong with who the companion is.

* IdentityError
  x IdentityMissingError   no directive, component, candidate or shared word of that name
  x DirectiveLimitError    more directives than can be kept to
  x VetoedError            the person said no to this for ever
"""

from engine.errors import CompanionError


class IdentityError(CompanionError):
    """Base of this room's errors."""


class IdentityMissingError(IdentityError):
    """Nothing here answers to that name."""

    remedy = "Look at what there is, and name it as it stands there."


class DirectiveLimitError(IdentityError):
    """Too many rules are kept by nobody."""

    remedy = "Withdraw one that matters less."


class VetoedError(IdentityError):
    """The person decided that this shall not become part of the companion."""

    remedy = "A veto holds until you take it back."
