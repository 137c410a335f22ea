"""A node as Markdown with YAML frontmatter, and back ([A] §7)."""

import re
from dataclasses import asdict
from datetime import datetime
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from engine.memory.errors import MarkdownError
from engine.memory.kinds import NodeKind
from engine.memory.records import Feeling, NewNode, Node, Relational
from engine.memory.resonance import resonance
from engine.trail import MoodPoint

_FENCE = "---\n"
_UNSAFE = re.compile(r"[^a-z0-9]+")
_LONGEST_TOPIC = 40


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
    words = _UNSAFE.sub("_", topic.casefold()[:_LONGEST_TOPIC]).strip("_") or "moment"
    return f"{folder}/{local:%Y/%m/%d/%H_%M_%S}_{words}.md"


def write_markdown(node: NewNode | Node) -> str:
    """The node with its metadata as frontmatter; `read_markdown` gives it back."""
    front = yaml.safe_dump(_front_of(node), allow_unicode=False, sort_keys=False)
    return f"{_FENCE}{front}{_FENCE}\n{node.text}\n"


def read_markdown(text: str) -> NewNode:
    """What a note says, to be remembered. Raises MarkdownError where it has no frontmatter, or a damaged one."""
    if not text.startswith(_FENCE) or f"\n{_FENCE}" not in text:
        raise MarkdownError("This document has no frontmatter.")
    head, body = text[len(_FENCE) :].split(f"\n{_FENCE}", 1)
    try:
        front = _Front.model_validate(yaml.safe_load(head))
    except (yaml.YAMLError, ValidationError) as error:
        raise MarkdownError("The frontmatter of this document is damaged.") from error
    return _node_of(front, body.removeprefix("\n").removesuffix("\n"))


def _front_of(node: NewNode | Node) -> dict[str, Any]:
    identity = {}
    if isinstance(node, Node):
        identity = {"id": node.id, "companion": node.companion, "person": node.person}
    felt, feeling = node.resonance, node.feeling
    return identity | {
        "kind": str(node.kind),
        "event_at": node.event_at and node.event_at.isoformat(),
        "title": node.title,
        "category": node.category,
        "tags": list(node.tags),
        "importance": node.importance,
        "strength": node.strength,
        "confidence": node.confidence,
        "resonance": felt and (asdict(felt) | {"valence": str(felt.valence)}),
        "mood": feeling and (asdict(feeling.point) | {"label": feeling.label}),
        "relational": node.relational and _plain(asdict(node.relational)),
        "place": node.place,
        "private": node.private,
        "sources": list(node.sources),
        "synthesis": node.synthesis,
    }


def _plain(body: dict[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in body.items()}


def _node_of(front: _Front, body: str) -> NewNode:
    mood, felt, bond = front.mood, front.resonance, front.relational
    given = front.model_dump(exclude={"mood", "resonance", "relational"})
    return NewNode(
        **given,
        text=body,
        resonance=None if felt is None else resonance(felt.importance, felt.alignment, felt.reason),
        feeling=None
        if mood is None
        else Feeling(MoodPoint(mood.valence, mood.energy, mood.openness), mood.label),
        relational=None
        if bond is None
        else Relational(
            **{name: tuple(value) if isinstance(value, list) else value for name, value in bond.items()}
        ),
    )
