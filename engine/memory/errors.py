"""What can go wrong in the memory room.

* MemoryRoomError
  x NoPersonError        a person's memory was asked for without saying whose
  x NodeMissingError     no such node stands
  x PromotionError       what is to be the companion's own holds something of a person's
  x SettledError         a contradiction was resolved before
  x MarkdownError        a document is not a note that can be read back
"""

from engine.errors import CompanionError, NotFoundError


class MemoryRoomError(CompanionError):
    """Base of this room's errors."""


class NoPersonError(MemoryRoomError):
    """A person's memory was asked for without saying whose ([C] §1: never a way to see everyone's)."""

    remedy = "Say which person is meant."


class NodeMissingError(MemoryRoomError, NotFoundError):
    """No such node stands."""

    remedy = "Look it up: `companion recall`."


class PromotionError(MemoryRoomError):
    """What is to be the companion's own, for everyone, holds a claim about a person or something private."""

    remedy = "Say it without the person, or keep it between the two of you."


class SettledError(MemoryRoomError):
    """A contradiction that was resolved before."""

    remedy = "Correct what is wrong in the memory itself."


class MarkdownError(MemoryRoomError):
    """A document lacks the frontmatter that a note has, or it is damaged."""

    remedy = "Compare it with a note that was exported."
