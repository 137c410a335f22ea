"""Writing what was decided: records, vectors, Markdown and links in one unit of work, or not at all."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engine.clock import Clock
from engine.embedding import Vectors
from engine.ids import new_id
from engine.memory.finding import Finder
from engine.memory.finding.finder import meant
from engine.memory.graph.contradictions import Contradictions
from engine.memory.kinds import Ageing, Scope
from engine.memory.markdown.frontmatter import frontmatter, note_path
from engine.memory.place import Here, nowhere
from engine.memory.records import (
    Link,
    LinkType,
    NewNode,
    Node,
    NodeMissingError,
    Outcome,
    PromotionError,
    Remembered,
)
from engine.memory.store import MemoryStore
from engine.memory.writing.border import checked
from engine.memory.writing.merging import merged
from engine.memory.writing.planning import Near, Plan, Planner
from engine.settings import MemorySettings
from engine.vault import UnitOfWork, Vault

AT_WRITING = "write"


class Writer:
    """Remembers for one companion with one person."""

    def __init__(
        self,
        vault: Vault,
        store: MemoryStore,
        finder: Finder,
        clock: Clock,
        settings: MemorySettings,
        *,
        companion: str,
        person: str,
        place: Here = nowhere,
    ) -> None:
        self._vault = vault
        self._store = store
        self._finder = finder
        self._clock = clock
        self._settings = settings
        self._planner = Planner(finder, settings)
        self._contradictions = Contradictions(store, clock)
        self._companion, self._person = companion, person
        self._place = place

    def remember(self, new: NewNode, outer: UnitOfWork | None) -> Remembered:
        """Decide first, then write; what changed in between is decided again."""
        fresh = self._fresh(checked(new))
        row = fresh.kind.row
        replaces = row.ageing is Ageing.REPLACED or (row.versioned and bool(fresh.title))
        plan = self._lone(fresh) if replaces else self._planner.plan(fresh)
        with self._vault.unit() as unit:
            if not self._is_current(plan):
                plan = self._planner.plan(fresh)
            remembered, touched = self._replace(unit, plan) if replaces else self._write(unit, plan)
            if new.parent is not None:
                self._link(unit, remembered.node.id, new.parent, LinkType.PART_OF)
            unit.commit()
        self._finder.follow(outer or unit, touched)
        return remembered

    def unite(self, fresh: Node, known: Node, text: str) -> Remembered | None:
        """Make one memory of two that stand, saying `text`; None where one of them changed meanwhile."""
        plan = Plan(fresh, None, text=text, absorbed=(known,))
        with self._vault.unit() as unit:
            now = self._store.nodes.nodes([fresh.id, known.id])
            if any(now.get(node.id) != node for node in (fresh, known)):
                return None
            united, touched = self._merge(unit, plan)
            unit.commit()
        self._finder.follow(unit, touched)
        return united

    def put_document(self, unit: UnitOfWork, node: Node) -> None:
        """Write the Markdown of a node that stands as such."""
        if node.markdown_path is not None:
            self._vault.documents.put(unit, node.markdown_path, node.text, frontmatter(node))

    def put_with_vector(self, unit: UnitOfWork, node: Node) -> None:
        """Write a node that was made elsewhere in the room, with its vector and Markdown."""
        self._put(unit, node, self._finder.embed(meant(node.title, node.text)))

    def _lone(self, fresh: Node) -> Plan:
        return Plan(fresh, self._finder.embed(meant(fresh.title, fresh.text)))

    def _fresh(self, new: NewNode) -> Node:
        now = self._clock.now()
        cited = self._cited(new)
        private = new.private or any(node.private for node in cited)
        of_entity = new.kind.row.scope is Scope.ENTITY
        if of_entity and (private or any(ref.startswith("fact:") for ref in new.sources)):
            raise PromotionError("What belongs to a person cannot become the companion's own.")
        event_at = new.event_at or now
        return Node(
            id=new_id("n"),
            kind=new.kind,
            companion=self._companion,
            person=None if of_entity else self._person,
            title=new.title,
            text=new.text,
            category=new.category,
            tags=new.tags,
            importance=new.importance,
            strength=new.importance if new.strength is None else new.strength,
            confidence=new.confidence,
            resonance=new.resonance,
            feeling=new.feeling,
            relational=new.relational,
            place=(self._place() or None) if new.place is None else new.place,
            private=private,
            sources=new.sources,
            synthesis=new.synthesis,
            created_at=now,
            event_at=event_at,
            updated_at=now,
            confirmed_at=now,
        )

    def _cited(self, new: NewNode) -> Sequence[Node]:
        """The nodes that are built on; what was withdrawn cannot be."""
        ids = [ref.removeprefix("node:") for ref in new.sources if ref.startswith("node:")]
        if new.parent is not None:
            ids.append(new.parent)
        found = self._store.nodes.nodes(ids)
        if any(each not in found or found[each].withdrawn_at is not None for each in ids):
            raise NodeMissingError("What this memory rests on is not there any more.")
        return list(found.values())

    def _is_current(self, plan: Plan) -> bool:
        met = [*plan.absorbed, *([plan.confirmed] if plan.confirmed else [])]
        met += [near.node for near in (*plan.linked, *plan.opposed)]
        now = self._store.nodes.nodes([node.id for node in met])
        return all(node.id in now and now[node.id].stands for node in met)

    def _write(self, unit: UnitOfWork, plan: Plan) -> tuple[Remembered, set[str]]:
        if plan.confirmed is not None:
            return self._confirm(unit, plan, plan.confirmed)
        if plan.absorbed:
            return self._merge(unit, plan)
        self._put(unit, plan.fresh, plan.vector)
        return self._connect(unit, plan, plan.fresh, Outcome.NEW, None), {plan.fresh.id}

    def _confirm(self, unit: UnitOfWork, plan: Plan, known: Node) -> tuple[Remembered, set[str]]:
        """The same again: no second node, but what was said with it is kept."""
        now = self._clock.now()
        united = merged([known, plan.fresh], known.text, known.id, now)
        own = {known.ref, plan.fresh.ref}
        confirmed = replace(
            united,
            created_at=known.created_at,
            sources=tuple(ref for ref in united.sources if ref not in own),
            version=known.version,
        )
        self._store.nodes.put(unit, confirmed)
        return Remembered(confirmed, Outcome.CONFIRMED, known), {known.id}

    def _merge(self, unit: UnitOfWork, plan: Plan) -> tuple[Remembered, set[str]]:
        """One node in the place of several, each of which is archived, not lost."""
        now = self._clock.now()
        group = (plan.fresh, *plan.absorbed)
        whole = merged(group, plan.text, new_id("n"), now)
        self._put(unit, whole, self._finder.embed(meant(whole.title, whole.text)))
        self.inherit(unit, whole, {node.id for node in group})
        for node in group:
            self._store.nodes.put(unit, replace(node, archived_at=now, merged_into=whole.id))
            self._link(unit, whole.id, node.id, LinkType.DERIVED_FROM)
        remembered = self._connect(unit, plan, whole, Outcome.MERGED, plan.absorbed[0])
        return remembered, {whole.id, *(node.id for node in group)}

    def inherit(self, unit: UnitOfWork, whole: Node, group: set[str]) -> None:
        """Give a node the links and open contradictions of those that it takes the place of."""
        for link in self._store.edges.links(group, standing=False):
            origin = whole.id if link.origin in group else link.origin
            target = whole.id if link.target in group else link.target
            if origin != target and whole.id not in {link.origin, link.target}:
                self._store.edges.put_link(unit, replace(link, origin=origin, target=target))
        for one in self._contradictions.open():
            ends = {one.a, one.b}
            if ends & group and not ends <= group:
                self._contradictions.notice(unit, whole.id, (ends - group).pop(), one.sources)

    def _replace(self, unit: UnitOfWork, plan: Plan) -> tuple[Remembered, set[str]]:
        """A new version of what there is one of, such as the compass: the old one is archived behind it."""
        now = self._clock.now()
        standing = self._store.nodes.standing([plan.fresh.kind])
        old = next((node for node in standing if node.title.casefold() == plan.fresh.title.casefold()), None)
        fresh = plan.fresh if old is None else replace(plan.fresh, version=old.version + 1)
        fresh = self._put(unit, fresh, plan.vector)
        if old is None:
            return Remembered(fresh, Outcome.NEW), {fresh.id}
        self._store.nodes.put(unit, replace(old, archived_at=now, merged_into=fresh.id))
        self._link(unit, fresh.id, old.id, LinkType.CONTINUES)
        return Remembered(fresh, Outcome.NEW, old), {fresh.id, old.id}

    def _connect(
        self, unit: UnitOfWork, plan: Plan, node: Node, outcome: Outcome, other: Node | None
    ) -> Remembered:
        """Links to what is near, and contradictions with what is opposed."""
        for near in plan.linked:
            self._relate(unit, node.id, near)
        noticed = [
            self._contradictions.notice(unit, node.id, near.node.id, (AT_WRITING,)) for near in plan.opposed
        ]
        if outcome is Outcome.NEW and plan.linked:
            outcome, other = Outcome.LINKED, plan.linked[0].node
        current = self._store.nodes.nodes([node.id])[node.id]
        return Remembered(current, outcome, other, noticed[0] if noticed else None)

    def _relate(self, unit: UnitOfWork, node_id: str, near: Near) -> None:
        for origin, target in ((node_id, near.node.id), (near.node.id, node_id)):
            self._link(unit, origin, target, LinkType.RELATES_TO, near.similarity)

    def _link(
        self, unit: UnitOfWork, origin: str, target: str, kind: LinkType, strength: float = 1.0
    ) -> None:
        link = Link(origin, target, kind, strength, AT_WRITING, self._clock.now())
        self._store.edges.put_link(unit, link)

    def _put(self, unit: UnitOfWork, node: Node, vector: Vectors | None) -> Node:
        placed = replace(node, markdown_path=self._free_path(node)) if node.kind.row.documented else node
        self._store.nodes.put(unit, placed)
        self._finder.put_vector(unit, placed.id, vector)
        self.put_document(unit, placed)
        return placed

    def _free_path(self, node: Node) -> str:
        """The path of a note; with a number where another one of that second has it."""
        if node.markdown_path is not None:
            return node.markdown_path
        path = note_path(self.local(node.event_at), node.title or node.text)
        attempt = 1
        free = path
        while self._vault.documents.get(free) is not None:
            attempt += 1
            free = f"{path.removesuffix('.md')}_{attempt}.md"
        return free

    def local(self, at: datetime) -> datetime:
        """`at` on the person's own clock."""
        return at.astimezone(self._clock.local().tzinfo)
