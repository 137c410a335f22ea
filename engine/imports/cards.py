"""Character cards: JSON, or a picture that carries it (`chara`, version 1 to 3 of the card's own specification).

What its author wrote of a character and its world is kept as it stands, to be read. What was written to steer a model
is left out.
"""

import base64
import binascii
import struct
import zlib
from typing import Any

from engine.imports.archive import parsed
from engine.imports.records import ArchiveError, Card, Skipped

PICTURE = b"\x89PNG\r\n\x1a\n"
KEYWORDS = (b"ccv3", b"chara")
PARTS = (
    ("description", "Description"),
    ("personality", "Personality"),
    ("scenario", "Scenario"),
    ("first_mes", "First message"),
    ("mes_example", "Examples"),
)
STEERING = {
    "system_prompt": "its instructions to a model",
    "post_history_instructions": "its last instructions to a model",
}
STEERS = "steer a model, and nobody is steered here"
MOST_BYTES = 16 * 1024 * 1024


def in_picture(name: str, data: bytes) -> Any:
    """The JSON that a picture carries. Raises ArchiveError for a picture without a card, or a damaged one."""
    chunks = _texts(data)
    packed = next((chunks[one] for one in KEYWORDS if one in chunks), None)
    if packed is None:
        raise ArchiveError(f"{name} carries no character card.")
    try:
        inner = base64.b64decode(packed, validate=True)
    except binascii.Error:
        raise ArchiveError(f"{name} carries a damaged card.") from None
    return parsed(name, inner)


def carries(picture: bytes) -> bool:
    """Whether a picture carries a card."""
    return any(one in _texts(picture) for one in KEYWORDS)


def is_card(value: Any) -> bool:
    """Whether JSON is a card of any version."""
    inner = _inner(value)
    return inner is not None and isinstance(inner.get("name"), str) and "first_mes" in inner


def card(name: str, value: Any) -> Card:
    """The card's words under their headings. Raises ArchiveError."""
    inner = _inner(value)
    if inner is None or not is_card(value):
        raise ArchiveError(f"{name} is no character card.")
    told = [
        f"## {heading}\n\n{inner[field]}"
        for field, heading in PARTS
        if isinstance(inner.get(field), str) and inner[field].strip()
    ]
    greetings = inner.get("alternate_greetings")
    others = [f"## Another first message\n\n{one}" for one in _texts_of(greetings)]
    return Card(
        inner["name"][:200], "\n\n".join([f"# {inner['name'][:200]}", *told, *others, *_world(inner)])
    )


def left_out(value: Any) -> list[Skipped]:
    """What of a card is not kept."""
    inner = _inner(value) or {}
    return [
        Skipped(f"{str(inner.get('name'))[:200]}: {words}", STEERS)
        for field, words in STEERING.items()
        if isinstance(inner.get(field), str) and inner[field].strip()
    ]


def _world(inner: dict[str, Any]) -> list[str]:
    """The entries of its lorebook, each below the words that call it up."""
    book = inner.get("character_book")
    rows = book.get("entries") if isinstance(book, dict) else None
    return [
        f"## Of its world: {', '.join(_texts_of(row.get('keys')))[:200]}\n\n{row['content']}"
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict) and isinstance(row.get("content"), str) and row["content"].strip()
    ]


def _texts_of(given: Any) -> list[str]:
    return [one for one in given if isinstance(one, str) and one.strip()] if isinstance(given, list) else []


def _inner(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, dict):
        return None
    inner = value.get("data", value)
    return inner if isinstance(inner, dict) else None


def _texts(data: bytes) -> dict[bytes, bytes]:
    """The text chunks of a PNG by their keyword; what does not add up ends the reading."""
    found: dict[bytes, bytes] = {}
    at = len(PICTURE)
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        sum_at = at + 8 + length
        if length > MOST_BYTES or sum_at + 4 > len(data):
            break
        if kind == b"tEXt" and zlib.crc32(kind + body) == int.from_bytes(data[sum_at : sum_at + 4], "big"):
            keyword, _, text = body.partition(b"\0")
            found[keyword.lower()] = text
        at = sum_at + 4
    return found
