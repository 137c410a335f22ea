"""Reminders and promises: what is carried from one time together to the next."""

from ui.reminders.model import Reminders
from ui.reminders.wording import telling

__all__ = ["Reminders", "telling"]
