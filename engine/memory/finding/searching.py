"""The two searches over one candidate generator, and the log of what they brought up ([E] §4.2, §4.5.1; [A] §10)."""

from collections.abc import Callable, Collection, Sequence

from engine.clock import Clock
from engine.memory.finding.finder import Finder
from engine.memory.finding.formulas import Profile, hybrid_score, recall_score
from engine.memory.records import Feeling, Filters, Node, Recalled, RecallEntry
from engine.memory.store import MemoryStore
from engine.settings import MemorySettings
from engine.vault import Vault

Score = Callable[[float, Node], float]
_NO_FILTERS = Filters()


class Searching:
    """Searches of one companion with one person. Callable from any thread."""

    def __init__(
        self, vault: Vault, store: MemoryStore, finder: Finder, clock: Clock, settings: MemorySettings
    ) -> None:
        self._vault = vault
        self._store = store
        self._finder = finder
        self._clock = clock
        self._settings = settings

    def recall(
        self,
        query: str,
        limit: int,
        *,
        mood: Feeling | None,
        profile: Profile,
        filters: Filters,
        exclude: Collection[str],
    ) -> list[Recalled]:
        """Best first by the mood-congruent score."""
        return self._ranked(
            query,
            limit,
            filters,
            exclude,
            lambda near, node: recall_score(near, node, mood, profile, self._settings),
        )

    def hybrid(self, query: str, limit: int, filters: Filters, profile: Profile) -> list[Recalled]:
        """Best first by meaning with importance and intensity."""
        return self._ranked(
            query, limit, filters, (), lambda near, node: hybrid_score(near, node, profile, self._settings)
        )

    def log(self, found: Sequence[Recalled], query: str, *, counted: bool, asked_by: str | None) -> None:
        """Write what was brought up; only what `counted` may strengthen."""
        now = self._clock.now()
        entries = [RecallEntry(one.node.id, query, one.score, now, counted) for one in found]
        self.write(entries, asked_by)

    def write(self, entries: Sequence[RecallEntry], asked_by: str | None) -> None:
        if entries:
            with self._vault.unit() as unit:
                self._store.recalls.log(unit, entries, asked_by)
                unit.commit()

    def _ranked(
        self,
        query: str,
        limit: int,
        filters: Filters,
        exclude: Collection[str],
        score: Score,
    ) -> list[Recalled]:
        if not query.strip() or limit < 1:
            return []
        allowed = None if filters == _NO_FILTERS else self._store.nodes.passing(filters)
        vector = self._finder.embed(query)
        wanted = max(limit, self._settings.candidates) + len(exclude)
        found = []
        for node, ranked in self._finder.candidates(query, vector, wanted, allowed):
            if node.id not in exclude:
                near = self._finder.similarity(query, node, ranked)
                found.append(Recalled(node, score(near, node), near, ranked.signals))
        return sorted(found, key=lambda one: -one.score)[:limit]
