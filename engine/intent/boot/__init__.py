"""How to meet again: the gap, the time of day, the last time together, what is due ([E] §5.3)."""
