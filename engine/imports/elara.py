"""Elara Core's folder ([E] §11.2): what was remembered, corrected, left open, believed and reasoned, with its dates.

What that companion was and felt is nobody's here. Whatever of the folder is not taken in is named.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from engine.imports import chroma
from engine.imports.archive import Bundle, parsed
from engine.imports.memories import EMPTY, LONGEST, Row, memory, share, text
from engine.imports.records import (
    ArchiveError,
    Arrival,
    PastCorrection,
    PastGoal,
    PastItem,
    PastMemory,
    PastThought,
    Skipped,
    moment,
)

ELARA: Final = "Elara Core"
STATE, CORRECTIONS, HANDOFF = "elara-state.json", "elara-corrections.json", "elara-handoff.json"
GOALS: Final = "elara-goals.json"
FILES: Final = (STATE, CORRECTIONS, HANDOFF, GOALS)
"""What shows a folder to be Elara Core's."""
CHROMA: Final = Path("chromadb") / "chroma.sqlite3"
EPISODES: Final = "episodes"
CONSOLIDATION: Final = "consolidation"
ARCHIVED: Final = "archived-memories.jsonl"
UNINDEXED: Final = "memories.jsonl"
"""What stands in the place of the Chroma where this program had none to write; Elara Core does not read it."""
PUT_AWAY: Final = "archived"
LINE: Final = 500
"""Characters of what is kept as one line."""
LONGEST_PROJECT, LONGEST_NOTES, PRIORITIES = 100, 2000, frozenset({"high", "medium", "low"})
"""What a goal may be called here, and how much it may matter."""
FADED: Final = 0.15
"""What Elara Core put away had an importance below this ([E] §4.5.5), whatever its file says."""
MEMORIES: Final = {
    "elara_memories": "",
    "elara_conversations": "conversation",
    "elara_milestones": "milestone",
}
"""The collections that are read, and the kind of what lies in them where they say none."""
INDEXES: Final = {
    "elara_corrections": CORRECTIONS,
    "elara_models": "models",
    "elara_principles": "principles",
}
"""Collections that only find what lies in files."""
THOUGHTS: Final = {
    "models": ("statement", "model_id"),
    "predictions": ("statement", "prediction_id"),
    "principles": ("statement", "principle_id"),
    "reasoning": ("context", "trail_id"),
    "outcomes": ("decision", "outcome_id"),
    "synthesis": ("concept", "synthesis_id"),
    "business": ("name", "idea_id"),
}
"""A folder, and the fields that hold the words and the name of what lies in it."""
KINDS: Final = {
    "next_plans": "plan",
    "reminders": "reminder",
    "promises": "promise",
    "unfinished": "unfinished",
}
OWN: Final = "is what another companion was and felt, and nobody is that here"
ALONE: Final = "is what another companion thought alone, and is not taken in"
WHY: Final = {
    STATE: OWN, "mood-journal.json": OWN, "reflections": OWN, "dreams": ALONE, "overnight": ALONE,
    "elara_briefing": "is news, which fade, and is not taken in",
}  # fmt: skip
WANTED: Final = frozenset({"active", "stalled"})
ENDED: Final = "is a goal that nobody has any more"
UNKNOWN: Final = "is not known here, and is not taken in"
UNFILED: Final = "only finds what lies in files, and those are not there"
DAMAGED: Final = "cannot be read"
WHEN: Final = (
    "created",
    "created_at",
    "timestamp",
    "date",
    "started",
    "first_seen",
    "archived_at",
    "updated",
)


@dataclass(slots=True)
class _Found:
    """What was read so far."""

    latest: datetime
    held: frozenset[str]
    memories: list[PastMemory] = field(default_factory=list)
    thoughts: list[PastThought] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)

    def holds(self, name: str) -> bool:
        """Whether there is a file, or a folder with any in it, of that name."""
        return name in self.held or any(one.startswith(f"{name}/") for one in self.held)

    def keep(self, name: str, row: Row, kind: str, words: str) -> None:
        """A memory, or the name of what holds none."""
        made = memory(row, kind, words, self.latest, most=1.0)
        if made is None:
            self.skipped.append(Skipped(name, EMPTY))
        else:
            self.memories.append(made)


def elara_root(held: Iterable[str]) -> str | None:
    """The path in a bundle at which Elara Core's folder lies, "" where it is that folder; None where there is none."""
    shown = (*FILES, CHROMA.as_posix())
    roots = {
        name.removesuffix(one) for name in held for one in shown if name == one or name.endswith(f"/{one}")
    }
    return min(roots, key=lambda root: (root.count("/"), root), default=None)


