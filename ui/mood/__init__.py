"""Mood: how the companion feels, how that went, and what a person may do about it."""

from ui.mood.model import Feelings
from ui.mood.place import MoodPlace

__all__ = ["Feelings", "MoodPlace"]
