"""Commands of the voice, each loading only what it needs."""
