"""What comes to the person unasked: which of it is told, when, and in how many words."""

from ui.notices.model import Attention, Notices
from ui.notices.records import Notice, Wishes
from ui.notices.rules import Restraint
from ui.notices.wording import newer_version

__all__ = ["Attention", "Notice", "Notices", "Restraint", "Wishes", "newer_version"]
