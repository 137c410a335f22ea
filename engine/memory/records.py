"""What is remembered: nodes, links, contradictions, recalls, and the working memory; and what can go wrong.

* MemoryRoomError
  x NoPersonError        a person's memory was asked for without saying whose
  x NodeMissingError     no such node stands
  x PromotionError       what is to be the companion's own holds something of a person's
  x SettledError         a contradiction was resolved before
  x MarkdownError        a document is not a note that can be read back
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.errors import CompanionError, NotFoundError
from engine.events import Event
from engine.ids import PROGRAMS, Refs, is_open
from engine.memory.kinds import NodeKind
from engine.memory.resonance import Resonance
from engine.trail import MoodPoint


class MemoryRoomError(CompanionError):
    """Base of this room's errors."""


class NoPersonError(MemoryRoomError):
    """A person's memory was asked for without saying whose ([C] §1: never a way to see everyone's)."""

    remedy = "Say which person is meant."


class NodeMissingError(MemoryRoomError, NotFoundError):
    """No such node stands."""

    remedy = "Look it up: `companion recall`."


class PromotionError(MemoryRoomError):
    """What is to be the companion's own, for everyone, holds a claim about a person or something private."""

    remedy = "Say it without the person, or keep it between the two of you."


class SettledError(MemoryRoomError):
    """A contradiction that was resolved before."""

    remedy = "Correct what is wrong in the memory itself."


class MarkdownError(MemoryRoomError):
    """A document lacks the frontmatter that a note has, or it is damaged."""

    remedy = "Compare it with a note that was exported."


class LinkType(StrEnum):
    """How one node stands to another (`one-mind.md`, rules "Nodes")."""

    ELABORATES_ON = "elaborates_on"
    RELATES_TO = "relates_to"
    CONTRADICTS = "contradicts"
    DEPENDS_ON = "depends_on"
    PART_OF = "part_of"
    CITES = "cites"
    CONTINUES = "continues"
    DERIVED_FROM = "derived_from"
    THEMATIC = "thematic"


REWORDED = "rewording"
"""The source of the link from a memory in the person's words to what stood there before."""


class Outcome(StrEnum):
    """What became of something that was to be remembered."""

    NEW = "new"
    MERGED = "merged"
    LINKED = "linked"
    CONFIRMED = "confirmed"


class ContradictionState(StrEnum):
    """How a contradiction stands; only the person resolves one ([E] §4.5.3)."""

    OPEN = "open"
    KEEP_A = "keep_a"
    KEEP_B = "keep_b"
    MERGED = "merged"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Feeling:
    """The companion's mood when something was kept, or now: a point and the nearest label ([E] §3.2)."""

    point: MoodPoint
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Relational:
    """What a node knows of a bond ([C] §2); values and struggles of the person are cited, never asserted."""

    bond_strength: float = 0.0
    communication_style: tuple[str, ...] = ()
    shared_references: tuple[str, ...] = ()
    shared_vocabulary: Mapping[str, str] = field(default_factory=dict)
    emotional_macro: str | None = None
    user_values: tuple[str, ...] = ()
    user_struggles: tuple[str, ...] = ()


def relational_from(body: Mapping[str, Any]) -> Relational:
    """The relational context of a JSON object; lists become tuples."""
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in body.items()
    }
    return Relational(**given)


@dataclass(frozen=True, slots=True)
class NewNode:
    """Something to remember.

    `importance`, `confidence` and `strength` are 0–1; `strength` None starts at the importance. `sources` are refs
    (`step:`, `fact:`, `node:`, `document:`, `episode:`). `event_at` is when it happened, None for now.
    """

    kind: NodeKind
    text: str
    title: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    strength: float | None = None
    confidence: float = 0.8
    resonance: Resonance | None = None
    feeling: Feeling | None = None
    relational: Relational | None = None
    place: str | None = None
    private: bool = False
    sources: tuple[str, ...] = ()
    event_at: datetime | None = None
    parent: str | None = None
    synthesis: str | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """Something remembered. Times are UTC; `importance` is never aged, `strength` is ([E] §4.5.4–6).

    It stands while `archived_at` and `withdrawn_at` are None; `merged_into` names what took its place.
    """

    id: str
    kind: NodeKind
    companion: str
    person: str | None
    title: str
    text: str
    category: str
    tags: tuple[str, ...]
    importance: float
    strength: float
    confidence: float
    resonance: Resonance | None
    feeling: Feeling | None
    relational: Relational | None
    place: str | None
    private: bool
    sources: tuple[str, ...]
    synthesis: str | None
    created_at: datetime
    event_at: datetime
    updated_at: datetime
    confirmed_at: datetime
    recalled_at: datetime | None = None
    recalls: int = 0
    version: int = 1
    accesses: int = 0
    accessed_at: datetime | None = None
    merged_into: str | None = None
    archived_at: datetime | None = None
    withdrawn_at: datetime | None = None
    markdown_path: str | None = None

    @property
    def ref(self) -> str:
        return f"node:{self.id}"

    @property
    def program(self) -> str:
        """The other program whose word it is, such as `mcp:claude-code` or `import:elara`; "" for none."""
        return next((tag for tag in self.tags if tag.startswith(PROGRAMS)), "")

    @property
    def stands(self) -> bool:
        return self.archived_at is None and self.withdrawn_at is None

    @property
    def intensity(self) -> float:
        """How intense it was to the companion, 0 where that was not assessed."""
        return 0.0 if self.resonance is None else self.resonance.intensity


