"""The candidate generator: which nodes a query may mean, by meaning and by word. It follows the store, also through a
rollback.
"""

import threading
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from engine.calling import Stop
from engine.embedding import Embedder, Vectors, vector_of
from engine.memory.kinds import Tier
from engine.memory.records import Node
from engine.memory.store import NodeStore
from engine.search import Document, DocumentIndex, ExactIndex, Ranked, stems
from engine.vault import UnitError, UnitOfWork, Vault

NODE_PREFIX = "n_"
_BLOCK = 512
_LIVED = frozenset({Tier.EPISODIC, Tier.SEMANTIC})
_BATCH = 64


class NodeIndex:
    """A `DocumentIndex` of nodes. Callable from any thread."""

    def __init__(self, dimension: int | None) -> None:
        self._lock = threading.Lock()
        self._documents = DocumentIndex(None if dimension is None else ExactIndex(dimension))

    def add(self, documents: Sequence[Document]) -> None:
        """Index words; a known id is replaced and loses its vector."""
        with self._lock:
            self._documents.add(documents)

    def place(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Give nodes that stand here their vectors; others are left out."""
        with self._lock:
            known = [each in self._documents for each in ids]
            if any(known):
                chosen = [each for each, stands in zip(ids, known, strict=True) if stands]
                self._documents.place(chosen, vectors[np.array(known, np.bool_)])

    def remove(self, ids: Collection[str]) -> None:
        with self._lock:
            self._documents.remove(list(ids))

    def rank(
        self, query: str, vector: Vectors | None, limit: int, allowed: Collection[str] | None
    ) -> list[Ranked]:
        """The best `limit`; with `allowed` only of those ids."""
        with self._lock:
            mask = None
            if allowed is not None:
                mask = np.zeros(len(self._documents.ids), np.bool_)
                mask[[self._documents.row(each) for each in allowed if each in self._documents]] = True
            return self._documents.rank(query, vector, limit, allowed=mask)

    def __contains__(self, node_id: str) -> bool:
        return node_id in self._documents

    def __len__(self) -> int:
        return len(self._documents)


class Finder:
    """Finds nodes of one companion with one person. Callable from any thread.

    Whoever writes nodes calls `follow`; what search returns is checked against the store each time, so that
    nothing is found that was rolled back, archived or withdrawn.
    """

    def __init__(self, vault: Vault, store: NodeStore, embedder: Embedder | None) -> None:
        self._vault = vault
        self._store = store
        self._embedder = embedder
        self._index = NodeIndex(embedder.dimension if embedder else None)
        self._lock = threading.Lock()
        self._waiting: dict[str, None] = {}
        self._unsettled: list[tuple[UnitOfWork, frozenset[str]]] = []

    @property
    def by_meaning(self) -> bool:
        return self._embedder is not None

    def load(self) -> int:
        """Build the index from the vault, embedding nothing; returns how many nodes wait for `catch_up`."""
        rows = self._store.indexed()
        self._index.add([Document(row.id, words(row.title, row.text, row.tags)) for row in rows])
        if self._embedder is None:
            return 0
        owners, vectors = self._vault.vectors.load(self._embedder.space, NODE_PREFIX)
        if owners:
            self._index.place(owners, vectors)
        placed = set(owners)
        with self._lock:
            self._waiting.update((row.id, None) for row in rows if row.id not in placed)
        return len(self._waiting)

    def catch_up(self, should_stop: Stop) -> int:
        """Give vectors to nodes that were kept without, a batch at a time; returns how many got one.

        Raises EmbeddingError.
        """
        done = 0
        while self._embedder is not None and self._waiting and not should_stop():
            with self._lock:
                batch = list(self._waiting)[:_BATCH]
            nodes = [node for node in self._store.own(batch).values() if node.stands]
            if nodes:
                texts = [meant(node.title, node.text) for node in nodes]
                self._keep([node.id for node in nodes], self._embedder.embed(texts))
            with self._lock:
                for each in batch:
                    self._waiting.pop(each, None)
            done += len(nodes)
        return done

    def embed(self, text: str) -> Vectors | None:
        """The vector of a text; None without a sentence model, or where it fails."""
        return vector_of(self._embedder, text, "remembering")

    def put_vector(self, unit: UnitOfWork, node_id: str, vector: Vectors | None) -> None:
        """Keep a node's vector with its record."""
        if vector is not None and self._embedder is not None:
            self._vault.vectors.put(unit, self._embedder.space, node_id, vector)

    def follow(self, unit: UnitOfWork, ids: Iterable[str]) -> None:
        """Bring the index in line with what `unit` wrote of these nodes, and once more when it is over."""
        changed = frozenset(ids)
        self._settle(changed)
        with self._lock:
            self._unsettled.append((unit, changed))

    def candidates(
        self, query: str, vector: Vectors | None, limit: int, allowed: Collection[str] | None = None
    ) -> list[tuple[Node, Ranked]]:
        """Standing nodes, best first."""
        self._settle_all()
        ranked = self._index.rank(query, vector, limit, allowed)
        nodes = self._store.own([one.id for one in ranked])
        return [(nodes[one.id], one) for one in ranked if one.id in nodes and nodes[one.id].stands]

    def pairs(self, least: float, most: float, *, across: bool = False) -> list[tuple[Node, Node, float]]:
        """Standing nodes of one privacy whose cosine is in [least, most), 1 included; the nearest first.

        Both of one kind, or where `across` kinds is wanted, both of what was lived or learnt (not of the core).

        A block of rows at a time, so that thousands of nodes take a matrix of some megabytes.
        """
        if self._embedder is None:
            return []
        standing = {node.id: node for node in self._store.standing()}
        owners, vectors = self._vault.vectors.load(self._embedder.space, NODE_PREFIX)
        rows = [row for row, owner in enumerate(owners) if owner in standing]
        nodes, matrix = [standing[owners[row]] for row in rows], vectors[rows]
        found = []
        for first in range(0, len(nodes), _BLOCK):
            near = matrix[first : first + _BLOCK] @ matrix.T
            for row, column in np.argwhere((near >= least) & ((near < most) | (most >= 1))):
                a, b = nodes[first + row], nodes[column]
                if first + row < column and a.private == b.private and _meet(a, b, across=across):
                    found.append((a, b, float(near[row, column])))
        return sorted(found, key=lambda pair: (-pair[2], pair[0].id, pair[1].id))

    def similarity(self, query: str, node: Node, ranked: Ranked) -> float:
        """How near a candidate is, 0–1: the cosine; without a vector the share of stems that both have."""
        if ranked.similarity is not None:
            return min(1.0, max(0.0, ranked.similarity))
        return shared_stems(query, meant(node.title, node.text))

    def _settle_all(self) -> None:
        with self._lock:
            waiting, self._unsettled = self._unsettled, []
        still = [(unit, ids) for unit, ids in waiting if not _is_over(unit)]
        self._settle(frozenset().union(*(ids for _, ids in waiting)))
        with self._lock:
            self._unsettled += still

    def _settle(self, ids: frozenset[str]) -> None:
        nodes = self._store.own(ids)
        standing = {each for each, node in nodes.items() if node.stands}
        self._index.remove([each for each in ids if each not in standing])
        fresh = [nodes[each] for each in standing if each not in self._index]
        if not fresh:
            return
        self._index.add([Document(one.id, words(one.title, one.text, one.tags)) for one in fresh])
        if self._embedder is not None:
            for one in fresh:
                owners, vectors = self._vault.vectors.load(self._embedder.space, one.id)
                if owners:
                    self._index.place(owners, vectors)
                else:
                    self._waiting[one.id] = None

    def _keep(self, ids: list[str], vectors: Vectors) -> None:
        with self._vault.unit() as unit:
            standing = self._store.nodes(ids)
            for node_id, vector in zip(ids, vectors, strict=True):
                if node_id in standing and standing[node_id].stands:
                    self.put_vector(unit, node_id, vector)
            unit.commit()
        self._index.place(ids, vectors)


def _meet(a: Node, b: Node, *, across: bool) -> bool:
    """Whether two may be compared: of one kind, or across kinds where neither was made of the other."""
    if a.kind is b.kind:
        return True
    lived = {a.kind.row.tier, b.kind.row.tier} <= _LIVED
    return across and lived and a.ref not in b.sources and b.ref not in a.sources


def words(title: str, text: str, tags: Iterable[str]) -> str:
    """What the word index reads of a node."""
    return f"{meant(title, text)} {' '.join(tags)}"


def meant(title: str, text: str) -> str:
    """What is embedded of a node."""
    return f"{title}. {text}" if title else text


def shared_stems(a: str, b: str) -> float:
    """The share of their stems that two texts have in common, 0–1: the stand-in for a cosine."""
    ours, theirs = set(stems(a)), set(stems(b))
    return len(ours & theirs) / len(ours | theirs) if ours and theirs else 0.0


def _is_over(unit: UnitOfWork) -> bool:
    try:
        unit.require_open()
    except UnitError:
        return True
    return False
