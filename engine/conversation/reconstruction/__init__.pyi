from .choosing import as_read, covers, telling
from .evidence import above_floor, may_be_recalled
from .excerpts import CUT
from .focus import focus_of, usual_level
from .kept import KeptContexts
from .questions import asks, by_relation, introduced, is_bare_question
from .reconstructing import reconstruct
from .records import (
    Context,
    ContextItem,
    CutOrder,
    Focus,
    SearchReport,
    SectionReport,
    Speaker,
    StepName,
    Verdict,
)
from .sources import Inquiry, Sources
from .using import used_by

__all__ = [
    "CUT",
    "Context",
    "ContextItem",
    "CutOrder",
    "Focus",
    "Inquiry",
    "KeptContexts",
    "SearchReport",
    "SectionReport",
    "Sources",
    "Speaker",
    "StepName",
    "Verdict",
    "above_floor",
    "as_read",
    "asks",
    "by_relation",
    "covers",
    "focus_of",
    "introduced",
    "is_bare_question",
    "may_be_recalled",
    "reconstruct",
    "telling",
    "used_by",
    "usual_level",
]