@dataclass(frozen=True, slots=True)
class Link:
    """A typed edge between two nodes; `strength` 0–1, `source` says who drew it."""

    origin: str
    target: str
    type: LinkType
    strength: float
    source: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two nodes that cannot both be so, or not at the same time; `sources` say who noticed."""

    id: str
    a: str
    b: str
    sources: tuple[str, ...]
    state: ContradictionState
    opened_at: datetime
    resolved_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of a `NewNode`; `other` is the node that it met, if it met one."""

    node: Node
    outcome: Outcome
    other: Node | None = None
    contradiction: Contradiction | None = None


@dataclass(frozen=True, slots=True)
class Recalled:
    """A node found: `score` by the operation's formula, `similarity` to the query in 0–1, signals unscaled."""

    node: Node
    score: float
    similarity: float
    signals: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RecallEntry:
    """One line of the recall log ([E] §4.5.1); it `counted` where strengthening may rest on it."""

    node_id: str
    query: str
    relevance: float
    at: datetime
    counted: bool


@dataclass(frozen=True, slots=True)
class Reached:
    """A node reached over links; `path` are the links walked, from where it began."""

    node: Node
    path: tuple[Link, ...]


class WorkingSlot(StrEnum):
    """The four parts of the working memory ([A] §2); what is resolved stands with how."""

    CONTEXT = "context"
    TASK = "task"
    REFERENCE = "reference"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class WorkingItem:
    """One thing on the companion's mind; a question of its own where the slot is `unresolved`."""

    id: str
    slot: WorkingSlot
    text: str
    sources: tuple[str, ...]
    at: datetime
    resolved_at: datetime | None = None
    how: str | None = None


@dataclass(frozen=True, slots=True)
class Working:
    """The working memory as it stands; `resolved` newest first."""

    context: WorkingItem | None
    tasks: tuple[WorkingItem, ...]
    references: tuple[WorkingItem, ...]
    unresolved: tuple[WorkingItem, ...]
    resolved: tuple[WorkingItem, ...]

    def without(self, hidden: Refs) -> "Working":
        """The same without items that rest on `hidden`."""

        def left(items: Iterable[WorkingItem]) -> tuple[WorkingItem, ...]:
            return tuple(item for item in items if is_open(hidden, item.id, item.sources))

        context = left([self.context] if self.context is not None else [])
        return Working(
            context=next(iter(context), None),
            tasks=left(self.tasks),
            references=left(self.references),
            unresolved=left(self.unresolved),
            resolved=left(self.resolved),
        )


@dataclass(frozen=True, slots=True)
class Filters:
    """What a search may be narrowed to ([A] §10); empty collections and None narrow nothing.

    `since` is inclusive and `until` exclusive, both of when it happened.
    """

    since: datetime | None = None
    until: datetime | None = None
    person: str | None = None
    valence: str | None = None
    min_importance: float = 0.0
    kinds: frozenset[NodeKind] = frozenset()
    tags: frozenset[str] = frozenset()
    category: str | None = None
    private: bool = True


@dataclass(frozen=True, slots=True)
class NodeRemembered(Event):
    """Something was kept; `remembered.outcome` says how."""

    remembered: Remembered


@dataclass(frozen=True, slots=True)
class NodesChanged(Event):
    """Nodes were put away, brought back, hidden or erased."""

    node_ids: frozenset[str]
