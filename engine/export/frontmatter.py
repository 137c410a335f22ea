"""Markdown with frontmatter: one `key: value` a line, each value JSON, which is YAML too."""

import json
import re
from collections.abc import Mapping
from typing import Any

from engine.export.errors import NotMarkdownError

FENCE = "---\n"
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# What some reader takes for the end of a line, or cannot hold at all.
_BREAKING = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")


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
