"""Who the companion has been lately ([E] §6.1): trend, volatility, energy by hour, what is carried and what is lost."""

from engine.cognition.reflecting.records import (
    Direction,
    Held,
    HourOfEnergy,
    Level,
    Moment,
    Portrait,
    Repeated,
    Report,
    Trend,
    Volatility,
)
from engine.cognition.reflecting.reflection import Feelings, Reflection, Remains

__all__ = [
    "Direction",
    "Feelings",
    "Held",
    "HourOfEnergy",
    "Level",
    "Moment",
    "Portrait",
    "Reflection",
    "Remains",
    "Repeated",
    "Report",
    "Trend",
    "Volatility",
]
