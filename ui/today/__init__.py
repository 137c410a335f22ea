"""Today: a greeting for the gap, what is due, one question, where the two left off, and how the companion feels."""

from ui.today.model import Today
from ui.today.place import TodayPlace

__all__ = ["Today", "TodayPlace"]
