"""Night: what the companion does alone, what it found, what it changed, and what drifted by."""

from ui.night.model import Nights
from ui.night.wording import telling

__all__ = ["Nights", "telling"]
