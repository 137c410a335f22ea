"""Elara's 39 tools, done by the rooms of this mind: a module here for one or two of hers."""

from companion.tools.mind import (
    absent,
    awareness,
    beliefs,
    dreams,
    episodes,
    goals,
    growing,
    maintenance,
    memory,
    mood,
)

__all__ = [
    "absent",
    "awareness",
    "beliefs",
    "dreams",
    "episodes",
    "goals",
    "growing",
    "maintenance",
    "memory",
    "mood",
]
