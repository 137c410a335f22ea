"""How the companion feels: a point that moves, cools and has names, imprints that last, and modes ([E] §3).

`Mood` is the front. The room is optional: nobody imports it, the application registers what it adds to a turn. It
colours recall and tone and changes no fact.
"""

from engine.mood.emotions import Emotion, emotions, named, point_of_word
from engine.mood.errors import ImprintMissingError, MoodError, UnknownModeError
from engine.mood.events import MoodChanged
from engine.mood.mood import Mood
from engine.mood.records import (
    Arc,
    ArcPattern,
    Cause,
    Imprint,
    ImprintOrigin,
    JournalEntry,
    Mode,
    MoodState,
    Named,
    Suggestion,
)
from engine.mood.store import SCHEMA

__all__ = [
    "SCHEMA",
    "Arc",
    "ArcPattern",
    "Cause",
    "Emotion",
    "Imprint",
    "ImprintMissingError",
    "ImprintOrigin",
    "JournalEntry",
    "Mode",
    "Mood",
    "MoodChanged",
    "MoodError",
    "MoodState",
    "Named",
    "Suggestion",
    "UnknownModeError",
    "emotions",
    "named",
    "point_of_word",
]
