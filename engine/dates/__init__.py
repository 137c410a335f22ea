"""Days that a text names: `find_dates` gives them, `due_date` says on which of them something is due."""

from engine.dates.finding import DateSpan, due_date, find_dates, hours_named

__all__ = ["DateSpan", "due_date", "find_dates", "hours_named"]
