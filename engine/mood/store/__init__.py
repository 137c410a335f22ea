"""The mood's tables and all of its SQL."""

from engine.mood.store.erasing import MoodErasing
from engine.mood.store.mood_store import MoodStore
from engine.mood.store.rows import Standing
from engine.mood.store.schema import SCHEMA

__all__ = ["SCHEMA", "MoodErasing", "MoodStore", "Standing"]
