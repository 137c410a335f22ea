"""Conversations of ChatGPT, Claude and Claude Code, from what these export or keep.

A talk is read whole or left out with its reason. What the program itself put in (instructions, tools, commands and
their results, summaries) is no part of what was said. Other branches, and what was given along, are named and left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from engine.imports.records import PastTalk, PastTurn, Skipped, moment

Row = dict[str, Any]
Read = PastTalk | Skipped
UNDATED = "has no date that can be"
MALFORMED = "is not made as such an export is"
EMPTY = "holds nothing that was said"
LONGEST = 100_000
"""Characters of one turn; a longer one is kept in parts."""
CHATGPT, CLAUDE, CLAUDE_CODE = "ChatGPT", "Claude", "Claude Code"
ALONG = "was given along, and only what was said is taken in"
SPOKEN = "audio_transcription"
"""The kind of a part that says in words what was spoken."""
OTHERWISE = "is what was put or answered otherwise, and only what was shown last is taken in"
WRITTEN_IN = "is what the program wrote itself, and nobody said it"
_INSERTED = re.compile(
    r"<(command-(?:name|message|args)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)"
    r"|system-reminder|task-notification)>.*?</\1>",
    re.DOTALL,
)
"""What Claude Code writes into the person's place: commands, what came of them, and its own notes to the model."""
_INTERRUPTED = re.compile(r"\[Request interrupted by user[^\]\n]*\]\s*")


@dataclass(frozen=True, slots=True)
class Said:
    """What was said, before its date is known: `name` is the turn's own, and the same in every export."""

    name: str
    by_person: bool
    text: str
    when: Any
    speaker: str = ""


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
        branch = [one for one in _branch(mapping, row.get("current_node")) if _is_shown(one)]
        said = [
            Said(str(one.get("id") or ""), _role(one) == "user", text, one.get("create_time"))
            for one, text in ((each, _parts(each)) for each in branch)
            if text
        ]
        known = str(row.get("conversation_id") or row.get("id") or "")
        title = _name(row, "title", number)
        found = talk(CHATGPT, known, title, said, began=row.get("create_time"), latest=latest)
        yield found
        pictures = sum(_others(one) for one in branch)
        if pictures:
            yield Skipped(f"{title}: {pictures} pictures, sounds or files", ALONG)
        others = _branches(mapping) - 1
        if others > 0 and isinstance(found, PastTalk):
            yield Skipped(f"{title}: {others} other {'branch' if others == 1 else 'branches'}", OTHERWISE)


def claude(rows: list[Any], latest: datetime) -> Iterator[Read]:
    """Every conversation."""
    for number, row in enumerate(rows):
        messages = row.get("chat_messages") if isinstance(row, dict) else None
        if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
            yield Skipped(_name(row, "name", number), MALFORMED)
            continue
        said = [
            Said(
                str(one.get("uuid") or ""),
                one["sender"] == "human",
                _claude_text(one),
                one.get("created_at"),
            )
            for one in messages
            if one.get("sender") in ("human", "assistant") and _claude_text(one)
        ]
        title = _name(row, "name", number)
        known = str(row.get("uuid") or "")
        yield talk(CLAUDE, known, title, said, began=row.get("created_at"), latest=latest)
        for file in dict.fromkeys(name for one in messages for name in _attached(one)):
            yield Skipped(f"{title}: {file}", ALONG)


def is_session(rows: list[Any]) -> bool:
    """Whether they are the lines of a session of Claude Code."""
    return any(isinstance(one, dict) and isinstance(one.get("sessionId"), str) for one in rows)