def elara(folder: Bundle, latest: datetime) -> Arrival:
    """All of it that can be read. Raises ArchiveError where nothing can, StorageFaultError."""
    found = _Found(latest, frozenset(folder.names()))
    _collections(folder, found)
    _unindexed(folder, found)
    _archived(folder, found)
    for name, rows in _records(folder, EPISODES, found):
        for row in rows:
            _episode(name, row, found)
    for what in THOUGHTS:
        for name, rows in _records(folder, what, found):
            _thoughts(what, name, rows, found)
    corrections = tuple(_corrections(_json(folder, CORRECTIONS, found), found.skipped))
    items = tuple(_items(_json(folder, HANDOFF, found), found))
    goals = tuple(_goals(_json(folder, GOALS, found), found.skipped))
    _name_the_rest(found)
    if not (found.memories or found.thoughts or corrections or items or goals or found.skipped):
        raise ArchiveError("The folder holds nothing of Elara Core's that can be read.")
    return Arrival(
        ELARA,
        memories=tuple(found.memories),
        corrections=corrections,
        items=items,
        goals=goals,
        thoughts=tuple(found.thoughts),
        skipped=tuple(found.skipped),
    )


def _collections(folder: Bundle, found: _Found) -> None:
    """A Chroma is read whole or left out; in a folder as it lies, as what it wrote last may stand beside it."""
    try:
        lies = folder.path / folder.root / CHROMA if folder.path.is_dir() else None
        source = lies or folder.read(CHROMA.as_posix())
        named = chroma.collections(source, folder.go_on)
        wanted = [name for name in named if name in MEMORIES]
        rows = [(name, row) for name in wanted for row in chroma.rows(source, name, folder.go_on)]
    except ArchiveError as error:
        found.skipped.append(Skipped(CHROMA.as_posix(), f"{DAMAGED}: {error.message}".rstrip(".")))
        return
    for number, (name, row) in enumerate(rows):
        kind = MEMORIES[name] or text(row, "type")
        found.keep(f"{name} {number + 1}", {**row, "type": kind}, "type", chroma.DOCUMENT)
    for name in named:
        if name in INDEXES and not found.holds(INDEXES[name]):
            found.skipped.append(Skipped(name, UNFILED))
        elif name not in MEMORIES and name not in INDEXES:
            found.skipped.append(Skipped(name, WHY.get(name, UNKNOWN)))


def _archived(folder: Bundle, found: _Found) -> None:
    """What was put away comes as what fades: it is put away here, too, unless somebody asks for it."""
    for name, row in _lines(folder, f"{CONSOLIDATION}/{ARCHIVED}", found):
        words = next((one for one in ("content", "document", "text") if text(row, one)), "content")
        level = min(share(row.get("importance"), otherwise=FADED), FADED)
        kind = text(row, "memory_type") or text(row, "type")
        found.keep(name, {**row, "type": kind, "importance": level, "tags": [PUT_AWAY]}, "type", words)


def _unindexed(folder: Bundle, found: _Found) -> None:
    """What this program wrote of memories where it had no Chroma to put them into."""
    for name, row in _lines(folder, UNINDEXED, found):
        found.keep(name, row, "type", "content")


def _lines(folder: Bundle, path: str, found: _Found) -> Iterator[tuple[str, Row]]:
    """The records of a file, one a line, by a name for each; what stands in their `metadata` is theirs."""
    data = folder.read(path) or b""
    for number, line in enumerate(data.splitlines()):
        name = f"{path.rpartition('/')[2]}, line {number + 1}"
        try:
            row = parsed(name, line) if line.strip() else None
        except ArchiveError:
            found.skipped.append(Skipped(name, DAMAGED))
            continue
        if isinstance(row, dict):
            inner = row.get("metadata")
            yield name, {**inner, **row} if isinstance(inner, dict) else row
        elif row is not None:
            found.skipped.append(Skipped(name, DAMAGED))


def _records(folder: Bundle, within: str, found: _Found) -> Iterator[tuple[str, list[Row]]]:
    """The records of each JSON file below a folder: one, several in a list, or several by their names."""
    for name, data in folder.below(f"{within}/").members(lambda name: name.endswith(".json")):
        try:
            value = parsed(name, data)
        except ArchiveError:
            found.skipped.append(Skipped(f"{within}/{name}", DAMAGED))
            continue
        yield f"{within}/{name}", list(_rows(value, (THOUGHTS.get(within) or ("started",))[0]))


def _rows(value: Any, needed: str) -> Iterator[Row]:
    if isinstance(value, dict) and needed in value:
        yield value
        return
    inner: Sequence[Any] = (
        list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    )
    for one in inner:
        # A file of several holds them in a list, or under a heading of its own.
        for row in one if isinstance(one, list) else [one]:
            if isinstance(row, dict) and needed in row:
                yield row


