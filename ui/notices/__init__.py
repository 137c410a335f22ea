"""What comes to the person unasked: which of it is told, when, and in how many words."""

from ui.notices.model import Attention, Notices, Restraint
from ui.notices.records import DONE, IN_AN_HOUR, TOMORROW, Notice, Unasked, Wishes
from ui.notices.wording import newer_version

__all__ = [
    "DONE",
    "IN_AN_HOUR",
    "TOMORROW",
    "Attention",
    "Notice",
    "Notices",
    "Restraint",
    "Unasked",
    "Wishes",
    "newer_version",
]
