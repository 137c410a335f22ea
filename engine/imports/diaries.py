"""Diaries: what Day One exports (JSON, or text with its heads), and Markdown whose files or headings are dated.

An entry becomes a talk of one turn, said by the person on its day. An entry without a day that can be is left out and
named: nobody's life is guessed.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from engine.imports.chats import EMPTY, LONGEST, MALFORMED, UNDATED, Read
from engine.imports.records import PastTalk, PastTurn, Skipped, moment

DIARY: Final = "Diary"
SUFFIXES: Final = (".md", ".markdown", ".txt")
OLDEST: Final = datetime(1900, 1, 1, tzinfo=UTC)
"""Nobody who writes here kept a diary before."""
NOON: Final = timedelta(hours=12)
"""The hour of an entry of which the day alone is known."""
_DAY = r"(?<!\d)(\d{4})[-_. ]?(0[1-9]|1[0-2])[-_. ]?(0[1-9]|[12]\d|3[01])(?!\d)"
_HEAD = re.compile(r"^\t(Date|Weather|Location):\t(.*)$")
_HEADING = re.compile(rf"^#{{1,3}} +(?:\w+,? +)?{_DAY}\b.*$")
_FENCED = re.compile(r"\A---\r?\n(.*?)\r?\n---\r?\n", re.DOTALL)
_FIELD = re.compile(
    r"^(?:date|created|created_at|creationDate)\s*:\s*[\"']?([^\"'\n]+)", re.MULTILINE | re.IGNORECASE
)
_ZONE = re.compile(r"\s+(?:[A-Z]{2,5}|GMT[+-][\d:]+)$")
_STAMPS = (
    "%d %B %Y at %H:%M:%S", "%d %B %Y at %H:%M", "%B %d, %Y at %I:%M:%S %p", "%B %d, %Y at %I:%M %p",
    "%d. %B %Y %H:%M:%S", "%d %B %Y", "%B %d, %Y",
)  # fmt: skip


def is_journal(value: Any) -> bool:
    """Whether JSON is a journal of Day One's."""
    return isinstance(value, dict) and isinstance(value.get("entries"), list)


def journal(value: dict[str, Any], latest: datetime) -> Iterator[Read]:
    """Every entry of a journal."""
    for number, row in enumerate(value["entries"]):
        name = f"entry {number + 1}"
        if not isinstance(row, dict):
            yield Skipped(name, MALFORMED)
            continue
        text = row.get("text")
        at = moment(row.get("creationDate"), latest, OLDEST)
        yield _entry(name, str(row.get("uuid") or ""), text if isinstance(text, str) else "", at)


def pages(name: str, data: bytes, latest: datetime) -> Iterator[Read]:
    """The entries of one file, by its heads, its front matter, its name, or its headings; in that order."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield Skipped(name, "is no text that can be read")
        return
    if any(_HEAD.match(line) for line in text.splitlines()):
        parts = _by_heads(text)
        yield from (_entry(name, "", body, _said_day(day, latest)) for day, body in parts)
        return
    fenced = _FENCED.match(text)
    field = _FIELD.search(fenced[1]) if fenced else None
    body = text[fenced.end() :] if fenced else text
    at = _said_day(field[1], latest) if field else None
    at = at or _written_day(re.search(_DAY, Path(name).stem), latest)
    if at is not None:
        yield _entry(name, "", body, at)
        return
    dated = [(_written_day(day, latest), part) for day, part in _by_headings(body)]
    yield from (_entry(name, "", part, day) for day, part in dated)
    if not dated:
        yield Skipped(name, UNDATED)


def every_page(given: Iterable[tuple[str, bytes]], latest: datetime) -> list[Read]:
    """The entries of several files, the earliest first, as far as they have a day."""
    found = [one for name, data in given for one in pages(name, data, latest)]
    return sorted(found, key=lambda one: one.turns[0].at if isinstance(one, PastTalk) else latest)


def _entry(name: str, known: str, text: str, at: datetime | None) -> Read:
    body = text.strip()
    if not body:
        return Skipped(name, EMPTY)
    if at is None:
        return Skipped(name, UNDATED)
    known = known or hashlib.sha256(f"{at.isoformat()}\0{body}".encode("utf-8", "replace")).hexdigest()
    parts = (body[start : start + LONGEST] for start in range(0, len(body), LONGEST))
    turns = tuple(PastTurn(f"{number}", True, part, at) for number, part in enumerate(parts))  # noqa: FBT003 - theirs
    return PastTalk(known, _title(body), DIARY, turns)


def _title(body: str) -> str:
    return body.splitlines()[0].lstrip("# ").strip()[:100]


def _by_heads(text: str) -> Iterator[tuple[str, str]]:
    """What stands below each `Date:` line, without the lines of the head."""
    day, body = "", list[str]()
    for line in text.splitlines():
        head = _HEAD.match(line)
        if head is None:
            body.append(line)
        elif head[1] == "Date":
            if day:
                yield day, "\n".join(body)
            day, body = head[2], []
    if day:
        yield day, "\n".join(body)


def _by_headings(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """What stands below each heading that begins with a day."""
    day: re.Match[str] | None = None
    body = list[str]()
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading is None:
            body.append(line)
            continue
        if day is not None:
            yield day, "\n".join(body)
        day, body = heading, []
    if day is not None:
        yield day, "\n".join(body)


def _said_day(words: str, latest: datetime) -> datetime | None:
    """A time as Day One or front matter writes it; a day alone means its noon, here."""
    words = re.sub(r"\s+", " ", words).strip()[:80]
    bare = _ZONE.sub("", words)
    for stamp in _STAMPS:
        try:
            found = datetime.strptime(bare, stamp)  # noqa: DTZ007 - the person's own time, as they wrote it
        except ValueError:
            continue
        whole = found if "%H" in stamp or "%I" in stamp else found + NOON
        return moment(whole.astimezone(UTC).isoformat(), latest, OLDEST)
    alone = re.fullmatch(_DAY, words)
    return _written_day(alone, latest) if alone else moment(words, latest, OLDEST)


def _written_day(day: re.Match[str] | None, latest: datetime) -> datetime | None:
    if day is None:
        return None
    try:
        at = datetime(int(day[1]), int(day[2]), int(day[3])) + NOON  # noqa: DTZ001 - the person's own day
    except ValueError:
        return None
    return moment(at.astimezone(UTC).isoformat(), latest, OLDEST)
