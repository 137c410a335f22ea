"""Who the companion has been lately ([E] §6.1): trend, volatility, energy by hour, what is carried and what is lost."""

from engine.cognition.reflecting.records import (
    Direction,
    Held,
    Level,
    Moment,
    Volatility,
)
from engine.cognition.reflecting.reflection import Feelings, Reflection, Remains

__all__ = [
    "Direction",
    "Feelings",
    "Held",
    "Level",
    "Moment",
    "Reflection",
    "Remains",
    "Volatility",
]
