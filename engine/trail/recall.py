"""Finding Steps again: keeping the indices in step with the vault, and searching them."""

import threading
from collections.abc import Collection, Sequence

from engine.calling import Stop
from engine.embedding import Embedder, Vectors, vector_of
from engine.search import QueryPlan, Ranked, TimeWindow
from engine.trail.index import Found, StepIndex
from engine.trail.judging.match import confidence
from engine.trail.kept import KeptIndex
from engine.trail.records import Step, StepHit, StepKind
from engine.trail.store import Recallable, TrailStore
from engine.trail.wording import cleaned, dated, normal
from engine.vault import Vault

STEP_PREFIX = "s_"
SAME = 0.95  # cosine from which two Steps say the same
SPARE = 2  # as many are looked at, so that enough are left when the same is said once
BATCH = 32  # a turn's own query waits for one batch at most
_FIRST_UNSPACED = "\u0e00"


class Recall:
    """The indices of a trail. Callable from any thread."""

    def __init__(self, vault: Vault, store: TrailStore, embedder: Embedder | None) -> None:
        self._vault = vault
        self._store = store
        self._embedder = embedder
        self._index = StepIndex(embedder.dimension if embedder else None)
        self._kept = KeptIndex(vault.cache, store)
        self._waiting: dict[str, None] = {}
        # Reading what stands and indexing it is one act, or a Step withdrawn in between would come back.
        self._standing = threading.Lock()

    @property
    def space(self) -> str:
        """Where the Steps' vectors are kept; empty without an embedder."""
        return self._embedder.space if self._embedder is not None else ""

    def load(self) -> int:
        """Build the indices from what is stored, without embedding anything; returns how many Steps wait."""
        with self._standing:
            self._index.add(self._store.recallable(after=self._kept.restore(self._index)))
        placed: set[str] = set()
        if self._embedder is not None:
            owners, vectors = self._vault.vectors.load(self._embedder.space, STEP_PREFIX)
            placed = set(owners)
            if owners:
                self._index.place(owners, vectors)
            self._waiting.update((each, None) for each in self._index.ids if each not in placed)
        return len(self._waiting)

    def expect(self, step_id: str) -> None:
        """Remember that a Step is not indexed yet."""
        self._waiting[step_id] = None

    def index(self, step_ids: Sequence[str]) -> int:
        """Make Steps findable, by word at once, then by meaning; returns how many. Raises EmbeddingError."""
        with self._standing:
            steps = self._store.recallable(step_ids)
            self._index.add(steps)
        if self._embedder is not None and steps:
            texts = [dated(step.speaker, step.text, step.local) for step in steps]
            self._place(steps, self._embedder.embed(texts), self._embedder.space)
        for step_id in step_ids:
            self._waiting.pop(step_id, None)
        return len(steps)

    def catch_up(self, should_stop: Stop) -> int:
        """Index what waits, a batch at a time; returns how many became findable. Raises EmbeddingError."""
        done = 0
        while self._waiting and not should_stop():
            done += self.index(list(self._waiting)[:BATCH])
        if not self._waiting and not should_stop():
            with self._standing:
                self._kept.save_if_grown(self._index)
        return done

    def forget(self, step_id: str) -> None:
        """Take a withdrawn Step out at once; if its tombstone is rolled back, `catch_up` brings it back."""
        with self._standing:
            self._index.remove([step_id])
            self._kept.forget()
        self.expect(step_id)

    def clear(self) -> None:
        """Let go of every index, the kept one too."""
        with self._standing:
            self._index = StepIndex(self._embedder.dimension if self._embedder else None)
            self._waiting.clear()
            self._kept.forget()

    def search(
        self,
        query: str,
        limit: int,
        *,
        plan: QueryPlan,
        distinct: bool = False,
        exclude: Collection[str] = (),
        window: TimeWindow | None = None,
        speaker: str | None = None,
    ) -> list[StepHit]:
        """The best `limit` standing Steps; by words alone where the query cannot be embedded.

        What was said just now is found by its words, though it waits for `catch_up`.
        """
        asked = cleaned(query, "query").strip()
        if not asked or limit < 1:
            return []
        self._read_waiting()
        vector = vector_of(self._embedder, asked, "searching")
        wanted = SPARE * limit if distinct else limit
        found = self._index.search(
            asked, vector, wanted, exclude=exclude, window=window, speaker=speaker, plan=plan
        )
        hits = self._hits(found)
        return self._distinct(hits)[:limit] if distinct else hits

    def _read_waiting(self) -> None:
        with self._standing:
            fresh = [each for each in list(self._waiting)[-BATCH:] if each not in self._index]
            if fresh:
                self._index.add(self._store.recallable(fresh))

    def _distinct(self, hits: list[StepHit]) -> list[StepHit]:
        """Of Steps that say the same, the best one alone: the same words, or one within the other and near to it.

        Nearness alone is not enough: 3 birds and 4 birds lie nearer than that (`one-mind.md`, Nodes). What was told
        takes the place of an answer that repeats it: an answer is no evidence where the person told it themselves.
        """
        near = self._index.cosines([hit.step.id for hit in hits]) > SAME
        texts = [normal(hit.step.text) for hit in hits]
        kept: list[int] = []
        for at, text in enumerate(texts):
            same = (
                place
                for place, other in enumerate(kept)
                if text == texts[other]
                or (near[at, other] and (text in texts[other] or texts[other] in text))
            )
            place = next(same, None)
            if place is None:
                kept.append(at)
            elif _repeats(hits[kept[place]].step, hits[at].step):
                kept[place] = at
        return [hits[at] for at in kept]

    def phrase(self, phrase: str, limit: int) -> list[Step]:
        """Standing Steps that hold `phrase`, newest first; sign by sign in scripts without spaces."""
        asked = cleaned(phrase, "phrase").strip()
        if not any(map(str.isalnum, asked)):
            return []
        search = self._store.passage if max(asked) >= _FIRST_UNSPACED else self._store.phrase
        return search(asked, limit)

    def _place(self, steps: Sequence[Recallable], vectors: Vectors, space: str) -> None:
        with self._vault.unit() as unit:
            standing = {step.id for step in self._store.recallable([step.id for step in steps])}
            for step, vector in zip(steps, vectors, strict=True):
                if step.id in standing:
                    self._vault.vectors.put(unit, space, step.id, vector)
            unit.commit()
        self._index.place([step.id for step in steps], vectors)

    def _hits(self, found: Found) -> list[StepHit]:
        steps = self._store.steps([each.id for each in found.ranked])
        return [
            StepHit(step, each.score, each.similarity, each.signals, _confidence(each, found.evidence))
            for each in found.ranked
            if (step := steps.get(each.id)) is not None and step.withdrawn_at is None
        ]


def _repeats(answer: Step, told: Step) -> bool:
    return answer.kind is StepKind.ANSWER and told.kind is StepKind.UTTERANCE


def _confidence(each: Ranked, evidence: float) -> float:
    return confidence(each.similarity, each.signals["coverage"], evidence)
