"""Conversations of ChatGPT, Claude, Claude Code and SillyTavern, from what these export or keep.

A talk is read whole or left out with its reason. What the program itself put in (instructions, tools, hidden
branches) is no part of what was said.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from engine.imports.moments import moment
from engine.imports.records import PastTalk, PastTurn, Skipped

Row = dict[str, Any]
Read = PastTalk | Skipped
UNDATED = "has no date that can be"
MALFORMED = "is not made as such an export is"
EMPTY = "holds nothing that was said"
LONGEST = 100_000
"""Characters of one turn; a longer one is kept in parts."""
CHATGPT, CLAUDE, CLAUDE_CODE = "ChatGPT", "Claude", "Claude Code"


def is_chatgpt(rows: list[Any]) -> bool:
    """Whether they are conversations of ChatGPT."""
    return any(isinstance(one, dict) and isinstance(one.get("mapping"), dict) for one in rows)


def is_claude(rows: list[Any]) -> bool:
    """Whether they are conversations of Claude."""
    return any(isinstance(one, dict) and isinstance(one.get("chat_messages"), list) for one in rows)


def chatgpt(rows: list[Any], latest: datetime) -> Iterator[Read]:
    """Of each conversation the branch that was shown last."""
    for number, row in enumerate(rows):
        mapping = row.get("mapping") if isinstance(row, dict) else None
        if not isinstance(mapping, dict):
            yield Skipped(_name(row, "title", number), MALFORMED)
            continue
        said = [
            (str(message.get("id") or ""), role == "user", text, message.get("create_time"))
            for message in _branch(mapping, row.get("current_node"))
            for role, text in [(_role(message), _parts(message))]
            if role in ("user", "assistant") and text
        ]
        known = str(row.get("conversation_id") or row.get("id") or "")
        yield _talk(
            CHATGPT, known, _name(row, "title", number), said, began=row.get("create_time"), latest=latest
        )


def claude(rows: list[Any], latest: datetime) -> Iterator[Read]:
    """Every conversation."""
    for number, row in enumerate(rows):
        messages = row.get("chat_messages") if isinstance(row, dict) else None
        if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
            yield Skipped(_name(row, "name", number), MALFORMED)
            continue
        said = [
            (
                str(one.get("uuid") or ""),
                one.get("sender") == "human",
                _claude_text(one),
                one.get("created_at"),
            )
            for one in messages
            if one.get("sender") in ("human", "assistant") and _claude_text(one)
        ]
        yield _talk(
            CLAUDE,
            str(row.get("uuid") or ""),
            _name(row, "name", number),
            said,
            began=row.get("created_at"),
            latest=latest,
        )


def is_session(rows: list[Any]) -> bool:
    """Whether they are the lines of a session of Claude Code."""
    return any(isinstance(one, dict) and isinstance(one.get("sessionId"), str) for one in rows)


def session(name: str, rows: list[Any], latest: datetime) -> Read:
    """One session: what was typed and what was answered; tools, their results and side tasks are no part of it."""
    spoken = [
        one
        for one in rows
        if isinstance(one, dict)
        and one.get("type") in ("user", "assistant")
        and one.get("isSidechain") is not True
        and one.get("isMeta") is not True
        and isinstance(one.get("message"), dict)
    ]
    said = [
        (str(one.get("uuid") or ""), one["type"] == "user", text, one.get("timestamp"))
        for one in spoken
        if (text := _session_text(one["message"]))
    ]
    known = next((str(one["sessionId"]) for one in spoken if one.get("sessionId")), "")
    began = said[0][3] if said else None
    return _talk(CLAUDE_CODE, known, name, said, began=began, latest=latest)


def sillytavern(name: str, rows: list[Any], latest: datetime) -> Read:
    """One chat: its first line says who talks, each other is a message."""
    if not rows or not all(isinstance(one, dict) for one in rows):
        return Skipped(name, MALFORMED)
    head, *messages = rows
    said = [
        (str(number), one.get("is_user") is True, str(one["mes"]), one.get("send_date"))
        for number, one in enumerate(messages)
        if isinstance(one.get("mes"), str) and one["mes"].strip() and one.get("is_system") is not True
    ]
    speaker = str(head.get("character_name") or "SillyTavern")[:100]
    return _talk(
        speaker,
        f"{speaker} {head.get('create_date')}",
        name,
        said,
        began=head.get("create_date"),
        latest=latest,
    )


def _branch(mapping: Row, last: Any) -> list[Row]:
    """The messages from the root to `last`, or to the end of the first branch where that is not known."""
    if not isinstance(last, str) or last not in mapping:
        ends = [key for key, node in mapping.items() if isinstance(node, dict) and not node.get("children")]
        last = ends[0] if ends else None
    found: list[Row] = []
    seen: set[str] = set()
    while isinstance(last, str) and last in mapping and last not in seen:
        seen.add(last)
        node = mapping[last]
        if not isinstance(node, dict):
            break
        if isinstance(node.get("message"), dict):
            found.append(node["message"])
        last = node.get("parent")
    return found[::-1]


def _role(message: Row) -> str:
    author = message.get("author")
    return str(author.get("role")) if isinstance(author, dict) else ""


def _parts(message: Row) -> str:
    content = message.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    return (
        "\n".join(part for part in parts if isinstance(part, str)).strip() if isinstance(parts, list) else ""
    )


def _claude_text(message: Row) -> str:
    text = message.get("text")
    if isinstance(text, str) and text.strip():
        return text.strip()
    content = message.get("content")
    parts = [one.get("text") for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    return "\n".join(one for one in parts if isinstance(one, str)).strip()


def _session_text(message: Row) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content.strip()
    rows = content if isinstance(content, list) else []
    parts = [one.get("text") for one in rows if isinstance(one, dict) and one.get("type") == "text"]
    return "\n".join(one for one in parts if isinstance(one, str)).strip()


def _talk(
    speaker: str,
    known: str,
    title: str,
    said: list[tuple[str, bool, str, Any]],
    *,
    began: Any,
    latest: datetime,
) -> Read:
    """A turn without a date of its own follows the one before it by a second."""
    if not said:
        return Skipped(title, EMPTY)
    if not known:
        return Skipped(title, MALFORMED)
    at = moment(began, latest) or moment(said[0][3], latest)
    if at is None:
        return Skipped(title, UNDATED)
    turns: list[PastTurn] = []
    for number, (name, by_person, text, when) in enumerate(said):
        told = moment(when, latest)
        at = max(at, told) if told is not None else at + timedelta(seconds=1 if turns else 0)
        for part, start in enumerate(range(0, len(text), LONGEST)):
            key = f"{name or number}.{part}"
            turns.append(PastTurn(key, by_person, text[start : start + LONGEST], at))
    return PastTalk(known, title, speaker, tuple(turns))


def _name(row: Any, field: str, number: int) -> str:
    given = row.get(field) if isinstance(row, dict) else None
    return str(given)[:200] if given else f"conversation {number + 1}"
