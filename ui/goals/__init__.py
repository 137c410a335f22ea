"""Goals: what is wanted over more than one time together."""

from ui.goals.model import Goals
from ui.goals.wording import telling

__all__ = ["Goals", "telling"]
