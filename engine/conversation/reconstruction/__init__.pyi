from .choosing import as_read, covers
from .evidence import above_floor, may_be_recalled
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
from .sources import Inquiry, OpenItem, Sources, focus_of, usual_level
from .surroundings import asks_when
from .using import KeptContexts, used_by

__all__ = [
    "Context",
    "ContextItem",
    "CutOrder",
    "Focus",
    "Inquiry",
    "KeptContexts",
    "OpenItem",
    "SearchReport",
    "SectionReport",
    "Sources",
    "Speaker",
    "StepName",
    "Verdict",
    "above_floor",
    "as_read",
    "asks_when",
    "covers",
    "focus_of",
    "may_be_recalled",
    "reconstruct",
    "used_by",
    "usual_level",
]
