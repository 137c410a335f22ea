"""Memories read back from files: a note with its frontmatter, or a page with a record below each line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.export import FENCE, NotMarkdownError, flat, read_noted
from engine.memory.markdown.frontmatter import frontmatter, new_node, parsed
from engine.memory.records import MarkdownError, NewNode, Node

_TEXT, _BEGINS, _ENDS = "text", "begins", "ends"


@dataclass(frozen=True, slots=True)
class ReadNode:
    """A memory as a file has it now.

    `id` is the one that it had where it was exported, and `companion` whose it was there; empty for none.
    """

    id: str
    node: NewNode
    companion: str = ""


def read_nodes(text: str) -> Iterator[ReadNode | MarkdownError]:
    """The memories of a file; none of one that holds no records.

    An item of a list that was changed beyond reading is given as its error, and the others are read. Raises
    MarkdownError for a file that cannot be read on.
    """
    try:
        if text.startswith(FENCE):
            front, body = parsed(text)
            yield ReadNode(
                str(front.get("id") or ""), new_node(front, body), str(front.get("companion") or "")
            )
            return
        for said, record in read_noted(text):
            try:
                yield _listed(said, record)
            except MarkdownError as error:
                yield error
    except NotMarkdownError as error:
        raise MarkdownError(error.message) from error


def in_list(node: Node, begins: str, ends: str) -> dict[str, Any]:
    """The record below a node's line, with what stands there around its text."""
    told = {name: value for name, value in frontmatter(node).items() if value not in (None, "", [])}
    return told | {_TEXT: node.text, _BEGINS: begins, _ENDS: ends}


def _listed(said: str, record: Mapping[str, Any]) -> ReadNode:
    text, begins, ends = (str(record.get(each, "")) for each in (_TEXT, _BEGINS, _ENDS))
    if said != f"{begins}{flat(text)}{ends}":
        if not (said.startswith(begins) and said.endswith(ends) and len(said) > len(begins + ends)):
            raise MarkdownError("More of a line was changed than what it tells.")
        text = said[len(begins) : len(said) - len(ends)]
    return ReadNode(str(record.get("id", "")), new_node(record, text), str(record.get("companion", "")))
