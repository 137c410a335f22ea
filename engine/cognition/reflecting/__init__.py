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
from engine.cognition.reflecting.reflection import Corrected, Feelings, Reflection

__all__ = [
    "Corrected",
    "Direction",
    "Feelings",
    "Held",
    "HourOfEnergy",
    "Level",
    "Moment",
    "Portrait",
    "Reflection",
    "Repeated",
    "Report",
    "Trend",
    "Volatility",
]
