"""What every part of the store shares: whose it is, what stands, and a node as a row and back."""

import json
from dataclasses import asdict
from typing import Any

from engine.memory.kinds import NodeKind
from engine.memory.records import Feeling, Node, relational_from
from engine.memory.resonance import Resonance, Valence
from engine.trail import MoodPoint
from engine.vault import Row, Vault, microseconds, microseconds_or_none, moment, moment_or_none

COLUMNS = (
    "id", "kind", "companion", "person", "title", "text", "category", "tags", "importance", "strength",
    "confidence", "alignment", "felt_importance", "intensity", "affect", "reason", "valence", "energy",
    "openness", "emotion", "relational", "place", "private", "synthesis", "created_at", "event_at",
    "updated_at", "confirmed_at", "recalled_at", "recalls", "version", "accesses", "accessed_at",
    "merged_into", "archived_at", "withdrawn_at", "markdown_path",
)  # fmt: skip
_PLAIN = (
    "id", "companion", "person", "title", "text", "category", "importance", "strength", "confidence", "place",
    "synthesis", "recalls", "version", "accesses", "merged_into", "markdown_path",
)  # fmt: skip
_TIMES = ("created_at", "event_at", "updated_at", "confirmed_at")
_LATER = ("recalled_at", "accessed_at", "archived_at", "withdrawn_at")

STANDS = "archived_at IS NULL AND withdrawn_at IS NULL"
OURS = "companion = ? AND (person IS NULL OR person = ?)"


def values_of(node: Node) -> list[Any]:
    """What stands in the columns, in their order."""
    row: dict[str, Any] = {name: getattr(node, name) for name in _PLAIN}
    row |= {name: microseconds(getattr(node, name)) for name in _TIMES}
    row |= {name: microseconds_or_none(getattr(node, name)) for name in _LATER}
    row |= _felt(node) | {
        "kind": node.kind,
        "tags": json.dumps(node.tags),
        "private": int(node.private),
        "relational": None if node.relational is None else json.dumps(asdict(node.relational)),
    }
    return [row[name] for name in COLUMNS]


def node_from(row: Row, sources: tuple[str, ...]) -> Node:
    """The node of a row, with what it cites."""
    known: dict[str, Any] = {name: row[name] for name in _PLAIN}
    known |= {name: moment(row[name]) for name in _TIMES}
    known |= {name: moment_or_none(row[name]) for name in _LATER}
    return Node(
        **known,
        kind=NodeKind(row["kind"]),
        tags=tuple(json.loads(row["tags"])),
        private=bool(row["private"]),
        sources=sources,
        resonance=_resonance(row),
        feeling=_feeling(row),
        relational=None if row["relational"] is None else relational_from(json.loads(row["relational"])),
    )


def _felt(node: Node) -> dict[str, Any]:
    felt, feeling = node.resonance, node.feeling
    point = feeling and feeling.point
    return {
        "alignment": felt and felt.alignment,
        "felt_importance": felt and felt.importance,
        "intensity": felt and felt.intensity,
        "affect": felt and felt.valence,
        "reason": felt and felt.reason,
        "valence": point and point.valence,
        "energy": point and point.energy,
        "openness": point and point.openness,
        "emotion": feeling and feeling.label,
    }


def _resonance(row: Row) -> Resonance | None:
    if row["intensity"] is None:
        return None
    return Resonance(
        row["felt_importance"], row["alignment"], row["reason"], row["intensity"], Valence(row["affect"])
    )


def _feeling(row: Row) -> Feeling | None:
    if row["valence"] is None:
        return None
    return Feeling(MoodPoint(row["valence"], row["energy"], row["openness"]), row["emotion"])


class Reading:
    """Reads of one companion with one person; on a thread with an open unit they see what it has written."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)
