"""How memories fade, grow and weigh: pure formulas; what runs them at night is elsewhere."""

from engine.memory.ageing.gravity import gravity, order_by_gravity
from engine.memory.ageing.strength import decayed_strength, is_protected, is_weak, strengthened

__all__ = ["decayed_strength", "gravity", "is_protected", "is_weak", "order_by_gravity", "strengthened"]
