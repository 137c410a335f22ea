"""The human-readable tree: Markdown files with frontmatter that anyone can open, and read back ([A] §7).

Rooms provide (path, text); the exporter makes every path safe on every system and writes the tree whole or not at
all. What it writes is in the clear: whoever asks for it is told.
"""

from engine.export.errors import ExportError, FolderTakenError, NoExportError, NotMarkdownError
from engine.export.markdown import FENCE, ITEM, flat, noted, read_markdown, read_noted, write_markdown
from engine.export.tree import (
    Exported,
    Exporter,
    Provider,
    ReadFile,
    drafted,
    is_tree,
    read_tree,
    safe_path,
    snake_case,
    stored,
)

__all__ = [
    "FENCE",
    "ITEM",
    "ExportError",
    "Exported",
    "Exporter",
    "FolderTakenError",
    "NoExportError",
    "NotMarkdownError",
    "Provider",
    "ReadFile",
    "drafted",
    "flat",
    "is_tree",
    "noted",
    "read_markdown",
    "read_noted",
    "read_tree",
    "safe_path",
    "snake_case",
    "stored",
    "write_markdown",
]
