from .brief import markdown, summary_text
from .errors import JobMissingError, JobMoveError, LeaseLostError, NightError
from .events import BriefWritten
from .night import Night
from .phases.reflecting import Feature, Trigger, asked_for
from .records import (
    Brief,
    Change,
    Cost,
    Job,
    JobKind,
    JobState,
    Line,
    NewLine,
    Outcome,
    Round,
    Sleep,
    Span,
)
from .running import rehearse, run_next
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
    "NewLine",
    "Night",
    "NightError",
    "Outcome",
    "Rooms",
    "Round",
    "Sleep",
    "Span",
    "Trigger",
    "asked_for",
    "markdown",
    "rehearse",
    "run_next",
    "specificity",
    "summary_text",
    "words",
]
