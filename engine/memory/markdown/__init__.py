"""Memory as a person reads it: notes that stand as Markdown, and the tree that is rendered ([A] §7)."""

from engine.memory.markdown.frontmatter import note_path
from engine.memory.markdown.reading import ReadNode, read_nodes
from engine.memory.markdown.tree import rendered_tree

__all__ = ["ReadNode", "note_path", "read_nodes", "rendered_tree"]
