"""The voice, wired: which models hear and speak, on which threads, and with whom."""
