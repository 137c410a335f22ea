"""Memories: what was said, known, understood and read, to be searched, looked into and set right."""

from ui.memories.library import Library
from ui.memories.model import Memories
from ui.memories.place import MemoriesPlace

__all__ = ["Library", "Memories", "MemoriesPlace"]
