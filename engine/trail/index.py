"""Standing Steps, findable by meaning and by word: derived, in memory, rebuilt at every opening."""

import math
import threading
from array import array
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from engine.embedding import Vectors
from engine.search import (
    Candidates,
    Document,
    DocumentIndex,
    ExactIndex,
    LexicalIndex,
    Mask,
    Packed,
    QueryPlan,
    Ranked,
    Scores,
    TimeWindow,
)
from engine.trail.judging.match import speaker_evidence
from engine.trail.judging.naming import Speakers
from engine.trail.store import Recallable, span
from engine.trail.wording import matched, told_words

# What each adds: decision 9. All in standard deviations over the candidates of one search.
WEIGHTS: Mapping[str, float] = MappingProxyType({"vector": 1.0, "words": 1.0, "thread": 0.75})
TELLING = 1.0  # a logarithm of base e; not as a z-score, which would make much of little among a few Steps
NAMED_SPEAKER = 2.0
NAMED_TIME = 2.0
TIMELY = 0.25  # between the newest and the oldest candidate: breaks near ties, no more


class Found(NamedTuple):
    """What a search gives: `evidence` is about all of it, as `speaker_evidence` says."""

    ranked: list[Ranked]
    evidence: float


class StepIndex:
    """A `DocumentIndex` of Steps with what they can be filtered by. Callable from any thread."""

    def __init__(self, dimension: int | None) -> None:
        self._lock = threading.Lock()
        self._vectors = None if dimension is None else ExactIndex(dimension)
        self._documents = DocumentIndex(self._vectors)
        self._at = array("q")
        self._speaker = array("i")
        self._telling = array("f")
        self._speakers = Speakers()

    def add(self, steps: Sequence[Recallable]) -> None:
        """Index the words of those that are not known yet."""
        with self._lock:
            fresh = [step for step in steps if step.id not in self._documents]
            self._documents.add(
                [Document(s.id, matched(s.speaker, s.text), s.episode_id, s.seq) for s in fresh]
            )
            self._at.extend([step.at for step in fresh])
            self._speaker.extend([self._speakers.code(step.speaker) for step in fresh])
            self._telling.extend([math.log1p(told_words(step.text)) for step in fresh])

    def place(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Give Steps their vectors; those that are not indexed (withdrawn meanwhile) are left out."""
        with self._lock:
            known = [each in self._documents for each in ids]
            if all(known):
                self._documents.place(ids, vectors)
            else:
                chosen = [each for each, stands in zip(ids, known, strict=True) if stands]
                self._documents.place(chosen, vectors[np.array(known, np.bool_)])

    def remove(self, ids: Sequence[str]) -> None:
        with self._lock:
            self._documents.remove(ids)

    def search(
        self,
        query: str,
        vector: Vectors | None,
        limit: int,
        *,
        exclude: Collection[str],
        window: TimeWindow | None,
        speaker: str | None,
        plan: QueryPlan,
    ) -> Found:
        """The best `limit` of the Steps that pass every filter; what `plan` tells of times only leans."""
        with self._lock:
            allowed = self._allowed(exclude, window, speaker)
            named = self._speakers.named(query)
            words = query if named is None else self._speakers.without(query, named)
            found = self._documents.gather(words, vector, allowed)
            telling = found.signals["telling"] = np.frombuffer(self._telling, np.float32)[found.rows]
            theirs = None if named is None else self._are_of(named, found)
            boosts = self._timely(plan, found) + TELLING * (
                telling - telling.mean() if len(telling) else telling
            )
            if theirs is not None:
                boosts += NAMED_SPEAKER * theirs
            ranked = self._documents.ranked(found, limit, weights=WEIGHTS, boosts=boosts)
        return Found(ranked, speaker_evidence(found.signals["words"], telling, theirs))

    def _timely(self, plan: QueryPlan, found: Candidates) -> Scores:
        """What the time that a query names adds, and its wish for what is new or old."""
        at = np.frombuffer(self._at, np.int64)[found.rows]
        boosts = np.zeros(len(at), np.float32)
        if plan.window is not None:
            start, end = span(plan.window)
            boosts += NAMED_TIME * ((start <= at) & (at < end))
        if plan.direction and len(at):
            oldest, newest = int(at.min()), int(at.max())
            boosts += TIMELY * plan.direction * (at - oldest) / max(newest - oldest, 1)
        return boosts

    def _are_of(self, speaker: int, found: Candidates) -> Scores:
        return np.asarray(np.frombuffer(self._speaker, np.int32)[found.rows] == speaker, np.float32)

    def cosines(self, ids: Sequence[str]) -> Scores:
        """How near these Steps are to each other, every one to every one; 0 for one without a vector."""
        with self._lock:
            found = (
                np.zeros((len(ids), 1), np.float32) if self._vectors is None else self._vectors.vectors(ids)
            )
        return np.asarray(found @ found.T, np.float32)

    def packed(self) -> Packed:
        """Everything but the vectors, as arrays. Raises ValueError where a Step was removed."""
        with self._lock:
            return {
                **self._documents.packed(),
                "at": np.array(self._at),
                "speaker": np.array(self._speaker),
                "telling": np.array(self._telling),
                "speakers": np.array(self._speakers.names),
            }

    def unpack(self, packed: Packed) -> None:
        """Stand as `packed` did, without vectors. Raises KeyError or ValueError, and then stands as before."""
        words = LexicalIndex.unpacked(packed)
        at, speaker = array("q", packed["at"].tobytes()), array("i", packed["speaker"].tobytes())
        telling = array("f", packed["telling"].tobytes())
        if not len(words) == len(at) == len(speaker) == len(telling):
            raise ValueError("columns of different lengths")
        with self._lock:
            self._documents = DocumentIndex(self._vectors, words)
            self._at, self._speaker, self._telling = at, speaker, telling
            self._speakers = Speakers(map(str, packed["speakers"]))

    @property
    def ids(self) -> list[str]:
        """The Steps that stand here."""
        with self._lock:
            return [each for each in self._documents.ids if each is not None]

    def __len__(self) -> int:
        return len(self._documents)

    def __contains__(self, step_id: str) -> bool:
        return step_id in self._documents

    def _allowed(
        self, exclude: Collection[str], window: TimeWindow | None, speaker: str | None
    ) -> Mask | None:
        if not exclude and window is None and speaker is None:
            return None
        allowed = np.ones(len(self._at), np.bool_)
        if window is not None:
            start, end = span(window)
            at = np.frombuffer(self._at, np.int64)
            allowed &= (start <= at) & (at < end)
        if speaker is not None:
            allowed &= np.frombuffer(self._speaker, np.int32) == self._speakers.known(speaker)
        allowed[[self._documents.row(each) for each in exclude if each in self._documents]] = False
        return allowed
