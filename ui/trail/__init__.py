"""Trail: what was said, time by time."""

from ui.trail.model import Times
from ui.trail.place import TrailPlace
from ui.trail.wording import telling

__all__ = ["Times", "TrailPlace", "telling"]
