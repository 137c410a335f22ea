"""One memory with its links and provenance, the latest of them, and contradictions that wait for the person ([A] §7).

`felt` is positive, negative or mixed, null where that was not assessed; `former` what stood there before it was
reworded; `recalls` those that strengthen. Contradictions of facts are settled by `person.answer`. What is given up
where one is resolved shapes nothing any more.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from companion.requests.room import Nothing, Request, Requests, Setting, record, several
from companion.service import Json
from engine.errors import NotFoundError
from engine.memory import TELLABLE, Contradiction, ContradictionState, Link, Node, NodeKind
from engine.mind import Mind

NodeId = Annotated[
    str, Field(min_length=1, max_length=64), AfterValidator(lambda given: given.removeprefix("node:"))
]
"""The id of a node; its ref is taken too, as lists show it."""


class List(Request):
    """Which of the latest, after the first `skip` of them; `archived` those that were put away."""

    kinds: tuple[NodeKind, ...] = Field(default=(), description="Of which kinds; of all without this.")
    archived: bool = Field(default=False, description="Those that were put away.")
    limit: int = Field(default=200, ge=1, le=1000, description="How many at most.")
    skip: int = Field(default=0, ge=0, description="How many of the latest are left out.")


class Named(Request):
    """A node by its id."""

    node: NodeId = Field(description="Its id or ref, as `companion recall` prints it.")


class Restore(Named):
    """Which is brought back; `dry_run` only says which that would be."""

    dry_run: bool = Field(default=False, description="Change nothing, and say what would be changed.")


class Resolve(Request):
    """What the person chose; `text` is what is so, where both are merged. `dry_run` only tries it."""

    contradiction: str = Field(min_length=1, max_length=64, description="Its id.")
    choice: Literal["keep_a", "keep_b", "merged", "both"] = Field(
        description="keep_a, keep_b, merged or both."
    )
    text: str | None = Field(default=None, max_length=8000, description="What is so, where both are merged.")
    dry_run: bool = Field(default=False, description="Change nothing, and say what would be changed.")


class Reopen(Request):
    """One that the person resolved; `dry_run` only says whether it can be."""

    contradiction: str = Field(min_length=1, max_length=64, description="Its id.")
    dry_run: bool = Field(default=False, description="Change nothing, and say what would be changed.")


REQUESTS = Requests()
ROW_FIELDS = {
    "ref": str,
    "from": str,
    "kind": str,
    "at": datetime,
    "who": str,
    "title": str,
    "text": str,
    "sources": list[str],
    "private": bool,
    "withdrawn": bool,
}
ROW = record(**ROW_FIELDS)
"""A memory in a list."""
SOURCE = record(ref=str, text=str, at=datetime | None, who=str)
"""What something rests on; the bare ref where it is gone."""
WEIGHT = {"importance": float, "felt": str | None}
NODE = record(
    row=ROW,
    links=several(record(type=str, strength=float, out=bool, ref=str, text=str)),
    sources=several(SOURCE),
    history=several(record(at=datetime, text=str, stands=bool)),
    archived=bool,
    rewordable=bool,
    former=str | None,
    strength=float,
    confidence=float,
    **WEIGHT,
    category=str,
    tags=list[str],
    place=str | None,
    mood=record(valence=float, energy=float, openness=float, label=str | None) | None,
    intensity=float,
    version=int,
    accesses=int,
    accessed_at=datetime | None,
    recalls=int,
    created_at=datetime,
    confirmed_at=datetime,
)
WAITING = record(id=str, opened_at=datetime, a=ROW, b=ROW)
OF_FACTS = record(question=str, text=str, opened_at=datetime)
SETTLED = record(id=str, state=str, dry_run=bool)


@REQUESTS.verb(
    "memory.list",
    "The latest memories.",
    gives=record(results=several(record(**ROW_FIELDS, **WEIGHT))),
    outside="read",
)
def listing(setting: Setting, asked: List) -> Json:
    """The latest nodes."""
    nodes = setting.mind.memory.nodes(
        asked.kinds, archived=asked.archived, limit=asked.limit, skip=asked.skip
    )
    return {"results": [node_row(node) | _weight(node) for node in reversed(nodes)]}


@REQUESTS.verb(
    "memory.node",
    "All that is kept of a memory, what it rests on, and what it hangs together with.",
    gives=NODE,
)
def show(setting: Setting, asked: Named) -> Json:
    """A node in full."""
    memory = setting.mind.memory
    node = memory.node(asked.node)
    return {
        "row": node_row(node),
        "links": [_link(setting.mind, node, link) for link in _once(node, memory.links([node.id]))],
        "sources": [source_row(setting.mind, ref) for ref in node.sources],
        "history": [
            {"at": one.at.isoformat(), "text": one.text, "stands": one.stands}
            for one in memory.concept_history(node.id)
        ],
        "archived": node.archived_at is not None,
        "rewordable": node.kind in TELLABLE and node.stands,
        "former": _former(memory.views.former(node.id)),
        "strength": node.strength,
        "confidence": node.confidence,
        **_weight(node),
        **_metadata(node),
    }


@REQUESTS.verb("memory.archive", "Put a memory away.", gives=record(row=ROW), changes="memories")
def archive(setting: Setting, asked: Named) -> Json:
    """Put it away."""
    return {"row": node_row(setting.mind.memory.archive(asked.node))}


@REQUESTS.verb(
    "memory.restore", "Bring a memory back.", gives=record(row=ROW, dry_run=bool), changes="memories"
)
def restore(setting: Setting, asked: Restore) -> Json:
    """Bring it back."""
    with setting.mind.vault.unit() as unit:
        row = node_row(setting.mind.memory.bring_back(asked.node))
        if not asked.dry_run:
            unit.commit()
    return {"row": row, "dry_run": asked.dry_run}


@REQUESTS.verb(
    "memory.contradictions",
    "Memories and facts that contradict each other and wait for you.",
    gives=record(contradictions=several(WAITING), of_facts=several(OF_FACTS)),
    outside="read",
)
def contradictions(setting: Setting, _asked: Nothing) -> Json:
    """Those that wait, oldest first, with both sides; and the questions about facts that disagree or are in doubt.

    One list (`one-mind.md`), though facts are settled by the answer, as any question is.
    """
    memory, person = setting.mind.memory, setting.mind.person
    doubts = [one for one in person.questions() if one.is_waiting and one.is_of_conflict]
    return {
        "contradictions": [
            {
                "id": one.id,
                "opened_at": one.opened_at.isoformat(),
                "a": node_row(memory.node(one.a)),
                "b": node_row(memory.node(one.b)),
            }
            for one in memory.contradictions()
        ],
        "of_facts": [
            {"question": one.id, "text": one.text, "opened_at": one.created_at.isoformat()} for one in doubts
        ],
    }


@REQUESTS.verb("memory.resolve", "Say which of two memories is so.", gives=SETTLED, changes="memories")
def resolve(setting: Setting, asked: Resolve) -> Json:
    """Carry it out; what the person gave up leaves the running conversation too."""
    mind, choice = setting.mind, ContradictionState(asked.choice)
    with mind.vault.unit() as unit:
        done = mind.memory.resolve_contradiction(asked.contradiction, choice, asked.text)
        if not asked.dry_run:
            unit.commit()
    given_up = _given_up(done)
    if given_up and not asked.dry_run:
        mind.conversation.withdraw([f"node:{given_up}"])
    return {"id": done.id, "state": done.state.value, "dry_run": asked.dry_run}


@REQUESTS.verb(
    "memory.reopen", "Take back what you said of a contradiction.", gives=SETTLED, changes="memories"
)
def reopen(setting: Setting, asked: Reopen) -> Json:
    """Both stand again as they were; what they were merged into is gone."""
    mind = setting.mind
    was = mind.memory.settled_contradiction(asked.contradiction)
    told = {"id": was.id, "state": ContradictionState.OPEN.value, "dry_run": asked.dry_run}
    if asked.dry_run:
        return told
    given_up = _given_up(was)
    if given_up:
        mind.conversation.restore([f"node:{given_up}"])
    merged = mind.memory.node(was.a).merged_into if was.state is ContradictionState.MERGED else None
    if merged:
        mind.conversation.withdraw([f"node:{merged}"])
    mind.memory.reopen_contradiction(was.id)
    return told


def node_row(node: Node) -> dict[str, Any]:
    """A node as surfaces get it in a list."""
    return {
        "ref": node.ref,
        "from": "memory",
        "kind": node.kind.value,
        "at": node.event_at.isoformat(),
        "who": node.companion,
        "title": node.title,
        "text": node.text,
        "sources": list(node.sources),
        "private": node.private,
        "withdrawn": node.withdrawn_at is not None,
    }


def source_row(mind: Mind, ref: str) -> dict[str, Any]:
    """What a ref stands for, with its date and whose words it holds; the bare ref where it is gone."""
    kind, _, key = ref.partition(":")
    row: dict[str, Any] = {"ref": ref, "text": "", "at": None, "who": ""}
    try:
        match kind:
            case "step":
                step = mind.trail.step(key)
                row |= {"text": step.text, "at": step.at.isoformat(), "who": step.speaker}
            case "fact":
                fact = mind.person.fact(key)
                row |= {"text": fact.text, "at": fact.valid_from.isoformat(), "who": fact.source.value}
            case "node":
                node = mind.memory.node(key)
                row |= {"text": node.text, "at": node.event_at.isoformat(), "who": node.companion}
    except NotFoundError:
        pass
    return row


def _former(node: Node | None) -> str | None:
    return None if node is None else node.text


def _weight(node: Node) -> dict[str, Any]:
    """How much it matters, and how it felt."""
    return {
        "importance": node.importance,
        "felt": None if node.resonance is None else node.resonance.valence.value,
    }


def _metadata(node: Node) -> dict[str, Any]:
    """What else its record says: what it is filed under, how it felt, and how often it was looked at ([A] §7)."""
    feeling, accessed = node.feeling, node.accessed_at
    return {
        "category": node.category,
        "tags": list(node.tags),
        "place": node.place,
        "mood": None if feeling is None else asdict(feeling.point) | {"label": feeling.label},
        "intensity": node.intensity,
        "version": node.version,
        "accesses": node.accesses,
        "accessed_at": None if accessed is None else accessed.isoformat(),
        "recalls": node.recalls,
        "created_at": node.created_at.isoformat(),
        "confirmed_at": node.confirmed_at.isoformat(),
    }


def _given_up(done: Contradiction) -> str | None:
    return {ContradictionState.KEEP_A: done.b, ContradictionState.KEEP_B: done.a}.get(done.state)


def _once(node: Node, links: Sequence[Link]) -> list[Link]:
    """One that leads both ways (`relates_to`) as it leads away from `node`."""
    out = {(link.target, link.type) for link in links if link.origin == node.id}
    return [link for link in links if link.origin == node.id or (link.origin, link.type) not in out]


def _link(mind: Mind, node: Node, link: Link) -> dict[str, Any]:
    out = link.origin == node.id
    other = mind.memory.node(link.target if out else link.origin)
    return {
        "type": link.type.value,
        "strength": round(link.strength, 4),
        "out": out,
        "ref": other.ref,
        "text": other.title or other.text,
    }
