"""The Internal Compass: what we have been doing, and how it felt, carried over the end of an episode ([C] §5.2)."""
