"""Which program wrote a file is told by what is in it, never by its name.

A zip archive and the folder that it was unpacked into are read alike. What lies beside what is taken in, and is of no
use here, is named too: nothing is left behind in silence.
"""

import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from engine.imports.archive import Bundle, GoOn, last_name, parsed, read_bytes, unhindered
from engine.imports.cards import PICTURE, card, carries, in_picture, is_card, left_out
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
)
from engine.imports.diaries import DIARY, SUFFIXES, every_page, is_journal, journal
from engine.imports.elara import elara, elara_root
from engine.imports.memories import bootload, continuity, is_bootload, is_continuity
from engine.imports.records import ArchiveError, Arrival, PastTalk, Skipped, UnknownFormatError
from engine.imports.tavern import SILLYTAVERN, is_chat, sillytavern

BESIDE: Final = "lies beside the conversations, and is not taken in"
CARD: Final = "card.json"
"""What a character's own archive (`.charx`) has at its root."""
CHARACTERS: Final = "characters"
"""The folder in which SillyTavern keeps the pictures that carry one; others are of no use here."""


def read_arrival(path: Path, latest: datetime, go_on: GoOn = unhindered) -> Arrival:
    """Read a file or a folder whole; `latest` is now, as nothing was said later. `go_on` is asked while it is read.

    Raises UnknownFormatError, ArchiveError, StorageFaultError, and what `go_on` does.
    """
    if path.is_dir() or zipfile.is_zipfile(path):
        return _of_bundle(Bundle(path, go_on), latest)
    return _of_file(path, latest, go_on)


def _of_file(path: Path, latest: datetime, go_on: GoOn) -> Arrival:
    data = read_bytes(path, go_on)
    if data.startswith(PICTURE):
        return _of_card(path.name, in_picture(path.name, data))
    if path.suffix.casefold() == ".jsonl":
        return _of_lines(path.name, data, latest)
    if path.suffix.casefold() in SUFFIXES:
        return _diary(every_page([(path.name, data)], latest))
    return _of_value(path.name, parsed(path.name, data, go_on), latest)


def _of_value(name: str, value: Any, latest: datetime) -> Arrival:
    if is_journal(value):
        return _diary(journal(value, latest))
    if is_card(value):
        return _of_card(name, value)
    if is_continuity(value):
        return continuity(value, latest)
    return bootload(value, latest) if is_bootload(value) else _of_rows(_rows(value), latest)


def _of_bundle(path: Bundle, latest: datetime) -> Arrival:
    """A zip archive or a folder, by the first of these that it holds."""
    held = path.names()
    root = elara_root(held)
    if root is not None:
        return elara(path.below(root), latest)
    if any(map(_is_talks, held)):
        told = path.members(_is_talks)
        rows = [row for name, data in told for row in _rows(parsed(name, data, path.go_on))]
        return _of_rows(rows, latest, _beside(held))
    pictures = bool(held) and all(map(_is_alone, held))
    if CARD in held or pictures or any(map(_is_lines, held)) or any(map(_in_characters, held)):
        found = _of_each(path, held, latest)
        if found is not None:
            return found
    values = [parsed(name, data, path.go_on) for name, data in path.members(_is_json)]
    journals = [one for one in values if is_journal(one)]
    if journals:
        return _diary(entry for one in journals for entry in journal(one, latest))
    return _diary(every_page(path.members(_is_page), latest))


def _is_talks(name: str) -> bool:
    return last_name(name).startswith("conversations") and _is_json(name)


def _is_json(name: str) -> bool:
    return name.casefold().endswith(".json")


def _is_page(name: str) -> bool:
    return Path(name).suffix.casefold() in SUFFIXES


def _beside(held: Iterable[str]) -> Iterator[Skipped]:
    """What lies beside conversations: what else was written down by its name, pictures and the like by their number."""
    others = [name for name in held if not _is_talks(name)]
    yield from (Skipped(name, BESIDE) for name in others if _is_json(name))
    rest = sum(not _is_json(name) for name in others)
    if rest:
        yield Skipped(f"{rest} pictures and other files", BESIDE)


def _of_each(path: Bundle, held: list[str], latest: datetime) -> Arrival | None:
    """Chats, sessions and characters, each by itself: one that is damaged keeps no other out; None without any."""
    found: list[Arrival] = []
    damaged: list[Skipped] = []
    others = len(held)
    for name, data in path.members(_is_tavern):
        try:
            one = _of_lines(name, data, latest) if _is_lines(name) else _of_character(name, data)
        except UnknownFormatError:
            continue
        except ArchiveError:
            damaged.append(Skipped(name, MALFORMED))
        else:
            found.append(one)
        others -= 1
    if not found:
        return None
    return Arrival(
        found[0].source,
        tuple(talk for one in found for talk in one.talks),
        tuple(character for one in found for character in one.cards),
        (
            *damaged,
            *(left for one in found for left in one.skipped),
            *([Skipped(f"{others} other files", BESIDE)] if others else []),
        ),
    )


def _is_lines(name: str) -> bool:
    return name.casefold().endswith(".jsonl")


def _is_tavern(name: str) -> bool:
    """Chats, and what may be a character: of the pictures those only that lie where characters do, or alone."""
    return _is_lines(name) or _in_characters(name) or name == CARD or _is_alone(name)


def _in_characters(name: str) -> bool:
    return name.casefold().endswith(".png") and CHARACTERS in name.split("/")[:-1]


def _is_alone(name: str) -> bool:
    return name.casefold().endswith(".png") and "/" not in name


def _of_character(name: str, data: bytes) -> Arrival:
    """Raises UnknownFormatError for a picture that is nobody's."""
    if data.startswith(PICTURE):
        if not carries(data):
            raise UnknownFormatError("That is a picture.")
        return _of_card(name, in_picture(name, data))
    return _of_card(name, parsed(name, data))


def _of_card(name: str, value: Any) -> Arrival:
    return Arrival(SILLYTAVERN, cards=(card(name, value),), skipped=tuple(left_out(value)))


def _diary(found: Iterable[Read]) -> Arrival:
    arrival = _arrival(DIARY, found)
    if not arrival.talks:
        raise UnknownFormatError("That holds no entry with a day that can be read.")
    return arrival


def _rows(value: Any) -> list[Any]:
    if isinstance(value, dict) and isinstance(value.get("conversations"), list):
        value = value["conversations"]
    return value if isinstance(value, list) else []


def _of_rows(rows: list[Any], latest: datetime, beside: Iterable[Skipped] = ()) -> Arrival:
    if is_chatgpt(rows):
        return _arrival("ChatGPT", (*chatgpt(rows, latest), *beside))
    if is_claude(rows):
        return _arrival("Claude", (*claude(rows, latest), *beside))
    raise UnknownFormatError("That is no export that can be read.")


def _of_lines(name: str, data: bytes, latest: datetime) -> Arrival:
    rows = [parsed(name, line) for line in data.splitlines() if line.strip()]
    if is_session(rows):
        return _arrival(CLAUDE_CODE, session(name, rows, latest))
    if not is_chat(rows):
        raise UnknownFormatError("That is no chat that can be read.")
    return _arrival(SILLYTAVERN, [sillytavern(name, rows, latest)])


def _arrival(source: str, found: Iterable[Read]) -> Arrival:
    every = list(found)
    talks = tuple(one for one in every if isinstance(one, PastTalk))
    return Arrival(source, talks, (), tuple(one for one in every if isinstance(one, Skipped)))
