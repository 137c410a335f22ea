"""Taking back: what rests on a withdrawn claim stops being found at once (`engine.withdrawal.Derived`)."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime

from pydantic import BaseModel

from engine.clock import Clock
from engine.memory.finding import Finder
from engine.memory.markdown.frontmatter import frontmatter
from engine.memory.records import Node
from engine.memory.store import MemoryStore
from engine.reasons import Reasons
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

NODE, WORKING = "node:", "working:"


class _Shown(BaseModel):
    """How a node stood before it was hidden: its Markdown, and what it had taken in since when."""

    path: str | None
    taken_in: dict[str, datetime | None]


class MemoryWithdrawal:
    """Implements `Derived` over every node of the vault, whoever's it is.

    What was merged into a node that goes comes back by itself, unless it rests on the same: a merge must not
    take with it what was true.
    """

    def __init__(self, vault: Vault, store: MemoryStore, finder: Finder, clock: Clock) -> None:
        self._vault = vault
        self._store = store
        self._finder = finder
        self._clock = clock
        self._reasons = Reasons(vault, "memory")

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide all that cites one of `refs`, and nodes that are named in it; returns what was hidden newly."""
        given = _named(refs)
        touched = self._store.nodes.nodes(given | self._reached(refs))
        going = {each: node for each, node in touched.items() if node.withdrawn_at is None}
        now = self._clock.now()
        for node in touched.values():
            self._note(unit, node, refs)
        for node in going.values():
            self._store.nodes.put(unit, replace(node, withdrawn_at=now, markdown_path=None))
            self._take_out(unit, node)
        for item, cited in self._store.working.citing(refs).items():
            self._reasons.note(unit, f"{WORKING}{item}", cited)
        self._store.working.withdraw(unit, refs, now)
        self._store.recalls.forget_queries(unit, refs)
        back = self._bring_back(unit, going)
        self._finder.follow(unit, {*going, *back})
        return frozenset(node.ref for each, node in going.items() if each not in given)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let stand again what was hidden for `refs` alone, as it stood; vectors come back with `catch_up`."""
        free = self._reasons.lift(unit, refs)
        self._store.working.show(
            unit, [each.removeprefix(WORKING) for each in free if each.startswith(WORKING)]
        )
        hidden = self._store.nodes.nodes({each.removeprefix(NODE) for each in free if each.startswith(NODE)})
        changed: set[str] = set()
        for node in hidden.values():
            if node.withdrawn_at is not None:
                changed |= self._show(unit, node, _Shown.model_validate_json(free[node.ref]))
        self._finder.follow(unit, changed)
        return frozenset(node.ref for each, node in hidden.items() if each in changed) - refs

    def _note(self, unit: UnitOfWork, node: Node, refs: Refs) -> None:
        """Why a node is hidden. One that is hidden already and comes by in the spread of it is no reason of its own."""
        named = {node.ref} if node.withdrawn_at is None else set()
        taken_in = {each.id: each.archived_at for each in self._store.nodes.merged_into({node.id})}
        was = _Shown(path=node.markdown_path, taken_in=taken_in)
        self._reasons.note(unit, node.ref, refs & {*named, *node.sources}, was.model_dump_json())

    def _show(self, unit: UnitOfWork, node: Node, was: "_Shown") -> set[str]:
        """Let a node stand again, with what it had taken in; returns the ids that were changed."""
        shown = replace(node, withdrawn_at=None, markdown_path=was.path)
        self._store.nodes.put(unit, shown)
        if was.path is not None:
            self._vault.documents.put(unit, was.path, shown.text, frontmatter(shown))
        taken = [
            one for one in self._store.nodes.nodes(set(was.taken_in)).values() if one.archived_at is None
        ]
        for one in taken:
            again = replace(one, archived_at=was.taken_in[one.id], merged_into=node.id)
            self._store.nodes.put(unit, again)
        return {node.id, *(one.id for one in taken)}

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete all that cites one of `refs`, and nodes that are named in it; returns what went besides those."""
        given = _named(refs)
        going = self._store.nodes.nodes(given | self._reached(refs))
        back = self._bring_back(unit, going)
        for node in going.values():
            self._take_out(unit, node)
        self._store.nodes.delete(unit, going)
        self._reasons.drop(unit, [node.ref for node in going.values()])
        self._store.working.erase(unit, refs)
        self._store.recalls.forget_queries(unit, refs)
        self._finder.follow(unit, {*going, *back})
        return frozenset(node.ref for each, node in going.items() if each not in given)

    def citing(self, refs: Refs) -> Refs:
        """What would go, one step far; what is hidden already is counted too, since erasing reaches it."""
        return frozenset(f"node:{each}" for each in self._reached(refs) - _named(refs))

    def forget_person(self, unit: UnitOfWork, person: str) -> Refs:
        """Erase every node with a person, and their working memory; returns the refs that went.

        The log of what was recalled goes too, whoever asked: a query quotes, and cites nobody.
        """
        refs = frozenset(f"node:{each}" for each in self._store.nodes.of_person(person))
        beyond = self.erase(unit, refs)
        self._reasons.clear(unit)
        self._store.working.forget_person(unit, person)
        self._store.recalls.forget_all(unit)
        return refs | beyond

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Erase every node of a companion, and its working memory; returns the refs that went."""
        refs = self.kept_by(companion)
        beyond = self.erase(unit, refs)
        working = self._store.working.forget_companion(unit, companion)
        self._reasons.drop(unit, [f"{WORKING}{each}" for each in working])
        return refs | beyond

    def kept_by(self, companion: str) -> Refs:
        """The refs of all nodes of a companion, archived and hidden ones included."""
        return frozenset(f"{NODE}{each}" for each in self._store.nodes.of_companion(companion))

    def spread_privacy(self, unit: UnitOfWork, node_ids: Iterable[str]) -> set[str]:
        """Mark nodes, and all that was made from them, as private; returns every id that is private now.

        What became the companion's own, for everyone, cannot be private: it is withdrawn.
        """
        reached = set(node_ids)
        fresh = set(reached)
        while fresh:
            fresh = self._store.nodes.citing({f"node:{each}" for each in fresh}) - reached
            reached |= fresh
        nodes = self._store.nodes.nodes(reached).values()
        for node in nodes:
            self._store.nodes.put(unit, replace(node, private=True))
        self.withdraw(unit, frozenset(node.ref for node in nodes if node.person is None))
        return reached

    def _reached(self, refs: Refs) -> set[str]:
        return self._store.nodes.citing(refs)

    def _take_out(self, unit: UnitOfWork, node: Node) -> None:
        self._vault.vectors.remove(unit, node.id)
        if node.markdown_path is not None:
            self._vault.documents.remove(unit, node.markdown_path)

    def _bring_back(self, unit: UnitOfWork, going: Collection[str]) -> set[str]:
        """Restore what was archived for a node that goes, and does not go itself."""
        back = [
            node
            for node in self._store.nodes.merged_into(going)
            if node.id not in going and node.withdrawn_at is None
        ]
        for node in back:
            self._store.nodes.put(unit, replace(node, archived_at=None, merged_into=None))
        return {node.id for node in back}


def _named(refs: Refs) -> set[str]:
    """The ids of the nodes among `refs`."""
    return {ref.removeprefix("node:") for ref in refs if ref.startswith("node:")}
