from .emotions import Emotion, emotions, named, point_of_word
from .errors import ImprintMissingError, MoodError, NoMoodError, UnknownModeError
from .events import MoodChanged
from .mood import Mood
from .records import (
    Arc,
    ArcPattern,
    Cause,
    Imprint,
    ImprintOrigin,
    JournalEntry,
    Mode,
    MoodState,
    Named,
    Seeming,
    Seen,
    Suggestion,
    seen_ref,
)
from .sentiment import LABELS, Group, Sentiment, SentimentClassifier, open_classifier
from .store import SCHEMA
from .tone import helped_line
from .withdrawing import MoodWithdrawal

__all__ = [
    "LABELS",
    "SCHEMA",
    "Arc",
    "ArcPattern",
    "Cause",
    "Emotion",
    "Group",
    "Imprint",
    "ImprintMissingError",
    "ImprintOrigin",
    "JournalEntry",
    "Mode",
    "Mood",
    "MoodChanged",
    "MoodError",
    "MoodState",
    "MoodWithdrawal",
    "Named",
    "NoMoodError",
    "Seeming",
    "Seen",
    "Sentiment",
    "SentimentClassifier",
    "Suggestion",
    "UnknownModeError",
    "emotions",
    "helped_line",
    "named",
    "open_classifier",
    "point_of_word",
    "seen_ref",
]