def session(name: str, rows: list[Any], latest: datetime) -> Iterator[Read]:
    """One session: what was typed and what was answered; tools, their results and side tasks are no part of it.

    Nor is what the program wrote in the person's name, whose rows are counted as left out.
    """
    spoken = [
        one
        for one in rows
        if isinstance(one, dict)
        and one.get("type") in ("user", "assistant")
        and one.get("isSidechain") is not True
        and one.get("isMeta") is not True
        and isinstance(one.get("message"), dict)
    ]
    said: list[Said] = []
    inserted = 0
    for one in spoken:
        given, by_person = _session_text(one["message"]), one["type"] == "user"
        text = _typed(one, given) if by_person else given
        inserted += text != given
        if text:
            said.append(Said(str(one.get("uuid") or ""), by_person, text, one.get("timestamp")))
    known = next((str(one["sessionId"]) for one in spoken if one.get("sessionId")), "")
    began = said[0].when if said else None
    yield talk(CLAUDE_CODE, known, name, said, began=began, latest=latest)
    if inserted:
        yield Skipped(f"{name}: {inserted} commands, their results and summaries", WRITTEN_IN)


def _typed(row: Row, text: str) -> str:
    """What of a turn in the person's name the person typed."""
    if row.get("isCompactSummary") is True or row.get("isVisibleInTranscriptOnly") is True:
        return ""
    return _INTERRUPTED.sub("", _INSERTED.sub("", text)).strip()


def _branches(mapping: Row) -> int:
    """How many ends of a talk hold words: an edited question or another answer begins a branch of its own."""
    shown = [
        node
        for node in mapping.values()
        if isinstance(node, dict)
        and isinstance(node.get("message"), dict)
        and _is_shown(node["message"])
        and _parts(node["message"])
    ]
    followed: set[int] = set()
    for node in shown:
        above = mapping.get(str(node.get("parent")))
        while isinstance(above, dict) and id(above) not in followed:
            followed.add(id(above))
            above = mapping.get(str(above.get("parent")))
    return sum(id(node) not in followed for node in shown)


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


def _is_shown(message: Row) -> bool:
    """Whether somebody said it to the other, and saw it: neither instructions nor what went to a tool."""
    metadata = message.get("metadata")
    hidden = isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation") is True
    aside = message.get("recipient") not in (None, "", "all")
    return _role(message) in ("user", "assistant") and not hidden and not aside


def _given(message: Row) -> list[Any]:
    content = message.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    return parts if isinstance(parts, list) else []


def _parts(message: Row) -> str:
    """Its words, typed or spoken."""
    words = (
        part.get("text") if isinstance(part, dict) and part.get("content_type") == SPOKEN else part
        for part in _given(message)
    )
    return "\n".join(one for one in words if isinstance(one, str)).strip()


def _others(message: Row) -> int:
    """How many of its parts are no words; a voice message has its sound beside what was said."""
    kinds = [str(part.get("content_type")) for part in _given(message) if isinstance(part, dict)]
    return sum(kind.endswith("pointer") and (SPOKEN not in kinds or "image" in kind) for kind in kinds)


def _attached(message: Row) -> Iterator[str]:
    for kind in ("attachments", "files"):
        listed = message.get(kind)
        for one in listed if isinstance(listed, list) else []:
            if isinstance(one, dict):
                yield str(one.get("file_name") or "a file")[:200]


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


def talk(speaker: str, known: str, title: str, said: Sequence[Said], *, began: Any, latest: datetime) -> Read:
    """The talk called `known`. A turn without a date of its own follows the one before it by a second."""
    if not said:
        return Skipped(title, EMPTY)
    if not known:
        return Skipped(title, MALFORMED)
    at = moment(began, latest) or next((day for one in said if (day := moment(one.when, latest))), None)
    if at is None:
        return Skipped(title, UNDATED)
    turns: list[PastTurn] = []
    for number, one in enumerate(said):
        told = moment(one.when, latest)
        at = max(at, told) if told is not None else at + timedelta(seconds=1 if turns else 0)
        for part, start in enumerate(range(0, len(one.text), LONGEST)):
            key = f"{one.name or number}.{part}"
            turns.append(PastTurn(key, one.by_person, one.text[start : start + LONGEST], at, one.speaker))
    return PastTalk(known, title, speaker, tuple(turns))


def _name(row: Any, field: str, number: int) -> str:
    given = row.get(field) if isinstance(row, dict) else None
    return str(given)[:200] if given else f"conversation {number + 1}"
