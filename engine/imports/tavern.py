"""Chats of SillyTavern: one line a message, mostly below a line that says who talks.

A chat is named by the message that it begins with, and each message by what it says: a chat that was branched, a
message that was swiped to another answer, and a room of several whose head names nobody keep apart, and whoever
brings the same file twice brings nothing.
"""

import hashlib
import json
from collections import Counter
from datetime import datetime
from typing import Any

from engine.imports.chats import MALFORMED, Read, Row, Said, talk
from engine.imports.records import Skipped

SILLYTAVERN = "SillyTavern"
UNNAMED = "unused"
"""What stands in the head of a room of several for a name."""


def is_chat(rows: list[Any]) -> bool:
    """Whether lines are a chat, with a head or without."""
    first = rows[0] if rows else None
    return isinstance(first, dict) and (
        "character_name" in first or "chat_metadata" in first or _is_message(first)
    )


def sillytavern(name: str, rows: list[Any], latest: datetime) -> Read:
    """One chat; `name` is its file's."""
    if not rows or not all(isinstance(one, dict) for one in rows):
        return Skipped(name, MALFORMED)
    head: Row = {} if _is_message(rows[0]) else rows[0]
    messages = [one for one in rows if _is_message(one) and one.get("is_system") is not True]
    speaker = _named(head.get("character_name"))
    began = head.get("create_date")
    told: Counter[str] = Counter()
    # A room of several speaks for itself, message by message; nothing of its name changes when one more comes in.
    said = [_said(one, told, "" if speaker else _named(one.get("name"))) for one in messages]
    known = _hash(speaker, str(began or said[0].name)) if said else ""
    return talk(speaker or SILLYTAVERN, known, name, said, began=began, latest=latest)


def _is_message(row: Row) -> bool:
    return isinstance(row.get("mes"), str) and bool(row["mes"].strip())


def _said(message: Row, told: Counter[str], speaker: str) -> Said:
    """`told` counts what was said word for word before, at the same time."""
    by_person = message.get("is_user") is True
    name = _hash(str(by_person), str(message.get("send_date") or ""), message["mes"])
    told[name] += 1
    again = f"{name}~{told[name]}" if told[name] > 1 else name
    return Said(again, by_person, message["mes"], message.get("send_date"), "" if by_person else speaker)


def _named(given: Any) -> str:
    name = given.strip()[:100] if isinstance(given, str) else ""
    return "" if name == UNNAMED else name


def _hash(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]
