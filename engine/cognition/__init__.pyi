from .cognition import Cognition
from .errors import CognitionError, CognitionMissingError, CognitionMoveError, UnsourcedError
from .events import CognitionChanged, PrincipleCrystallised
from .keeping.records import Domain, Kept, Origin
from .keeping.store import SCHEMA

__all__ = [
    "SCHEMA",
    "Cognition",
    "CognitionChanged",
    "CognitionError",
    "CognitionMissingError",
    "CognitionMoveError",
    "Domain",
    "Kept",
    "Origin",
    "PrincipleCrystallised",
    "UnsourcedError",
]
