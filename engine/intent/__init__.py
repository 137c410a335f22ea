"""What is open between companion and person ([E] §5, §6.4, §7, §8.1): goals, what is carried from one time together to
the next, corrections that never decay, the one thing to do differently, and how to meet again.

`Intent` is the front. Other rooms never import it: the composition registers what it adds to a turn.
"""

from engine.intent.errors import IntentError, IntentMissingError, IntentMoveError
from engine.intent.events import HandoffWritten, IntentChanged
from engine.intent.intent import Intent
from engine.intent.records import (
    Correction,
    CorrectionType,
    Due,
    GapMode,
    Goal,
    GoalStatus,
    Greeting,
    Handoff,
    HandoffItem,
    Intention,
    IntentionStatus,
    ItemKind,
    ItemStatus,
    LastEpisode,
    Matched,
    Priority,
    QuickContext,
    Routing,
    Said,
    TimeOfDay,
    Wrong,
)
from engine.intent.store import SCHEMA

__all__ = [
    "SCHEMA",
    "Correction",
    "CorrectionType",
    "Due",
    "GapMode",
    "Goal",
    "GoalStatus",
    "Greeting",
    "Handoff",
    "HandoffItem",
    "HandoffWritten",
    "Intent",
    "IntentChanged",
    "IntentError",
    "IntentMissingError",
    "IntentMoveError",
    "Intention",
    "IntentionStatus",
    "ItemKind",
    "ItemStatus",
    "LastEpisode",
    "Matched",
    "Priority",
    "QuickContext",
    "Routing",
    "Said",
    "TimeOfDay",
    "Wrong",
]
