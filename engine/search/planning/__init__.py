"""What a query asks for besides its words: which time, and which kind of remembering ([P] §6.1).

`Planner.plan` takes a query apart into its topic core, its intents and its time window, in English, Chinese,
Japanese and Korean, by tables in `resources/language/recall`. It is deterministic under a clock and a time zone.
"""

from engine.search.planning.other_languages import has_grammar
from engine.search.planning.planner import Planner
from engine.search.planning.records import Intent, QueryPlan, TimeWindow

__all__ = ["Intent", "Planner", "QueryPlan", "TimeWindow", "has_grammar"]
