"""Memories that were linked when they were written, looked at again: a model may say both in one ([C] §8)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.events import EventBus
from engine.memory.ageing import is_protected
from engine.memory.finding import Finder
from engine.memory.finding.finder import meant
from engine.memory.records import Link, LinkType, Node, NodeRemembered, Remembered
from engine.memory.store import MemoryStore
from engine.memory.writing.differences import differences, keeps_facts
from engine.memory.writing.merging import alike, check_merge
from engine.memory.writing.writer import AT_WRITING, Writer
from engine.settings import MemorySettings
from engine.vault import UnitOfWork, Vault

COMPARED = "compared"
"""The source of a link between memories that were looked at and are not the same."""

LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class Alike:
    """Two memories that may be one: `fresh` is the one that was written later."""

    fresh: Node
    known: Node


class Uniting:
    """Which memories a model is to look at, and what becomes of them. It waits for no token: the caller asks."""

    def __init__(
        self,
        vault: Vault,
        store: MemoryStore,
        finder: Finder,
        writer: Writer,
        *,
        events: EventBus,
        settings: MemorySettings,
    ) -> None:
        self._vault, self._store, self._finder, self._writer = vault, store, finder, writer
        self._events, self._settings = events, settings

    def next(self) -> Alike | None:
        """The latest two that nobody looked at yet; None where there are none.

        What differs in a number, a date or a polarity is never asked about, nor what is protected or of five already.
        """
        links = self._store.edges.latest_links(LinkType.RELATES_TO, AT_WRITING, LOOKED_AT)
        for pair in self._pairs(links):
            if self._may_be_one(pair):
                return pair
            self._leave(pair)
        return None

    def keep(self, pair: Alike, text: str) -> Remembered | None:
        """Make one memory of both where `text` says what they say and did not drift; else they stay linked.

        `text` is empty where they are not the same. None where they stay two, or one changed meanwhile.
        """
        text = text.strip()
        if not text or not self._holds(text, pair):
            self._leave(pair)
            return None
        united = self._writer.unite(pair.fresh, pair.known, text)
        if united is not None:
            self._events.publish(NodeRemembered(united))
        return united

    def _pairs(self, links: list[Link]) -> Iterator[Alike]:
        nodes = self._store.nodes.nodes({end for link in links for end in (link.origin, link.target)})
        for link in links:
            ends = (nodes[link.origin], nodes[link.target])
            known, fresh = sorted(ends, key=lambda node: (node.created_at, node.id))
            yield Alike(fresh, known)

    def _may_be_one(self, pair: Alike) -> bool:
        fresh, known, settings = pair.fresh, pair.known, self._settings
        both = (fresh, known)
        made_of = sum(ref.startswith("node:") for node in both for ref in node.sources) + len(both)
        free = not any(is_protected(node, settings) for node in both)
        few = made_of <= 2 * (settings.cluster - 1)  # each merge cites the two it was made of
        return free and few and alike(fresh, known) and not differences(fresh.text, known.text)

    def _holds(self, text: str, pair: Alike) -> bool:
        """Whether `text` keeps numbers, dates and polarity, and did not drift ([C] §8.3)."""
        if not keeps_facts(text, [pair.fresh.text, pair.known.text]):
            return False
        wholes = (
            meant(pair.fresh.title, text),
            *(meant(one.title, one.text) for one in (pair.fresh, pair.known)),
        )
        united, fresh, known = map(self._finder.embed, wholes)
        if united is None or fresh is None or known is None:
            return False
        return check_merge(fresh, known, united).valid

    def _leave(self, pair: Alike) -> None:
        """Two they stay; they are not looked at again."""
        with self._vault.unit() as unit:
            for origin, target in ((pair.fresh.id, pair.known.id), (pair.known.id, pair.fresh.id)):
                self._mark(unit, origin, target)
            unit.commit()

    def _mark(self, unit: UnitOfWork, origin: str, target: str) -> None:
        self._store.edges.mark_link(unit, origin, target, LinkType.RELATES_TO, COMPARED)
