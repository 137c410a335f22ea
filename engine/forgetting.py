"""Forgetting by words, a person, or a companion: what would go, and its going ([C] §4, `one-mind.md`).

All go through the conversation's withdrawal, so that nothing that was forgotten stands in a prompt afterwards.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from engine.conversation import ConversationRoom
from engine.errors import InvalidInputError, NotFoundError
from engine.ids import Refs
from engine.library import Library
from engine.memory import Memory, Node
from engine.person import Action, Fact, FactStatus, MatchStatus, PersonalModel, Proposal, Update
from engine.trail import Trail
from engine.vault import Vault
from engine.withdrawal import Derived, Own, Personal, spread_erasure

STEP, FACT = "step:", "fact:"
OFFERED, NEAR = 5, 0.5  # how many, from which cosine, where nothing holds the very words
MOST = 1000
WORDED = ("node:", STEP, FACT)
"""What holds words that were said or thought: the name of a program or a book that is cited holds none."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A thing that holds what is to be forgotten; `rests` says that it goes because of what it was made from."""

    ref: str
    text: str
    at: datetime | None
    rests: bool = False


class Forgetting:
    """What can be forgotten, over the rooms of one mind. On the engine's thread, between two turns."""

    def __init__(
        self,
        vault: Vault,
        trail: Trail,
        conversation: ConversationRoom,
        *,
        memory: Memory,
        person: PersonalModel,
        library: Library,
        others: Sequence[Personal] = (),
        own: Sequence[Own] = (),
        elsewhere: Sequence[Memory] = (),
    ) -> None:
        """`own` are the rooms that keep things of each companion; `elsewhere` the memories of the vault's others."""
        self._vault, self._trail, self._conversation = vault, trail, conversation
        self._memory, self._person, self._library = memory, person, library
        self._others, self._elsewhere = others, elsewhere
        # What was said is given up last: the others ask with whom it was.
        self._own = (*own, conversation.spoken)

    def find(self, words: str) -> list[Holding]:
        """What holds these words in a row. Raises InvalidInputError where they hold no letter."""
        asked = " ".join(words.split()).casefold()
        if not any(map(str.isalnum, asked)):
            raise InvalidInputError("words", "hold nothing to look for", "Say what is to be forgotten.")
        facts = [fact for fact in self._person.facts(status=None) if fact.status is not FactStatus.RETIRED]
        memories = (self._memory, *self._elsewhere)
        nodes = [node for one in memories for node in (*one.nodes(), *one.nodes(archived=True))]
        refs = [f"step:{step.id}" for step in self._trail.phrase(words, MOST)]
        refs += [fact.ref for fact in facts if _holds(f"{fact.text}\n{fact.quote}", asked)]
        refs += [node.ref for node in nodes if _holds(f"{node.title}\n{node.text}", asked)]
        return self.named(refs)

    def meant(self, words: str) -> list[Holding]:
        """What these words seem to mean, where nothing holds them: only to be looked at, never to be taken at once."""
        found = self._person.named_by(words)
        facts = [fact.ref for fact in found.facts[:OFFERED]] if found.status is MatchStatus.STRONG else []
        hits = self._trail.search(words, OFFERED)
        near = [hit for hit in hits if (hit.similarity or 0.0) >= NEAR]
        return self.named([*facts, *(f"{STEP}{hit.step.id}" for hit in near)])

    def named(self, refs: Iterable[str]) -> list[Holding]:
        """These things. Raises NotFoundError where one is none."""
        return [self._holding(ref) for ref in dict.fromkeys(refs)]

    def reached(self, refs: Iterable[str]) -> list[Holding]:
        """What would go with them besides."""
        named = frozenset(refs)
        found = []
        for ref in sorted(self._conversation.reached(named | self._sources(named)) - named):
            try:
                found.append(self._holding(ref, rests=True))
            except NotFoundError:
                found.append(Holding(ref, "", None, rests=True))
        return found

    def forget(self, refs: Iterable[str]) -> dict[str, int]:
        """Take these things back with all that rests on them; returns how much of each kind."""
        named = frozenset(refs)
        sources = self._sources(named)
        reached = self._conversation.reached(named | sources)
        with self._vault.unit() as unit:
            updates = [
                self._person.apply(Proposal(Action.FORGET, fact_id=fact.id), unit)
                for fact in self._facts(named)
                if self._person.fact(fact.id).status is not FactStatus.RETIRED
            ]
            self._conversation.withdraw(ref for ref in named if not ref.startswith(FACT))
            unit.commit()
        for update in updates:
            self._person.announce(update)
        return by_kind(reached | named)

    def bring_back(self, refs: Iterable[str]) -> dict[str, int]:
        """Undo `forget`: these things stand again, with all that went for them alone; returns how much of each kind.

        Raises NotFoundError for a fact whose forgetting is no longer among the last changes.
        """
        named = frozenset(refs)
        forgotten = [self._forgotten(fact) for fact in self._facts(named)]
        with self._vault.unit() as unit:
            updates = [self._person.undo(each.id, unit) for each in forgotten]
            back = self._conversation.restore([ref for ref in named if not ref.startswith(FACT)])
            unit.commit()
        for update in updates:
            self._person.announce(update)
        return by_kind(back | named)

    def _forgotten(self, fact: Fact) -> Update:
        """The change that took a fact away."""
        for update in self._person.updates(MOST):
            forgets = update.action is Action.FORGET and update.undone_at is None and update.undoes is None
            if forgets and fact.id in {one.id for one in update.before}:
                return update
        raise NotFoundError("This was not forgotten.", "Look at it under You, with Earlier ones.")

    def holdings(self, person: str | None = None, *, library: bool = False) -> dict[str, int]:
        """How much of each kind `forget_person` would erase."""
        return by_kind(self._held(person, library=library))

    def forget_person(self, person: str | None = None, *, library: bool = False) -> dict[str, int]:
        """Erase the person whose companion this is, or another one, and all that was made of what they said.

        Nothing of it is left in tables, documents, vectors, indices, the cache or free pages; what was read goes only
        with `library`. Returns how much of each kind went.
        """
        held = self._held(person, library=library)
        with self._vault.unit() as unit:
            made = self._person.forget_person(unit, person) | self._memory.forget_person(unit, person)
            made = made.union(*(room.forget_person(unit, person) for room in self._others))
            rooms: list[Derived] = [self._person, self._memory, self._library, *self._others]
            reached = spread_erasure(rooms, unit, held | made)
            self._conversation.spoken.forget_person(unit, person)
            for path in self._documents_of("person", person or self._trail.person):
                self._vault.documents.remove(unit, path)
            unit.commit()
        self._leave_nothing()
        return by_kind(held | reached)

    def kept_by(self, companion: str) -> dict[str, int]:
        """How much of each kind `forget_companion` would erase."""
        return by_kind(frozenset[str]().union(*(room.kept_by(companion) for room in self._own)))

    def forget_companion(self, companion: str) -> dict[str, int]:
        """Erase all that one of the vault's companions keeps of its own, as thoroughly as a person is erased.

        What was said with it stays, and so does what is the person's: facts, what is open, documents, feeds. Returns
        how much of each kind went.
        """
        with self._vault.unit() as unit:
            gone = [room.forget_companion(unit, companion) for room in self._own]
            for path in self._documents_of("companion", companion):
                self._vault.documents.remove(unit, path)
            unit.commit()
        self._leave_nothing()
        return by_kind(frozenset[str]().union(*gone))

    def _leave_nothing(self) -> None:
        """What was read, recalled or laid down by of what went."""
        self._conversation.begin_anew()
        self._vault.compact()

    def _held(self, person: str | None, *, library: bool) -> frozenset[str]:
        episodes, _, steps = self._trail.extent(person)
        refs = {f"episode:{each}" for each in episodes} | {f"step:{each}" for each in steps}
        refs |= {f"reflection:{each}" for each in self._conversation.spoken.reflected(person)}
        refs |= self._person.holdings(person) | self._memory.holdings(person)
        refs = refs.union(*(room.holdings(person) for room in self._others))
        if library:
            refs |= {document.ref for document in self._library.documents()}
        return frozenset(refs)

    def _documents_of(self, whose: Literal["person", "companion"], name: str) -> list[str]:
        """Documents of the vault, outside of the library, that say whose they are."""
        found = []
        for path in self._vault.documents.list():
            document = self._vault.documents.get(path)
            if document is not None and document.meta.get(whose) == name:
                found.append(path)
        return found

    def _facts(self, refs: Iterable[str]) -> list[Fact]:
        return [self._person.fact(ref.removeprefix(FACT)) for ref in sorted(refs) if ref.startswith(FACT)]

    def _sources(self, refs: Iterable[str]) -> frozenset[str]:
        """The Steps of the facts among `refs`: they hold the same words."""
        return frozenset(f"{STEP}{step}" for fact in self._facts(refs) for step in fact.source_step_ids)

    def _holding(self, ref: str, *, rests: bool = False) -> Holding:
        kind, _, each = ref.partition(":")
        match kind:
            case "step":
                step = self._trail.step(each)
                return Holding(ref, step.text, step.at, rests)
            case "fact":
                fact = self._person.fact(each)
                return Holding(ref, fact.text, fact.valid_from, rests)
            case "node":
                node = self._node(each)
                return Holding(ref, node.text, node.created_at, rests)
            case "document":
                document = self._library.document(each)
                return Holding(ref, document.name, document.added_at, rests)
        return Holding(ref, "", None, rests)

    def _node(self, node_id: str) -> Node:
        for memory in self._elsewhere:
            with suppress(NotFoundError):
                return memory.node(node_id)
        return self._memory.node(node_id)


def by_kind(refs: Iterable[str]) -> dict[str, int]:
    """How many refs of each kind."""
    return dict(sorted(Counter(ref.partition(":")[0] for ref in refs).items()))


def _holds(text: str, words: str) -> bool:
    return words in " ".join(text.split()).casefold()


def kept_private(person: PersonalModel, memory: Memory) -> Refs:
    """The refs of every private fact and memory, and of what each was said in or made of.

    A memory that is private because of a private one that it was made of makes nothing else private: what went into
    it beside that one was never kept back.
    """
    nodes = memory.private_nodes()
    marked = {node.ref for node in nodes}
    reached = set(marked)
    for node in nodes:
        if marked.isdisjoint(node.sources):
            reached |= _worded(node.sources)
    for fact in person.facts(None, None):
        if fact.private:
            reached |= {fact.ref, *_worded(fact.cites), *(f"step:{step}" for step in fact.source_step_ids)}
    return frozenset(reached)


def _worded(refs: Iterable[str]) -> set[str]:
    return {ref for ref in refs if ref.startswith(WORDED)}
