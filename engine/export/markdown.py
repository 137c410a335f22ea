"""Markdown that is read back: above it frontmatter, and below a line of a list the rest of its record in a comment.

Frontmatter is one `key: value` a line, each value JSON, which is YAML too.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.export.errors import NotMarkdownError

FENCE = "---\n"
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# What some reader takes for the end of a line, or cannot hold at all.
_BREAKING = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")

ITEM = "- "
_COMMENT = re.compile(r"  <!-- (\{.*\}) -->\Z")


def write_markdown(meta: Mapping[str, Any], text: str) -> str:
    """`text` below its frontmatter. `meta` holds JSON values."""
    lines = [f"{_key(key)}: {_json(value)}\n" for key, value in meta.items()]
    return f"{FENCE}{''.join(lines)}{FENCE}\n{text}"


def read_markdown(content: str) -> tuple[dict[str, Any], str]:
    """The frontmatter and the text that `write_markdown` was given. Raises NotMarkdownError."""
    head, fence, text = content.removeprefix(FENCE).partition(f"{FENCE}\n")
    if not content.startswith(FENCE) or not fence:
        raise NotMarkdownError("The file has no frontmatter.")
    return dict(_pair(line) for line in head.split("\n")[:-1]), text


def _pair(line: str) -> tuple[str, Any]:
    key, colon, value = (
        (line[: _quote_end(line)], ": ", line[_quote_end(line) + 2 :])
        if line.startswith('"')
        else line.partition(": ")
    )
    try:
        return (json.loads(key) if key.startswith('"') else key), json.loads(value)
    except ValueError as error:
        raise NotMarkdownError(
            f"The frontmatter cannot be read{'' if colon else ': a line has no value'}."
        ) from error


def _quote_end(line: str) -> int:
    """Where the JSON text at the beginning of `line` ends."""
    match = re.match(r'"(?:[^"\\]|\\.)*"', line)
    return match.end() if match else len(line)


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) else _json(key)


def _json(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return _BREAKING.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


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
