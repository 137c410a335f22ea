"""What a person sees: theme, widgets, places and their view-models. No SQL and no model calls."""
