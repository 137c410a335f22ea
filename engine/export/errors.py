"""What can go wrong with the human-readable tree.

* ExportError
  x NoExportError        the folder is none of an export
  x FolderTakenError     the folder holds what is no earlier export
  x NotMarkdownError     a text that was not written by `write_markdown`
"""

from engine.errors import CompanionError


class ExportError(CompanionError):
    """Base of this room's errors."""


class FolderTakenError(ExportError):
    """Something stands in the folder that an export would have to remove; it is left alone."""

    remedy = "Name a new or an empty folder, or one that holds an earlier export and nothing else."


class NoExportError(ExportError):
    """A folder that was not written by an export."""

    remedy = "Name a folder that was exported as Markdown."


class NotMarkdownError(ExportError):
    """A text without frontmatter of ours."""

    remedy = "Export again: the file was changed or is no part of an export."
