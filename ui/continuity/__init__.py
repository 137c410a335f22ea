"""Continuity: what stood before the model in a turn, and how it was put together."""

from ui.continuity.model import Continuity
from ui.continuity.place import ContinuityPlace

__all__ = ["Continuity", "ContinuityPlace"]
