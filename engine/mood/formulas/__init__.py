"""The arithmetic of the mood: pure functions, bounded for any input and any clock."""
