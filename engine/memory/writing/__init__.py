"""Remembering: what is new, what is known, what becomes one, and what must not ([C] §8)."""

from engine.memory.writing.differences import Difference, conflicts, differences, normalised, opposes
from engine.memory.writing.merging import DriftCheck, check_consolidation, check_merge, contained_text, merged
from engine.memory.writing.uniting import Alike, Uniting
from engine.memory.writing.writer import Writer

__all__ = [
    "Alike",
    "Difference",
    "DriftCheck",
    "Uniting",
    "Writer",
    "check_consolidation",
    "check_merge",
    "conflicts",
    "contained_text",
    "differences",
    "merged",
    "normalised",
    "opposes",
]
