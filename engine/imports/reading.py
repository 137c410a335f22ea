"""Which program wrote a file is told by what is in it, never by its name."""

import zipfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.imports.archive import members, parsed, read_bytes
from engine.imports.cards import PICTURE, card, card_in_picture, is_card
from engine.imports.chats import (
    CLAUDE_CODE,
    MALFORMED,
    Read,
    chatgpt,
    claude,
    is_chatgpt,
    is_claude,
    is_session,
    session,
    sillytavern,
)
from engine.imports.diaries import DIARY, SUFFIXES, every_page, files, is_journal, journal
from engine.imports.errors import ArchiveError, UnknownFormatError
from engine.imports.memories import continuity, elara, is_continuity, is_elara
from engine.imports.records import Arrival, PastTalk, Skipped

SILLYTAVERN = "SillyTavern"
LINES = ".jsonl"


def read_arrival(path: Path, latest: datetime) -> Arrival:
    """Read a file or a folder whole; `latest` is now, as nothing was said later.

    Raises UnknownFormatError, ArchiveError, StorageFaultError.
    """
    if path.is_dir():
        if is_elara(path):
            return elara(path, latest)
        return _sessions(path, latest) or _diary(every_page(files(path), latest))
    return _of_archive(path, latest) if zipfile.is_zipfile(path) else _of_file(path, latest)


def _of_file(path: Path, latest: datetime) -> Arrival:
    data = read_bytes(path)
    if data.startswith(PICTURE):
        return Arrival(SILLYTAVERN, cards=(card_in_picture(path.name, data),))
    if path.suffix.casefold() == LINES:
        return _of_lines(path.name, data, latest)
    if path.suffix.casefold() in SUFFIXES:
        return _diary(every_page([(path.name, data)], latest))
    return _of_value(path.name, parsed(path.name, data), latest)


def _of_value(name: str, value: Any, latest: datetime) -> Arrival:
    if is_journal(value):
        return _diary(journal(value, latest))
    if is_card(value):
        return Arrival(SILLYTAVERN, cards=(card(name, value),))
    return continuity(value, latest) if is_continuity(value) else _of_rows(_rows(value), latest)


def _of_archive(path: Path, latest: datetime) -> Arrival:
    rows = [row for name, data in members(path, _is_talks) for row in _rows(parsed(name, data))]
    if rows:
        return _of_rows(rows, latest)
    values = [parsed(name, data) for name, data in members(path, lambda name: name.endswith(".json"))]
    journals = [one for one in values if is_journal(one)]
    if journals:
        return _diary(entry for one in journals for entry in journal(one, latest))
    return _diary(every_page(members(path, _is_page), latest))


def _is_talks(name: str) -> bool:
    return name.startswith("conversations") and name.endswith(".json")


def _is_page(name: str) -> bool:
    return Path(name).suffix.casefold() in SUFFIXES and not name.startswith(".")


def _diary(found: Iterable[Read]) -> Arrival:
    arrival = _arrival(DIARY, found)
    if not arrival.talks:
        raise UnknownFormatError("That holds no entry with a day that can be read.")
    return arrival


def _rows(value: Any) -> list[Any]:
    if isinstance(value, dict) and isinstance(value.get("conversations"), list):
        value = value["conversations"]
    return value if isinstance(value, list) else []


def _of_rows(rows: list[Any], latest: datetime) -> Arrival:
    if is_chatgpt(rows):
        return _arrival("ChatGPT", chatgpt(rows, latest))
    if is_claude(rows):
        return _arrival("Claude", claude(rows, latest))
    raise UnknownFormatError("That is no export that can be read.")


def _sessions(folder: Path, latest: datetime) -> Arrival | None:
    """The sessions that Claude Code keeps in a folder, a file each; None where there is none."""
    found: list[Read] = []
    for name, data in files(folder, (LINES,)):
        try:
            rows = _lines(name, data)
        except ArchiveError:
            found.append(Skipped(name, MALFORMED))
            continue
        if is_session(rows):
            found.append(session(name, rows, latest))
    return _arrival(CLAUDE_CODE, found) if any(isinstance(one, PastTalk) for one in found) else None


def _lines(name: str, data: bytes) -> list[Any]:
    return [parsed(name, line) for line in data.splitlines() if line.strip()]


def _of_lines(name: str, data: bytes, latest: datetime) -> Arrival:
    rows = _lines(name, data)
    if is_session(rows):
        return _arrival(CLAUDE_CODE, [session(name, rows, latest)])
    if not rows or not isinstance(rows[0], dict) or "character_name" not in rows[0]:
        raise UnknownFormatError("That is no chat that can be read.")
    return _arrival(SILLYTAVERN, [sillytavern(name, rows, latest)])


def _arrival(source: str, found: Iterable[Read]) -> Arrival:
    every = list(found)
    talks = tuple(one for one in every if isinstance(one, PastTalk))
    return Arrival(source, talks, (), tuple(one for one in every if isinstance(one, Skipped)))
