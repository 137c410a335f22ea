"""What the window knows of facts: the requests, the changes and the words; You, Questions and the turns share it."""

from ui.facts.changes import Changes, Done
from ui.facts.records import Change, Match, Reasons, SourceStep, Verdict

__all__ = ["Change", "Changes", "Done", "Match", "Reasons", "SourceStep", "Verdict"]
