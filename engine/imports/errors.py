"""What can go wrong with files of other programs.

* ImportsError
  x UnknownFormatError   a file that is no export that can be read
  x ArchiveError         an archive that is damaged, or made to do harm
"""

from engine.errors import CompanionError


class ImportsError(CompanionError):
    """Base of this room's errors."""


class UnknownFormatError(ImportsError):
    """A file that is no export that can be read."""

    remedy = "Give an export of ChatGPT, Claude, SillyTavern, Continuity or Day One, dated Markdown, or Elara's folder."


class ArchiveError(ImportsError):
    """An archive that is damaged, too large, or made to do harm. Nothing of it was taken."""

    remedy = "Export it again; nothing was changed."
