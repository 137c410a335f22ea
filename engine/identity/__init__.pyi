from .errors import DirectiveLimitError, IdentityError, IdentityMissingError, VetoedError
from .events import IdentityChanged
from .identity import Identity
from .records import Directive
from .store import SCHEMA

__all__ = [
    "SCHEMA",
    "Directive",
    "DirectiveLimitError",
    "Identity",
    "IdentityChanged",
    "IdentityError",
    "IdentityMissingError",
    "VetoedError",
]
