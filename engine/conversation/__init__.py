"""One turn, end to end: hear, recall, lay out the prompt, answer, think back, absorb.

The turn is a state machine that never waits for a token (`turn.py`); `driver.py` runs it against a model. Other
rooms take part by registering prompt sections and reflect fields (`registry.py`).
"""

from engine.conversation.driver import drive, reflect
from engine.conversation.errors import ConversationError, EmptyUtteranceError, NoModelError, TurnOrderError
from engine.conversation.narrative import NarrativeThread, load_narrative_wording, tell_thread
from engine.conversation.prompting.layout import Persona, PromptLayout
from engine.conversation.prompting.saved import read_early
from engine.conversation.prompting.wording import Wording, load_wording
from engine.conversation.reconstruction import Context, ContextItem, CutOrder, SectionReport, Sources, Verdict
from engine.conversation.records import (
    Exchange,
    MindState,
    Part,
    PartState,
    Recalled,
    Timings,
    TurnResult,
    TurnStatus,
)
from engine.conversation.registry import PromptSection, ReflectField, Registry, Rendered, TurnFacts
from engine.conversation.room import ConversationRoom
from engine.conversation.store import SCHEMA
from engine.conversation.turn import Turn, TurnState
from engine.conversation.upkeep import keep, keep_next, maintain, read_ahead, resume
from engine.conversation.withdrawing import ClaimsMoved, Restored, Withdrawn

__all__ = [
    "SCHEMA",
    "ClaimsMoved",
    "Context",
    "ContextItem",
    "ConversationError",
    "ConversationRoom",
    "CutOrder",
    "EmptyUtteranceError",
    "Exchange",
    "MindState",
    "NarrativeThread",
    "NoModelError",
    "Part",
    "PartState",
    "Persona",
    "PromptLayout",
    "PromptSection",
    "Recalled",
    "ReflectField",
    "Registry",
    "Rendered",
    "Restored",
    "SectionReport",
    "Sources",
    "Timings",
    "Turn",
    "TurnFacts",
    "TurnOrderError",
    "TurnResult",
    "TurnState",
    "TurnStatus",
    "Verdict",
    "Withdrawn",
    "Wording",
    "drive",
    "keep",
    "keep_next",
    "load_narrative_wording",
    "load_wording",
    "maintain",
    "read_ahead",
    "read_early",
    "reflect",
    "resume",
    "tell_thread",
]
