"""What comes to the person unasked: which of it is told, when, and in how many words."""

from ui.notices.model import Attention, Notice, Notices
from ui.notices.rules import Restraint

__all__ = ["Attention", "Notice", "Notices", "Restraint"]