def _episode(name: str, row: Row, found: _Found) -> None:
    """Its milestones, its decisions and what it came to; when it was felt how stays with who felt it."""
    began = row.get("started")
    named = row.get("projects")
    projects = [one for one in named if isinstance(one, str)] if isinstance(named, list) else []
    common = {"timestamp": began, "tags": projects}
    if text(row, "summary"):
        found.keep(name, {**common, "type": "conversation", "words": text(row, "summary")}, "type", "words")
    for kind in ("milestones", "decisions"):
        noted = row.get(kind)
        for one in noted if isinstance(noted, list) else []:
            if not isinstance(one, dict):
                found.skipped.append(Skipped(name, EMPTY))
                continue
            words = ": ".join(part for part in (text(one, "event"), text(one, "why")) if part)
            given = {"importance": one.get("importance"), "timestamp": one.get("timestamp") or began}
            found.keep(
                name, {**common, **given, "type": kind.removesuffix("s"), "words": words}, "type", "words"
            )


def _thoughts(what: str, name: str, rows: list[Row], found: _Found) -> None:
    words, named = THOUGHTS[what]
    if not rows:
        found.skipped.append(Skipped(name, EMPTY))
    for row in rows:
        said = text(row, words)[:LONGEST]
        known = str(row.get(named) or row.get("id") or name)[:200]
        if said:
            found.thoughts.append(PastThought(what, known, said, day_of(row, found.latest), row))
        else:
            found.skipped.append(Skipped(name, EMPTY))


def day_of(row: Any, latest: datetime) -> datetime | None:
    """When a record was made, as far as it says so."""
    given = (moment(row.get(name), latest) for name in WHEN) if isinstance(row, dict) else iter(())
    return next((one for one in given if one is not None), None)


def _json(folder: Bundle, name: str, found: _Found) -> Any:
    try:
        data = folder.read(name)
        return None if data is None else parsed(name, data)
    except ArchiveError:
        found.skipped.append(Skipped(name, DAMAGED))
        return None


def _corrections(value: Any, skipped: list[Skipped]) -> Iterator[PastCorrection]:
    rows = value.get("corrections", list(value.values())) if isinstance(value, dict) else value
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        mistake, correction = (text(row, name)[:LINE] for name in ("mistake", "correction"))
        if not mistake or not correction:
            skipped.append(Skipped(f"correction {number + 1}", EMPTY))
            continue
        yield PastCorrection(
            mistake,
            correction,
            text(row, "context")[:LINE],
            text(row, "correction_type") == "technical",
            text(row, "fails_when")[:LINE],
            text(row, "fine_when")[:LINE],
        )


def _goals(value: Any, skipped: list[Skipped]) -> Iterator[PastGoal]:
    rows = value.get("goals", list(value.values())) if isinstance(value, dict) else value
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        title = text(row, "title")[:LINE]
        status = text(row, "status") or "active"
        if not title or status not in WANTED:
            skipped.append(Skipped(title[:80] or f"goal {number + 1}", ENDED if title else EMPTY))
            continue
        priority = text(row, "priority")
        yield PastGoal(
            title,
            status,
            priority if priority in PRIORITIES else "medium",
            text(row, "project")[:LONGEST_PROJECT],
            text(row, "notes")[:LONGEST_NOTES],
        )


def _items(value: Any, found: _Found) -> Iterator[PastItem]:
    for name, what in KINDS.items():
        rows = value.get(name) if isinstance(value, dict) else None
        for row in rows if isinstance(rows, list) else []:
            words = row.strip() if isinstance(row, str) else text(row, "text")
            if not words:
                found.skipped.append(Skipped(f"{what} of the handoff", EMPTY))
                continue
            carried = row.get("carried") if isinstance(row, dict) else 0
            times = carried if isinstance(carried, int) and 0 <= carried <= 10_000 else 0
            yield PastItem(what, words[:LINE], times, day_of(row, found.latest))


def _name_the_rest(found: _Found) -> None:
    """What else lies in the folder."""
    taken = {CORRECTIONS, GOALS, HANDOFF, CHROMA.parts[0], UNINDEXED, EPISODES, CONSOLIDATION, *THOUGHTS}
    others = sorted({one.partition("/")[0] for one in found.held} - taken)
    found.skipped.extend(Skipped(one, WHY.get(one, UNKNOWN)) for one in others)
    beside = (
        one.removeprefix(f"{CONSOLIDATION}/") for one in found.held if one.startswith(f"{CONSOLIDATION}/")
    )
    rest = sorted({one.partition("/")[0] for one in beside} - {ARCHIVED})
    found.skipped.extend(Skipped(f"{CONSOLIDATION}/{one}", ALONE) for one in rest)
