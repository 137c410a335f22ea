"""What happened: every word is a Step, written before anything else happens, and found again.

`Trail` is the front: Episodes that open and close by rule, Loops with their owners, durable Steps, search.
"""

from engine.trail.events import EpisodeClosed, EpisodeOpened, StepRecorded
from engine.trail.match import Match, MatchStrength, match_of
from engine.trail.records import (
    GIVEN_KINDS,
    RECALLED_KINDS,
    Episode,
    EpisodeType,
    Evidence,
    Findings,
    FindMode,
    Loop,
    LoopStatus,
    MoodPoint,
    Recalled,
    Step,
    StepHit,
    StepKind,
    TimeRange,
)
from engine.trail.schema import SCHEMA
from engine.trail.trail import LOCAL, Trail
from engine.trail.verbatim import verbatim

__all__ = [
    "GIVEN_KINDS",
    "LOCAL",
    "RECALLED_KINDS",
    "SCHEMA",
    "Episode",
    "EpisodeClosed",
    "EpisodeOpened",
    "EpisodeType",
    "Evidence",
    "FindMode",
    "Findings",
    "Loop",
    "LoopStatus",
    "Match",
    "MatchStrength",
    "MoodPoint",
    "Recalled",
    "Step",
    "StepHit",
    "StepKind",
    "StepRecorded",
    "TimeRange",
    "Trail",
    "match_of",
    "verbatim",
]
