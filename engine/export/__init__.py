"""The human-readable tree: Markdown files with frontmatter that anyone can open, and read back ([A] §7).

Rooms provide (path, text); the exporter makes every path safe on every system and writes the tree whole or not at
all. What it writes is in the clear: whoever asks for it is told.
"""

from engine.export.errors import ExportError, FolderTakenError, NotMarkdownError
from engine.export.exporter import Exported, Exporter, Provider, stored
from engine.export.frontmatter import read_markdown, write_markdown
from engine.export.paths import safe_path, snake_case

__all__ = [
    "ExportError",
    "Exported",
    "Exporter",
    "FolderTakenError",
    "NotMarkdownError",
    "Provider",
    "read_markdown",
    "safe_path",
    "snake_case",
    "stored",
    "write_markdown",
]
