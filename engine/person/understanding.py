"""What is known, in memory: every fact with its reading and its vector, rebuilt when the vault has moved on."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.calling import Stop
from engine.embedding import Embedder, Vectors, vector_of, vectors_of
from engine.person.claims.reading import Reading
from engine.person.records import Fact, FactStatus
from engine.person.store import PersonStore
from engine.vault import UnitOfWork, Vault

FACT_PREFIX = "f_"
PURPOSE = "comparing facts"
BATCH = 32


@dataclass(frozen=True)
class KnownFact:
    """A fact as it is searched: readings of its text and quote, and its vector where there is one."""

    fact: Fact
    text: Reading
    quote: Reading
    vector: Vectors | None


@dataclass(frozen=True)
class _State:
    token: str
    facts: Mapping[str, KnownFact]


class Understanding:
    """The facts of one person in the order of writing. Callable from any thread; never behind the vault.

    A state is made anew and put in place whole, so that readers need no lock.
    """

    def __init__(self, vault: Vault, store: PersonStore, embedder: Embedder | None) -> None:
        self._vault = vault
        self._store = store
        self._embedder = embedder
        self._vectors: dict[str, Vectors] = {}
        self._state: _State | None = None
        self._building = threading.Lock()

    def load(self) -> int:
        """Read everything; returns how many facts have no vector yet."""
        if self._embedder is not None:
            owners, vectors = self._vault.vectors.load(self._embedder.space, FACT_PREFIX)
            self._vectors.update(zip(owners, vectors, strict=True))
        return len(self._waiting())

    def catch_up(self, should_stop: Stop) -> int:
        """Give vectors to facts that have none; returns how many. Raises EmbeddingError."""
        done = 0
        while self._embedder is not None and (waiting := self._waiting()[:BATCH]) and not should_stop():
            with self._vault.unit() as unit:
                for known, vector in zip(
                    waiting, self._embedder.embed([one.text for one in waiting]), strict=True
                ):
                    self.place(unit, known.id, vector)
                unit.commit()
            done += len(waiting)
        return done

    def all(self) -> list[KnownFact]:
        """Every fact in the order of writing, retired ones too."""
        return list(self._present().values())

    def of(self, *statuses: FactStatus) -> list[KnownFact]:
        """The facts of these statuses in the order of writing."""
        return [known for known in self._present().values() if known.fact.status in statuses]

    def get(self, fact_id: str) -> KnownFact | None:
        return self._present().get(fact_id)

    def vector_of(self, text: str) -> Vectors | None:
        """The vector of a text; None where words have to do."""
        return vector_of(self._embedder, text, PURPOSE)

    def vectors_of(self, texts: Sequence[str]) -> Vectors | None:
        """The vectors of texts; None where words have to do."""
        return vectors_of(self._embedder, texts, PURPOSE)

    def place(self, unit: UnitOfWork, fact_id: str, vector: Vectors) -> None:
        """Keep the vector of a fact."""
        if self._embedder is not None:
            self._vault.vectors.put(unit, self._embedder.space, fact_id, vector)
            self._vectors[fact_id] = vector
            self._state = None

    def erase(self, unit: UnitOfWork, fact_id: str) -> None:
        """Delete the vectors of a fact in every space."""
        self._vault.vectors.remove(unit, fact_id)
        self._vectors.pop(fact_id, None)

    def _waiting(self) -> list[Fact]:
        if self._embedder is None:
            return []
        return [known.fact for known in self._present().values() if known.fact.id not in self._vectors]

    def _present(self) -> Mapping[str, KnownFact]:
        state = self._state
        token = self._store.token()
        if state is None or state.token != token:
            state = self._built(state)
        return state.facts

    def _built(self, before: _State | None) -> _State:
        with self._building:
            token, facts = self._store.facts()
            old = before.facts if before is not None else {}
            state = _State(token, {fact.id: self._known(fact, old.get(fact.id)) for fact in facts})
            self._state = state
            return state

    def _known(self, fact: Fact, before: KnownFact | None) -> KnownFact:
        vector = self._vectors.get(fact.id)
        if before is not None and before.fact.text == fact.text and before.fact.quote == fact.quote:
            return KnownFact(fact, before.text, before.quote, vector)
        return KnownFact(fact, Reading(fact.text), Reading(fact.quote), vector)
