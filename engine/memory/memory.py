"""The memory room's front: remember, find again, connect, put away."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from engine.calling import Stop, never
from engine.clock import Clock
from engine.embedding import Embedder
from engine.events import EventBus
from engine.ids import NOTHING, Refs
from engine.memory.ageing import order_by_gravity
from engine.memory.finding import Finder, Profile
from engine.memory.finding.searching import Searching
from engine.memory.graph import Change, Contradictions, explore
from engine.memory.keeping import Keeping
from engine.memory.kinds import NodeKind
from engine.memory.place import Whereabouts
from engine.memory.records import (
    Contradiction,
    ContradictionState,
    Feeling,
    Filters,
    Link,
    LinkType,
    NewNode,
    Node,
    NodeRemembered,
    NodesChanged,
    NoPersonError,
    Reached,
    Recalled,
    RecallEntry,
    Remembered,
)
from engine.memory.resonance import Resonance
from engine.memory.store import MemoryStore
from engine.memory.views import Views
from engine.memory.withdrawal import MemoryWithdrawal
from engine.memory.working import WorkingMemory
from engine.memory.writing import Uniting, Writer
from engine.settings import MemorySettings
from engine.vault import UnitOfWork, Vault

BY_HAND = "person"


class Memory:
    """What one companion remembers with one person. Callable from any thread.

    Without an embedder nodes are found by their words alone. Every change joins an open unit of work of its
    thread; a caller who has one hands it in as `unit`, and tells the house by `announce` when it is durable.
    What is remembered was here, where it says nothing else: at the `place` that the person named, or on `machine`.
    Call `load` once after opening.
    """

    def __init__(
        self,
        vault: Vault,
        embedder: Embedder | None,
        clock: Clock,
        events: EventBus,
        settings: MemorySettings,
        *,
        companion: str,
        person: str,
        machine: str = "",
    ) -> None:
        if not companion.strip() or not person.strip():
            raise NoPersonError("Memory was asked for without saying whose.")
        self._vault = vault
        self._person = person
        self._clock = clock
        self._events = events
        self._settings = settings
        self._store = MemoryStore(vault, companion, person)
        self._finder = Finder(vault, self._store.nodes, embedder)
        self.place = Whereabouts(vault, person, machine)
        self._writer = Writer(
            vault,
            self._store,
            self._finder,
            clock,
            settings,
            companion=companion,
            person=person,
            place=self.place.name,
        )
        self._searching = Searching(vault, self._store, self._finder, clock, settings)
        self._keeping = Keeping(self._store, self._finder, self._writer, clock)
        self._withdrawal = MemoryWithdrawal(vault, self._store, self._finder, clock)
        self._contradictions = Contradictions(self._store, clock)
        self.views = Views(self._store, self._writer.local)
        self.working = WorkingMemory(vault, self._store.working, clock, settings)
        self.uniting = Uniting(
            vault, self._store, self._finder, self._writer, events=events, settings=settings
        )
        self.by_meaning = self._finder.by_meaning

    def load(self) -> int:
        """Build the index from the vault, embedding nothing; returns how many nodes wait for `catch_up`."""
        return self._finder.load()

    def catch_up(self, should_stop: Stop = never) -> int:
        """Give vectors to nodes that were kept without; returns how many got one. Raises EmbeddingError."""
        return self._finder.catch_up(should_stop)

    def remember(self, new: NewNode, unit: UnitOfWork | None = None) -> Remembered:
        """Keep something, or recognise it ([C] §8, `one-mind.md` rules "Nodes").

        What stands at a cosine of 0.75 and more is compared: the same words confirm it; one text that contains
        the other makes one node of them; else they are linked, and `uniting` looks at them later. Where numbers,
        dates or polarity differ they never become one, and a contradiction is opened. Working kinds replace
        the version of the same title. Raises InvalidInputError, PromotionError, NodeMissingError.
        """
        remembered = self._writer.remember(new, unit)
        if unit is None:
            self.announce(remembered)
        return remembered

    def announce(self, remembered: Remembered) -> None:
        """Tell the house what was kept; `remember` does it unless it wrote into an outer unit."""
        self._events.publish(NodeRemembered(remembered))

    def anchor_if_strong(
        self,
        event: str,
        felt: Resonance,
        *,
        sources: Sequence[str],
        feeling: Feeling | None = None,
        place: str | None = None,
        private: bool = False,
        unit: UnitOfWork | None = None,
    ) -> Node | None:
        """Keep a key moment where the intensity is above 0.7 ([A] §5), once for the same sources."""
        if felt.intensity <= self._settings.anchored_above:
            return None
        moments = self._store.nodes.standing([NodeKind.KEY_MOMENT])
        known = next((node for node in moments if node.sources and node.sources == tuple(sources)), None)
        if known is not None:
            return known
        new = NewNode(
            NodeKind.KEY_MOMENT,
            event,
            importance=felt.importance,
            resonance=felt,
            feeling=feeling,
            place=place,
            private=private,
            sources=tuple(sources),
        )
        return self.remember(new, unit).node

    def recall(
        self,
        query: str,
        limit: int = 10,
        *,
        mood: Feeling | None = None,
        profile: Profile = Profile.FULL,
        filters: Filters | None = None,
        exclude: Collection[str] = (),
        explicit: bool = False,
        asked_by: str | None = None,
        logged: bool = True,
    ) -> list[Recalled]:
        """What `query` is about, with what was felt as now first ([E] §4.2); logged.

        Purely semantic without a mood, for memories without one, and in the Cognitive profile. Only an
        `explicit` search counts for strengthening. `asked_by` is the ref of the Step that asked. What is only
        looked up while someone is typing is not `logged`.
        """
        found = self._searching.recall(
            query, limit, mood=mood, profile=profile, filters=filters or Filters(), exclude=exclude
        )
        if logged:
            self._searching.log(found, query, counted=explicit, asked_by=asked_by)
        return found

    def note_recalled(self, found: Sequence[Recalled], query: str) -> None:
        """Log what of an explicit search was shown; each counts for strengthening."""
        self._searching.log(found, query, counted=True, asked_by=None)

    def hybrid_search(
        self,
        query: str,
        limit: int = 10,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        person: str | None = None,
        valence: str | None = None,
        min_importance: float = 0.0,
        kinds: Collection[NodeKind] = (),
        tags: Collection[str] = (),
        category: str | None = None,
        private: bool = True,
        profile: Profile = Profile.FULL,
        explicit: bool = True,
        asked_by: str | None = None,
    ) -> list[Recalled]:
        """Meaning and filters together ([A] §10); logged.

        `since` is inclusive, `until` exclusive; `tags` asks for any of them; `private` False leaves private
        memories out, as for a client.
        """
        filters = Filters(
            since=since,
            until=until,
            person=person,
            valence=valence,
            min_importance=min_importance,
            kinds=frozenset(kinds),
            tags=frozenset(tags),
            category=category,
            private=private,
        )
        found = self._searching.hybrid(query, limit, filters, profile)
        self._searching.log(found, query, counted=explicit, asked_by=asked_by)
        return found

    def mark_used(self, node_ids: Collection[str], query: str = "", asked_by: str | None = None) -> None:
        """Say that an answer rested on these nodes: that counts for strengthening."""
        now = self._clock.now()
        known = self._store.nodes.own(node_ids)
        self._searching.write([RecallEntry(each, query, 1.0, now, counted=True) for each in known], asked_by)

    def recall_log(self, since: datetime | None = None) -> list[RecallEntry]:
        """Everything that was brought up since then, oldest first."""
        return self._store.recalls.recalls(since)

    def recalls_since(self, since: datetime | None) -> dict[str, int]:
        """How often each node was recalled, counting only what strengthens."""
        counts: dict[str, int] = {}
        for entry in self.recall_log(since):
            if entry.counted:
                counts[entry.node_id] = counts.get(entry.node_id, 0) + 1
        return counts

    def node(self, node_id: str, *, withdrawn: bool = False) -> Node:
        """A node, archived ones included, and with `withdrawn` those taken back too. Raises NodeMissingError."""
        return self._keeping.node(node_id, withdrawn=withdrawn)

    def nodes(
        self,
        kinds: Collection[NodeKind] = (),
        *,
        archived: bool = False,
        limit: int | None = None,
        skip: int = 0,
    ) -> list[Node]:
        """The latest standing nodes but for the `skip` newest, oldest first; with `archived` those put away."""
        return self._store.nodes.standing(kinds, archived=archived, limit=limit, skip=skip)

    def order_by_gravity(self, nodes: Sequence[Node]) -> list[Node]:
        """Heaviest first."""
        return order_by_gravity(nodes, self._clock.now(), self._settings)

    def archive(self, node_id: str) -> Node:
        """Put a node away; it is found no more until it is restored. Raises NodeMissingError."""
        with self._changing({node_id}) as unit:
            return self._keeping.archive(unit, node_id)

    def bring_back(self, node_id: str) -> Node:
        """Bring back what was put away or taken in by a merge. Raises NodeMissingError."""
        with self._changing({node_id}) as unit:
            return self._keeping.restore(unit, node_id)

    def confirm(self, node_id: str, at: datetime | None = None) -> Node:
        """Say that a node still holds; its gravity begins anew, or at `at` where that is taken back."""
        with self._changing({node_id}) as unit:
            return self._keeping.confirm(unit, node_id, at)

    def reword(self, node_id: str, text: str, title: str | None = None) -> Node:
        """The person's words in the place of a memory's, as a new version of it; raises as `Keeping.reword` does."""
        return self._making(node_id, lambda unit: self._keeping.reword(unit, node_id, text, title))

    def unword(self, node_id: str) -> Node:
        """The version that stood before `reword` stands again, and is returned; raises as `Keeping.unword` does."""
        was = self.views.former(node_id)
        return self._making(node_id, lambda unit: self._keeping.unword(unit, node_id, was))

    def set_strength(self, node_id: str, strength: float) -> Node:
        """Write what strengthening or decay made of it."""
        with self._changing({node_id}) as unit:
            return self._keeping.set_strength(unit, node_id, strength)

    def set_importance(self, node_id: str, importance: float) -> Node:
        """Write how important it was judged to be anew; it is never aged."""
        with self._changing({node_id}) as unit:
            return self._keeping.set_importance(unit, node_id, importance)

    def promote(self, node_id: str, kind: NodeKind, names: Collection[str] = ()) -> Node:
        """Make a node the companion's own, for everyone. Raises PromotionError where it is a person's."""
        return self._making(node_id, lambda unit: self._keeping.promote(unit, node_id, kind, names))

    def set_private(self, node_id: str) -> frozenset[str]:
        """Mark a node and all that was made from it as private; returns their refs, for the withdrawal."""
        self.node(node_id)
        changed: set[str] = set()
        with self._changing(changed) as unit:
            changed |= self._withdrawal.spread_privacy(unit, [node_id])
            for node in self._store.nodes.nodes(changed).values():
                self._writer.put_document(unit, node)
        return frozenset(f"node:{each}" for each in changed)

    def companions(self) -> list[str]:
        """The ids of all companions that remember anything with the person."""
        return self._store.nodes.companions()

    def private_nodes(self) -> list[Node]:
        """Everything that is private, whichever companion's, put away and withdrawn too.

        What no other program may be told.
        """
        return self._store.nodes.private()

    def lift_privacy(self, node_id: str) -> Node:
        """Let this one node be shown again; what was made from it stays private. Raises InvalidInputError."""
        with self._changing({node_id}) as unit:
            return self._keeping.lift_privacy(unit, node_id)

    def link(
        self,
        origin: str,
        target: str,
        kind: LinkType,
        *,
        strength: float = 1.0,
        source: str = BY_HAND,
    ) -> Link:
        """Join two nodes; `relates_to` goes both ways, `contradicts` opens a contradiction."""
        with self._changing(set()) as unit:
            return self._keeping.link(unit, origin, target, kind, strength=strength, source=source)

    def unlink(self, origin: str, target: str, kind: LinkType) -> bool:
        """Take a link away, `relates_to` both ways; False where there was none."""
        with self._changing(set()) as unit:
            dropped = self._store.edges.drop_link(unit, origin, target, kind)
            if kind is LinkType.RELATES_TO:
                dropped = self._store.edges.drop_link(unit, target, origin, kind) or dropped
            return dropped

    def links(self, node_ids: Collection[str]) -> list[Link]:
        """The links of these nodes with others that stand, strongest first."""
        return self._store.edges.links(node_ids)

    def explore(
        self, node_ids: Sequence[str], depth: int, limit: int | None = None, *, private: bool = True
    ) -> list[Reached]:
        """What links lead to within `depth` steps, at most 8 nodes, each with its path ([A] §6).

        With `private` False nothing private is reached, nor passed through.
        """
        most = self._settings.explored if limit is None else limit

        def links(ids: Collection[str]) -> list[Link]:
            found = self._store.edges.links(ids)
            ends = self._store.nodes.own({end for link in found for end in (link.origin, link.target)})
            open_ends = {each for each, node in ends.items() if private or not node.private}
            return [link for link in found if {link.origin, link.target} <= open_ends]

        return explore(node_ids, depth, most, links, self._store.nodes.own)

    def contradictions(self, *, settled: bool = False) -> list[Contradiction]:
        """Those that wait for the person; with `settled` all of them."""
        return self._contradictions.all() if settled else self._contradictions.open()

    def resolve_contradiction(
        self, contradiction_id: str, choice: ContradictionState, text: str | None = None
    ) -> Contradiction:
        """Carry out what the person chose: keep A, keep B, merge (with `text`), or both at different times.

        Raises NodeMissingError, SettledError, InvalidInputError.
        """
        changed: set[str] = set()
        with self._changing(changed) as unit:
            resolved, ids = self._keeping.resolve(unit, contradiction_id, choice, text)
            changed |= ids
            return resolved

    def settled_contradiction(self, contradiction_id: str) -> Contradiction:
        """One that was resolved. Raises NodeMissingError, SettledError."""
        return self._contradictions.settled(contradiction_id)

    def reopen_contradiction(self, contradiction_id: str) -> Contradiction:
        """Undo `resolve_contradiction`; returns it as it was settled. Raises NodeMissingError, SettledError."""
        changed: set[str] = set()
        with self._changing(changed) as unit:
            was, ids = self._keeping.reopen(unit, contradiction_id)
            changed |= ids
            return was

    def let_go_of_contradiction(self, a: str, b: str, noticed_by: str) -> None:
        """Take back that `noticed_by` saw two nodes contradict each other; what others saw, or settled, stands."""
        with self._changing(set()) as unit:
            self._contradictions.let_go(unit, a, b, noticed_by)

    def pairs(
        self, least: float, most: float = 1.0, *, across: bool = False
    ) -> list[tuple[Node, Node, float]]:
        """Standing nodes of one privacy that are near in meaning, with the cosine, the nearest first.

        From `least` on and below `most`, 1 included; of one kind, or `across` kinds. None without a sentence model.
        """
        return self._finder.pairs(least, most, across=across)

    def concept_history(self, node_id: str) -> list[Change]:
        """Every text that went into a node, oldest first. Raises NodeMissingError."""
        return self.views.concept_history(self.node(node_id))

    def withdraw(self, unit: UnitOfWork, refs: frozenset[str]) -> frozenset[str]:
        """`engine.withdrawal.Derived`: hide what rests on `refs`."""
        return self._withdrawal.withdraw(unit, refs)

    def restore(self, unit: UnitOfWork, refs: frozenset[str]) -> frozenset[str]:
        """`engine.withdrawal.Derived`: bring back what was hidden for `refs` alone."""
        return self._withdrawal.restore(unit, refs)

    def erase(self, unit: UnitOfWork, refs: frozenset[str]) -> frozenset[str]:
        """`engine.withdrawal.Derived`: delete what rests on `refs`."""
        return self._withdrawal.erase(unit, refs)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> frozenset[str]:
        """Erase everything with this person, or another one, whichever companion's; returns the refs, to be spread."""
        return self._withdrawal.forget_person(unit, person or self._person)

    def holdings(self, person: str | None = None) -> frozenset[str]:
        """The refs of all nodes with this person, or another one, archived and hidden ones included."""
        return frozenset(f"node:{each}" for each in self._store.nodes.of_person(person or self._person))

    def forget_companion(self, unit: UnitOfWork, companion: str) -> frozenset[str]:
        """Erase everything that a companion remembers, whoever it is with; returns the refs that went."""
        return self._withdrawal.forget_companion(unit, companion)

    def kept_by(self, companion: str) -> frozenset[str]:
        """The refs of all nodes of a companion, archived and hidden ones included."""
        return self._withdrawal.kept_by(companion)

    def citing(self, refs: frozenset[str]) -> frozenset[str]:
        """`engine.withdrawal.Derived`: what that would reach."""
        return self._withdrawal.citing(refs)

    def export_markdown(self, hidden: Refs = NOTHING) -> Iterator[tuple[str, str]]:
        """Every rendered page as (path, text), without `hidden` ([A] §7); the vault itself has the notes."""
        return self.views.pages(self.working.read(), hidden)

    def _making(self, node_id: str, make: Callable[[UnitOfWork], Node]) -> Node:
        """A change of one node by which another one comes to stand."""
        with self._changing(changed := {node_id}) as unit:
            made = make(unit)
            changed.add(made.id)
            return made

    @contextmanager
    def _changing(self, changed: set[str]) -> Iterator[UnitOfWork]:
        """A unit of work; afterwards the index follows and the house is told of what `changed` holds."""
        with self._vault.unit() as unit:
            yield unit
            unit.commit()
        if changed:
            self._finder.follow(unit, changed)
            self._events.publish(NodesChanged(frozenset(changed)))
