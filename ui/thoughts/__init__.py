"""Thoughts: what the companion foresees and believes, how problems were thought through, what came of decisions."""

from ui.thoughts.model import Thoughts
from ui.thoughts.wording import telling

__all__ = ["Thoughts", "telling"]
