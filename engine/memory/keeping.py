"""What becomes of nodes that stand: put away, brought back, promoted, resolved against each other."""

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from engine.clock import Clock
from engine.errors import InvalidInputError, NotFoundError
from engine.ids import new_id
from engine.memory.finding import Finder
from engine.memory.graph import Contradictions
from engine.memory.kinds import TELLABLE, NodeKind, Scope
from engine.memory.records import (
    REWORDED,
    Contradiction,
    ContradictionState,
    Link,
    LinkType,
    Node,
    NodeMissingError,
    PromotionError,
)
from engine.memory.store import MemoryStore
from engine.memory.writing import Writer, merged
from engine.vault import UnitOfWork


class Keeping:
    """Changes of nodes that stand, each inside the caller's unit; each returns what it changed."""

    def __init__(self, store: MemoryStore, finder: Finder, writer: Writer, clock: Clock) -> None:
        self._store = store
        self._finder = finder
        self._writer = writer
        self._clock = clock
        self._contradictions = Contradictions(store, clock)

    def node(self, node_id: str, *, withdrawn: bool = False) -> Node:
        """A node, of those taken back only if `withdrawn`. Raises NodeMissingError."""
        found = self._store.nodes.own([node_id]).get(node_id)
        if found is None or (found.withdrawn_at is not None and not withdrawn):
            raise NodeMissingError("There is no such memory.")
        return found

    def archive(self, unit: UnitOfWork, node_id: str) -> Node:
        """Put a node away: it is kept, and found no more."""
        node = self.node(node_id)
        return self._put(unit, node if node.archived_at else replace(node, archived_at=self._clock.now()))

    def restore(self, unit: UnitOfWork, node_id: str) -> Node:
        """Bring a node back that was put away or taken in by another."""
        return self._put(unit, replace(self.node(node_id), archived_at=None, merged_into=None))

    def confirm(self, unit: UnitOfWork, node_id: str, at: datetime | None = None) -> Node:
        """Say that a node still holds: its gravity begins anew; taken back, it counts from `at` as before."""
        return self._put(unit, replace(self.node(node_id), confirmed_at=at or self._clock.now()))

    def lift_privacy(self, unit: UnitOfWork, node_id: str) -> Node:
        """Let a node be shown again, and it alone: what was made from it meanwhile stays as it is.

        Raises NodeMissingError, and InvalidInputError where it was made from something that is private still.
        """
        node = self.node(node_id)
        cited = [ref.removeprefix("node:") for ref in node.sources if ref.startswith("node:")]
        if any(one.private for one in self._store.nodes.nodes(cited).values()):
            remedy = "Say first of what it was made from that it is no longer private."
            raise InvalidInputError("node", "was made from something private", remedy)
        return self._put(unit, replace(node, private=False))

    def set_strength(self, unit: UnitOfWork, node_id: str, strength: float) -> Node:
        """Write what strengthening or decay made of a node; 0–1."""
        if not 0.0 <= strength <= 1.0:
            raise InvalidInputError("strength", "is not within 0 and 1")
        return self._put(unit, replace(self.node(node_id), strength=strength))

    def set_importance(self, unit: UnitOfWork, node_id: str, importance: float) -> Node:
        """Judge anew how important a node is; 0–1."""
        if not 0.0 <= importance <= 1.0:
            raise InvalidInputError("importance", "is not within 0 and 1")
        return self._put(unit, replace(self.node(node_id), importance=importance))

    def promote(self, unit: UnitOfWork, node_id: str, kind: NodeKind, names: Collection[str]) -> Node:
        """Make a person-level node the companion's own ([C] §1, §5.4). Raises PromotionError.

        Refused where anything in it, however far back, is private or cites a fact, or where one of `names` (of
        people) stands in its words.
        """
        node = self.node(node_id)
        if kind.row.scope is not Scope.ENTITY or node.person is None or not node.stands:
            raise InvalidInputError(
                "kind", "is no promotion", "Promote a person's node to a kind of the core."
            )
        if self._is_personal(node) or _names_anyone(f"{node.title} {node.text} {' '.join(node.tags)}", names):
            raise PromotionError("This holds something of a person's.")
        now = self._clock.now()
        risen = replace(
            node,
            id=new_id("n"),
            kind=kind,
            person=None,
            sources=(node.ref,),
            relational=None,
            place=None,
            created_at=now,
            updated_at=now,
            confirmed_at=now,
            markdown_path=None,
        )
        self._writer.put_with_vector(unit, risen)
        self.link(unit, risen.id, node.id, LinkType.DERIVED_FROM, strength=1.0, source="promotion")
        return risen

    def link(
        self, unit: UnitOfWork, origin: str, target: str, kind: LinkType, *, strength: float, source: str
    ) -> Link:
        """Draw an edge; `relates_to` both ways ([C] LINK), and `contradicts` opens a contradiction."""
        if origin == target or not 0.0 <= strength <= 1.0:
            raise InvalidInputError("link", "joins a memory to itself, or its strength is not within 0 and 1")
        self.node(origin)
        self.node(target)
        link = Link(origin, target, kind, strength, source, self._clock.now())
        self._store.edges.put_link(unit, link)
        if kind is LinkType.RELATES_TO:
            self._store.edges.put_link(unit, replace(link, origin=target, target=origin))
        if kind is LinkType.CONTRADICTS:
            self._contradictions.notice(unit, origin, target, (source,))
        return link

    def resolve(
        self, unit: UnitOfWork, contradiction_id: str, choice: ContradictionState, text: str | None
    ) -> tuple[Contradiction, set[str]]:
        """Carry out what the person chose; what is given up is archived, nothing is lost."""
        one = self._contradictions.pending(contradiction_id)
        a, b = self.node(one.a), self.node(one.b)
        changed: set[str] = set()
        match choice:
            case ContradictionState.OPEN:
                raise InvalidInputError("choice", "resolves nothing")
            case ContradictionState.KEEP_A:
                changed = {self._give_way(unit, b, a).id}
            case ContradictionState.KEEP_B:
                changed = {self._give_way(unit, a, b).id}
            case ContradictionState.MERGED:
                changed = self._reconcile(unit, a, b, text)
            case ContradictionState.BOTH:
                self.link(unit, *_in_time(a, b), LinkType.CONTINUES, strength=1.0, source="resolution")
        return self._contradictions.settle(unit, one, choice), changed

    def reopen(self, unit: UnitOfWork, contradiction_id: str) -> tuple[Contradiction, set[str]]:
        """Take back how a contradiction was settled: it waits again, and both stand; returns it as it was settled."""
        one = self._contradictions.settled(contradiction_id)
        a, b = self.node(one.a), self.node(one.b)
        if one.state is ContradictionState.BOTH:
            self._store.edges.drop_link(unit, *_in_time(a, b), LinkType.CONTINUES)
        for node in (a, b):
            if node.archived_at is not None:
                self.restore(unit, node.id)
        self._contradictions.settle(unit, one, ContradictionState.OPEN)
        return one, {a.id, b.id}

    def reword(self, unit: UnitOfWork, node_id: str, text: str, title: str | None) -> Node:
        """Put the person's words in the place of a memory's, which is kept behind them as its former version.

        What it hangs together with goes over to them. `title` None keeps the title. Raises NodeMissingError, and
        InvalidInputError for what is no memory to be told, was put away, or says the same already.
        """
        node, said = self.node(node_id), text.strip()
        named = node.title if title is None else title.strip()
        if node.kind not in TELLABLE:
            raise InvalidInputError(
                "node", "is no memory of something", "Its own place says how it is changed."
            )
        if not node.stands:
            raise InvalidInputError("node", "was put away", "Bring it back first.")
        if not said or (said, named) == (node.text, node.title):
            raise InvalidInputError("text", "says nothing new", "Say it in other words.")
        now = self._clock.now()
        whole = replace(merged([node], said, new_id("n"), now), title=named)
        self._writer.put_with_vector(unit, whole)
        self._writer.inherit(unit, whole, {node.id})
        self._store.nodes.put(unit, replace(node, archived_at=now, merged_into=whole.id))
        self.link(unit, whole.id, node.id, LinkType.DERIVED_FROM, strength=1.0, source=REWORDED)
        return self.node(whole.id)

    def unword(self, unit: UnitOfWork, node_id: str, was: Node | None) -> Node:
        """Let stand again what `reword` put this wording in the place of (`was`); this one is put away.

        Raises NodeMissingError, and NotFoundError for what was never worded anew.
        """
        node = self.node(node_id)
        if was is None:
            raise NotFoundError("It was never worded anew.")
        back = replace(was, archived_at=None, merged_into=None, private=was.private or node.private)
        back = self._put(unit, back)
        self._writer.inherit(unit, back, {node.id})
        self.archive(unit, node.id)
        return back

    def _give_way(self, unit: UnitOfWork, loser: Node, winner: Node) -> Node:
        self._put(unit, replace(winner, confirmed_at=self._clock.now()))
        return self._put(unit, replace(loser, archived_at=self._clock.now()))

    def _reconcile(self, unit: UnitOfWork, a: Node, b: Node, text: str | None) -> set[str]:
        if text is None or not text.strip():
            raise InvalidInputError("text", "is missing", "Say what is so.")
        now = self._clock.now()
        whole = merged([a, b], text.strip(), new_id("n"), now)
        self._writer.put_with_vector(unit, whole)
        for node in (a, b):
            self._store.nodes.put(unit, replace(node, archived_at=now, merged_into=whole.id))
            self.link(unit, whole.id, node.id, LinkType.DERIVED_FROM, strength=1.0, source="resolution")
        return {whole.id, a.id, b.id}

    def _put(self, unit: UnitOfWork, node: Node) -> Node:
        changed = replace(node, updated_at=self._clock.now())
        self._store.nodes.put(unit, changed)
        self._writer.put_document(unit, changed)
        return changed

    def _is_personal(self, node: Node) -> bool:
        """Whether anything private, or a claim about a person, stands behind a node."""
        seen: set[str] = set()
        waiting = [node]
        while waiting:
            one = waiting.pop()
            seen.add(one.id)
            if one.private or any(ref.startswith("fact:") for ref in one.sources):
                return True
            cited = {ref.removeprefix("node:") for ref in one.sources if ref.startswith("node:")}
            waiting += self._store.nodes.nodes(cited - seen).values()
        return False


def _names_anyone(text: str, names: Collection[str]) -> bool:
    return any(
        re.search(rf"(?<!\w){re.escape(name.strip())}(?!\w)", text, re.IGNORECASE)
        for name in names
        if name.strip()
    )


def _in_time(a: Node, b: Node) -> tuple[str, str]:
    """The later one first: it continues the earlier."""
    later, earlier = (a, b) if a.event_at >= b.event_at else (b, a)
    return later.id, earlier.id
