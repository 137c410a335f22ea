from .book import typed
from .judging.match import Match, MatchStrength, match_of
from .past import IMPORTED, PastTalks
from .records import (
    ERASED,
    GIVEN_KINDS,
    RECALLED_KINDS,
    Episode,
    EpisodeClosed,
    EpisodeOpened,
    EpisodeType,
    Evidence,
    Findings,
    FindMode,
    Loop,
    LoopStatus,
    MoodPoint,
    ProjectUse,
    Recalled,
    Step,
    StepHit,
    StepKind,
    StepRecorded,
    TimeRange,
)
from .schema import SCHEMA
from .store.heard import cut_before, keep_heard
from .trail import LOCAL, Trail
from .verbatim import verbatim

__all__ = [
    "ERASED",
    "GIVEN_KINDS",
    "IMPORTED",
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
    "PastTalks",
    "ProjectUse",
    "Recalled",
    "Step",
    "StepHit",
    "StepKind",
    "StepRecorded",
    "TimeRange",
    "Trail",
    "cut_before",
    "keep_heard",
    "match_of",
    "typed",
    "verbatim",
]
