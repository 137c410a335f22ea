"""What a time together held: its milestones and decisions, kept as memories that cite it ([E] §4.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.errors import InvalidInputError
from engine.memory.kinds import NodeKind
from engine.memory.memory import Memory
from engine.memory.records import Feeling, NewNode, Node, NodeMissingError
from engine.trail import Trail
from engine.vault import UnitOfWork

EPISODE, NODE = "episode:", "node:"
LONGEST = 500
KINDS = (NodeKind.MILESTONE, NodeKind.DECISION)
WHY = " — "
"""Stands between what happened and why, in the words of a memory."""


class Sureness(StrEnum):
    """How sure a decision was, in the words of [E] §4.3."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"

    @property
    def confidence(self) -> float:
        """As memories have it, 0–1."""
        return {Sureness.LOW: 0.3, Sureness.MEDIUM: 0.6, Sureness.HIGH: 0.9}[self]


@dataclass(frozen=True, slots=True)
class EpisodeNote:
    """A milestone or a decision; `importance` 0–1, `episode_id` None where that is gone."""

    ref: str
    kind: NodeKind
    event: str
    why: str
    sureness: Sureness
    importance: float
    project: str | None
    at: datetime
    episode_id: str | None
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note that a search met; `similarity` 0–1."""

    note: EpisodeNote
    similarity: float


class EpisodeNotes:
    """Milestones and decisions of one companion with one person. Callable from any thread.

    They are memories of their own kinds: found, shown, forgotten and exported with all others.
    """

    def __init__(self, memory: Memory, trail: Trail) -> None:
        self._memory, self._trail = memory, trail

    def note(
        self,
        event: str,
        *,
        kind: NodeKind = NodeKind.MILESTONE,
        why: str = "",
        sureness: Sureness = Sureness.MEDIUM,
        importance: float = 0.5,
        project: str | None = None,
        feeling: Feeling | None = None,
        episode_id: str | None = None,
        cites: Sequence[str] = (),
        unit: UnitOfWork | None = None,
    ) -> EpisodeNote:
        """Note it in an Episode, by default the one of now; its project belongs to the Episode then.

        The same words as before confirm what was noted. Raises InvalidInputError, NotFoundError.
        """
        said, reason = _line(event, "event"), _line(why, "why") if why.strip() else ""
        if kind not in KINDS:
            raise InvalidInputError("kind", "is neither milestone nor decision")
        episode = self._trail.book.episode(episode_id) if episode_id else self._trail.wake()
        if project:
            episode = self._trail.book.describe(episode.id, projects=[project])
        new = NewNode(
            kind,
            f"{said}{WHY}{reason}" if reason else said,
            title=said if reason else "",
            category=_spelled(project, episode.projects),
            importance=importance,
            confidence=sureness.confidence,
            feeling=feeling,
            sources=tuple(dict.fromkeys((*cites, f"{EPISODE}{episode.id}"))),
        )
        return _note(self._memory.remember(new, unit).node)

    def of(self, episode_id: str) -> list[EpisodeNote]:
        """The milestones and decisions of an Episode, oldest first."""
        found = []
        for ref in self._memory.citing(frozenset({f"{EPISODE}{episode_id}"})):
            try:
                found.append(self._memory.node(ref.removeprefix(NODE)))
            except NodeMissingError:  # withdrawn, or another companion's
                continue
        kept = [node for node in found if node.kind in KINDS and node.stands]
        return [_note(node) for node in sorted(kept, key=lambda one: (one.event_at, one.id))]

    def search(self, words: str, limit: int = 10) -> list[FoundNote]:
        """Over all Episodes, by meaning and words, the best first; counts as a recall."""
        found = self._memory.hybrid_search(words, limit, kinds=KINDS)
        return [FoundNote(_note(one.node), one.similarity) for one in found]


def _note(node: Node) -> EpisodeNote:
    event = node.title or node.text
    episodes = (ref.removeprefix(EPISODE) for ref in node.sources if ref.startswith(EPISODE))
    return EpisodeNote(
        ref=node.ref,
        kind=node.kind,
        event=event,
        why=node.text.removeprefix(f"{event}{WHY}") if node.title else "",
        sureness=min(Sureness, key=lambda one: abs(one.confidence - node.confidence)),
        importance=node.importance,
        project=node.category or None,
        at=node.event_at,
        episode_id=next(episodes, None),
        sources=node.sources,
    )


def _spelled(project: str | None, known: Sequence[str]) -> str:
    """`project` as the Episode spells it."""
    wanted = " ".join((project or "").split())
    return next((name for name in known if name.casefold() == wanted.casefold()), wanted)


def _line(text: str, field: str) -> str:
    made = " ".join(text.split())
    if not 0 < len(made) <= LONGEST:
        raise InvalidInputError(field, f"must have 1 to {LONGEST} characters")
    return made
