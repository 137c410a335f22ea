"""A node as Markdown with frontmatter, and back ([A] §7)."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.export import NotMarkdownError, read_markdown, snake_case
from engine.memory.kinds import NodeKind
from engine.memory.records import Feeling, MarkdownError, NewNode, Node, relational_from
from engine.memory.resonance import resonance
from engine.trail import MoodPoint

LONGEST_TOPIC = 40


class _Felt(BaseModel):
    """The assessed part of a resonance; the rest is computed again."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    importance: float
    alignment: float
    reason: str = ""


class _Mood(BaseModel):
    """The mood when something was kept."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    valence: float
    energy: float
    openness: float
    label: str | None = None


class _Front(BaseModel):
    """What frontmatter may say of a node; what is missing takes the default of `NewNode`."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    kind: NodeKind
    title: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    strength: float | None = None
    confidence: float = 0.8
    resonance: _Felt | None = None
    mood: _Mood | None = None
    relational: dict[str, Any] | None = None
    place: str | None = None
    private: bool = False
    sources: tuple[str, ...] = ()
    event_at: datetime | None = None
    parent: str | None = None
    synthesis: str | None = None


def note_path(local: datetime, topic: str, folder: str = "notes") -> str:
    """`notes/2025/09/30/14_23_45_python_async.md`: always snake_case, the time the person's own."""
    return f"{folder}/{local:%Y/%m/%d/%H_%M_%S}_{snake_case(topic, LONGEST_TOPIC)}.md"


def new_node(front: Mapping[str, Any], text: str) -> NewNode:
    """What metadata, as `frontmatter` gave it, and a text say. Raises MarkdownError."""
    try:
        return _node_of(_Front.model_validate(front), text)
    except ValidationError as error:
        raise MarkdownError("The metadata of this memory is damaged.") from error


def parsed(text: str) -> tuple[dict[str, Any], str]:
    """The metadata and the text of a note. Raises MarkdownError."""
    try:
        return read_markdown(text)
    except NotMarkdownError as error:
        raise MarkdownError("The frontmatter of this document is missing or damaged.") from error


def frontmatter(node: NewNode | Node) -> dict[str, Any]:
    """The metadata of a node as JSON values ([A] §7).

    The counts of a note in the vault are those of when it was last written: being recalled writes no note anew.
    """
    identity: dict[str, Any] = {}
    counted: dict[str, Any] = {}
    if isinstance(node, Node):
        identity = {"id": node.id, "companion": node.companion, "person": node.person}
        accessed = None if node.accessed_at is None else node.accessed_at.isoformat()
        counted = {"version": node.version, "access_count": node.accesses, "last_accessed": accessed}
    felt, feeling, bond = node.resonance, node.feeling, node.relational
    told = {
        "kind": str(node.kind),
        "event_at": None if node.event_at is None else node.event_at.isoformat(),
        "title": node.title,
        "category": node.category,
        "tags": list(node.tags),
        "importance": node.importance,
        "strength": node.strength,
        "confidence": node.confidence,
        "resonance": None if felt is None else asdict(felt),
        "mood": None if feeling is None else asdict(feeling.point) | {"label": feeling.label},
        "relational": None if bond is None else asdict(bond),
        "place": node.place,
        "private": node.private,
        "sources": list(node.sources),
        "synthesis": node.synthesis,
    }
    return identity | told | counted


def _node_of(front: _Front, body: str) -> NewNode:
    mood, felt = front.mood, front.resonance
    given = front.model_dump(exclude={"mood", "resonance", "relational"})
    return NewNode(
        **given,
        text=body,
        resonance=None if felt is None else resonance(felt.importance, felt.alignment, felt.reason),
        feeling=None
        if mood is None
        else Feeling(MoodPoint(mood.valence, mood.energy, mood.openness), mood.label),
        relational=None if front.relational is None else relational_from(front.relational),
    )
