"""Lists that are read back: below each line, which may be edited, a comment holds the rest of its record."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.export.errors import NotMarkdownError

ITEM = "- "
_COMMENT = re.compile(r"  <!-- (\{.*\}) -->\Z")


def noted(line: str, record: Mapping[str, Any]) -> str:
    """One item of a list with its record, JSON values; `line` has no line break."""
    # A comment must not end within its own words.
    packed = json.dumps(record, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")
    return f"{ITEM}{line}\n  <!-- {_one_line(packed)} -->\n"


def read_noted(body: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each line that has a record, as it stands there now, with its record. Raises NotMarkdownError."""
    said = None
    for line in body.split("\n"):
        comment = _COMMENT.match(line)
        if line.startswith(ITEM):
            said = line.removeprefix(ITEM)
        elif comment is not None and said is not None:
            yield said, _record(comment.group(1))
            said = None


def flat(text: str) -> str:
    """`text` on one line, so that a list stays a list."""
    return " ".join(text.split())


def _record(packed: str) -> dict[str, Any]:
    try:
        record = json.loads(packed)
    except ValueError as error:
        raise NotMarkdownError("The comment below a line is damaged.") from error
    if not isinstance(record, dict):
        raise NotMarkdownError("The comment below a line is damaged.")
    return record


def _one_line(packed: str) -> str:
    """JSON may hold signs that other programs take for the end of a line."""
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in packed)
