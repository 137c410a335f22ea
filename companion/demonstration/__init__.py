"""A companion that has been lived with for two weeks: a story played through the engine into a vault of its own.

It shows every place of the window with something in it, without a model and without anybody's words.
"""

from companion.demonstration.playing import demonstration, empty
from companion.demonstration.records import read_story

__all__ = ["demonstration", "empty", "read_story"]
