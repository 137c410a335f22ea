from .answering.asked import (
    ALONE,
    ANAPHORA,
    BEFORE_ANSWER,
    DAY_HALF,
    ERRAND,
    FORGETS,
    REMINDER_LEAD,
    UPDATE_WANTED,
    About,
    Asked,
    Errand,
    asks,
    can_decide,
    without_questions,
)
from .answering.reactions import takes_leave
from .answering.superseding import Awaited
from .dating import days_of, tense_of
from .deeds import Deed
from .driver import answer_turn, ask, drive, judge_ahead, read_on, understand
from .errors import ConversationError, EmptyUtteranceError, NoModelError, TurnOrderError
from .grounding import content_words, is_said, points_by_time, reaches_past
from .narrative import NarrativeThread, tell_thread
from .prompting.compaction import Compacted, supported
from .prompting.layout import Persona
from .prompting.particulars import particulars
from .prompting.saved import read_early
from .prompting.wording import load_wording
from .reconstruction import (
    Context,
    ContextItem,
    CutOrder,
    OpenItem,
    SectionReport,
    Sources,
    Verdict,
    above_floor,
    may_be_recalled,
)
from .records import (
    Exchange,
    MindState,
    Part,
    PartState,
    Recalled,
    Searched,
    Timings,
    TurnResult,
    TurnState,
    TurnStatus,
)
from .reflection.reflecting import Reflected, reflect
from .reflection.uniting import unite_memories
from .registry import PromptSection, PutRight, ReflectField, Registry, Rendered, TurnFacts
from .room import ConversationRoom
from .store import SCHEMA, OutstandingReflection
from .turn import Turn
from .upkeep import PREPARED_DECISIONS, is_prepared, keep, keep_next, maintain, prepare, read_ahead, resume
from .utterance import between_commas, clauses, has_mark, own_words
from .withdrawing import ClaimsMoved, Restored, Withdrawn

__all__ = [
    "ALONE",
    "ANAPHORA",
    "BEFORE_ANSWER",
    "DAY_HALF",
    "ERRAND",
    "FORGETS",
    "PREPARED_DECISIONS",
    "REMINDER_LEAD",
    "SCHEMA",
    "UPDATE_WANTED",
    "About",
    "Asked",
    "Awaited",
    "ClaimsMoved",
    "Compacted",
    "Context",
    "ContextItem",
    "ConversationError",
    "ConversationRoom",
    "CutOrder",
    "Deed",
    "EmptyUtteranceError",
    "Errand",
    "Exchange",
    "MindState",
    "NarrativeThread",
    "NoModelError",
    "OpenItem",
    "OutstandingReflection",
    "Part",
    "PartState",
    "Persona",
    "PromptSection",
    "PutRight",
    "Recalled",
    "ReflectField",
    "Reflected",
    "Registry",
    "Rendered",
    "Restored",
    "Searched",
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
    "above_floor",
    "answer_turn",
    "ask",
    "asks",
    "between_commas",
    "can_decide",
    "clauses",
    "content_words",
    "days_of",
    "drive",
    "has_mark",
    "is_prepared",
    "is_said",
    "judge_ahead",
    "keep",
    "keep_next",
    "load_wording",
    "maintain",
    "may_be_recalled",
    "own_words",
    "particulars",
    "points_by_time",
    "prepare",
    "reaches_past",
    "read_ahead",
    "read_early",
    "read_on",
    "reflect",
    "resume",
    "supported",
    "takes_leave",
    "tell_thread",
    "tense_of",
    "understand",
    "unite_memories",
    "without_questions",
]
