"""Whether there is a newer version of the program: what a publisher said, signed, and the way to read it.

Nothing is asked unless the person switched it on, nothing of theirs is sent, and nothing is fetched but the statement.
"""

from engine.updates.errors import StaleStatementError, UnreadableStatementError, UpdateError
from engine.updates.looking import fetched
from engine.updates.publisher import Publisher, publisher
from engine.updates.statement import Release, is_newer, read_statement, write_statement

__all__ = [
    "Publisher",
    "Release",
    "StaleStatementError",
    "UnreadableStatementError",
    "UpdateError",
    "fetched",
    "is_newer",
    "publisher",
    "read_statement",
    "write_statement",
]
