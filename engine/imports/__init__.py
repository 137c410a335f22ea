"""What other programs wrote, read as talks with their dates. Nothing here knows the mind, nor writes anything.

`read_arrival` takes a file of the person's and says what is in it; whoever keeps it decides what becomes of it.
"""

from engine.imports.reading import read_arrival
from engine.imports.records import (
    ArchiveError,
    Arrival,
    Card,
    ImportsError,
    PastCorrection,
    PastGoal,
    PastItem,
    PastMemory,
    PastTalk,
    PastThought,
    PastTurn,
    Skipped,
    UnknownFormatError,
)

__all__ = [
    "ArchiveError",
    "Arrival",
    "Card",
    "ImportsError",
    "PastCorrection",
    "PastGoal",
    "PastItem",
    "PastMemory",
    "PastTalk",
    "PastThought",
    "PastTurn",
    "Skipped",
    "UnknownFormatError",
    "read_arrival",
]
