"""What comes to the person unasked: which of it is told, when, and in how many words."""

from ui.notices.model import Attention, Notices
from ui.notices.records import Notice
from ui.notices.rules import Restraint

__all__ = ["Attention", "Notice", "Notices", "Restraint"]
