"""The human-readable tree: Markdown files with frontmatter that anyone can open, and read back ([A] §7).

Rooms provide (path, text); the exporter makes every path safe on every system and writes the tree whole or not at
all. What it writes is in the clear: whoever asks for it is told.
"""

from engine.export.errors import ExportError, FolderTakenError, NoExportError, NotMarkdownError
from engine.export.exporter import Exported, Exporter, Provider, drafted, stored
from engine.export.frontmatter import FENCE, read_markdown, write_markdown
from engine.export.importer import ReadFile, is_tree, read_tree
from engine.export.noted import ITEM, flat, noted, read_noted
from engine.export.paths import safe_path, snake_case

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
