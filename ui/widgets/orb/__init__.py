"""The orb: the companion's painted presence, in its mood's colours, with a sign for what it does."""

from ui.widgets.orb.drawing import Look, orb_icon
from ui.widgets.orb.orb import Orb
from ui.widgets.orb.states import Bearing, OrbState

__all__ = ["Bearing", "Look", "Orb", "OrbState", "orb_icon"]
