"""One memory with its links and provenance, the latest of them, and contradictions that wait for the person.

* `memory.list` (kinds, archived, limit, skip) → {"results": rows as of `recall`, with "importance" and "felt", newest
  first, without the first `skip`}
* `memory.node` (node: an id) → {"row", "links": [{"type", "strength", "out", "ref", "text"}], "sources": [{"ref",
  "text", "at", "who"}], "history": [{"at", "text", "stands"}], "archived", "importance", "strength", "confidence",
  "category", "tags", "place", "mood": {"valence", "energy", "openness", "label"} or null, "intensity" (0–1), "felt":
  positive, negative or mixed, null where that was not assessed; "version", "accesses", "accessed_at", "recalls" (those
  that strengthen), "created_at", "confirmed_at", "rewordable", "former": what stood there before `memory.reword`, null
  where nothing did} ([A] §7)
* `memory.archive` (node) → {"row"}; `memory.restore` (node, dry_run) → {"row", "dry_run"}
* `memory.contradictions` → {"contradictions": [{"id", "opened_at", "a": row, "b": row}], "of_facts": [{"question",
  "text", "opened_at"}]}: the latter are settled by `person.answer`
* `memory.resolve` (contradiction, choice: keep_a, keep_b, merged or both; text: what is so, for merged; dry_run) →
  {"id", "state", "dry_run"}; what is given up shapes nothing any more
* `memory.reopen` (contradiction, dry_run) → {"id", "state": open, "dry_run"}: undoes `memory.resolve`
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from companion.requests.room import Nothing, Request, RoomRequest, Setting
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


def listing(setting: Setting, asked: List) -> Json:
    """The latest nodes."""
    nodes = setting.mind.memory.nodes(
        asked.kinds, archived=asked.archived, limit=asked.limit, skip=asked.skip
    )
    return {"results": [node_row(node) | _weight(node) for node in reversed(nodes)]}


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


def archive(setting: Setting, asked: Named) -> Json:
    """Put it away."""
    return {"row": node_row(setting.mind.memory.archive(asked.node))}


def restore(setting: Setting, asked: Restore) -> Json:
    """Bring it back."""
    with setting.mind.vault.unit() as unit:
        row = node_row(setting.mind.memory.bring_back(asked.node))
        if not asked.dry_run:
            unit.commit()
    return {"row": row, "dry_run": asked.dry_run}


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


REQUESTS = {
    "memory.list": RoomRequest(List, listing, words="The latest memories.", outside="read"),
    "memory.node": RoomRequest(
        Named, show, words="All that is kept of a memory, what it rests on, and what it hangs together with."
    ),
    "memory.archive": RoomRequest(Named, archive, words="Put a memory away.", changes="memories"),
    "memory.restore": RoomRequest(Restore, restore, words="Bring a memory back.", changes="memories"),
    "memory.contradictions": RoomRequest(
        Nothing,
        contradictions,
        words="Memories and facts that contradict each other and wait for you.",
        outside="read",
    ),
    "memory.resolve": RoomRequest(
        Resolve, resolve, words="Say which of two memories is so.", changes="memories"
    ),
    "memory.reopen": RoomRequest(
        Reopen, reopen, words="Take back what you said of a contradiction.", changes="memories"
    ),
}
