"""Character cards: JSON, or a picture that carries it (`chara`, version 1 to 3 of the card's own specification)."""

import base64
import binascii
import struct
import zlib
from typing import Any

from engine.imports.archive import parsed
from engine.imports.errors import ArchiveError
from engine.imports.records import Card

PICTURE = b"\x89PNG\r\n\x1a\n"
KEYWORDS = (b"ccv3", b"chara")
PARTS = (
    ("description", "Description"),
    ("personality", "Personality"),
    ("scenario", "Scenario"),
    ("first_mes", "First message"),
    ("mes_example", "Examples"),
)
MOST_BYTES = 16 * 1024 * 1024


def card_in_picture(name: str, data: bytes) -> Card:
    """Raises ArchiveError for a picture without a card, or a damaged one."""
    chunks = _texts(data)
    packed = next((chunks[one] for one in KEYWORDS if one in chunks), None)
    if packed is None:
        raise ArchiveError(f"{name} carries no character card.")
    try:
        inner = base64.b64decode(packed, validate=True)
    except binascii.Error:
        raise ArchiveError(f"{name} carries a damaged card.") from None
    return card(name, parsed(name, inner))


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
    return Card(inner["name"][:200], "\n\n".join([f"# {inner['name'][:200]}", *told]))


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
