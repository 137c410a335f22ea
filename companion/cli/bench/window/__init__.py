"""The window in figures: how soon it is there, and whether it ever stands still."""
