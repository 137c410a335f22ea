from .brief import BriefWritten, markdown, more_words, summary_text
from .night import Night
from .phases.reflecting import Feature, Trigger, asked_for
from .records import (
    Brief,
    Change,
    Cost,
    Job,
    JobKind,
    JobMissingError,
    JobMoveError,
    JobState,
    LeaseLostError,
    Line,
    LineMissingError,
    NewLine,
    NightError,
    Outcome,
    Round,
    Sleep,
    Span,
    Waits,
)
from .running import rehearse, run_next
from .schedule import is_quiet_hour
from .store import SCHEMA
from .telling import specificity
from .wording import words
from .working import Rooms

__all__ = [
    "SCHEMA",
    "Brief",
    "BriefWritten",
    "Change",
    "Cost",
    "Feature",
    "Job",
    "JobKind",
    "JobMissingError",
    "JobMoveError",
    "JobState",
    "LeaseLostError",
    "Line",
    "LineMissingError",
    "NewLine",
    "Night",
    "NightError",
    "Outcome",
    "Rooms",
    "Round",
    "Sleep",
    "Span",
    "Trigger",
    "Waits",
    "asked_for",
    "is_quiet_hour",
    "markdown",
    "more_words",
    "rehearse",
    "run_next",
    "specificity",
    "summary_text",
    "words",
]
