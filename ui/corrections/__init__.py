"""Corrections: mistakes that are not to be made again, and what to do instead."""

from ui.corrections.model import Corrections
from ui.corrections.wording import telling

__all__ = ["Corrections", "telling"]
