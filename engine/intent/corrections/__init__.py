"""Mistakes not to be made again: kept for ever, matched to what is being done now ([E] §7)."""
