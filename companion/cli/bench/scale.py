"""How recall grows with a memory: made-up Steps and vectors from a seed, in an encrypted vault on disk.

Steps are sentences whose words come as often as words do, said by two people in Episodes of forty. A recall is
complete: planned, embedded for real, ranked over everything with a filter on the speaker, its Steps read back. Chroma
answers the same questions, embedded already, with the same filter.
"""

import os
import random
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray

from companion.cli.bench.figures import percentile
from companion.service import Json
from engine.clock import ManualClock
from engine.embedding import Embedder
from engine.events import EventBus
from engine.trail import SCHEMA, StepKind, Trail
from engine.vault import DataKey, Vault

SMALL = 1000  # the size that growth is measured against
QUESTIONS = 200
NEAREST = 10
STEPS_AN_EPISODE = 40
SPEAKERS = ("Mira", "Elara")
_VOCABULARY = 30_000
_WORDS = 12
_CHROMA_BATCH = 5000


@dataclass(frozen=True, slots=True)
class ScaleFigures:
    """Milliseconds but for the opening; bytes of vault on disk a Step."""

    vectors: int
    recall_ms: list[float]
    small_ms: list[float]
    chroma_ms: list[float]
    open_s: float
    bytes_per_step: float
    load: tuple[float, float]

    def document(self) -> Json:
        """What `--json` prints; `chroma_p95_ms` is null where Chroma was left out."""
        return {
            "vectors": self.vectors,
            "recall_p50_ms": round(percentile(self.recall_ms, 50), 2),
            "recall_p95_ms": round(percentile(self.recall_ms, 95), 2),
            "chroma_p95_ms": round(percentile(self.chroma_ms, 95), 2) if self.chroma_ms else None,
            "open_to_first_recall_s": round(self.open_s, 2),
            "bytes_per_step": round(self.bytes_per_step),
            "recall_p50_ms_at_1000": round(percentile(self.small_ms, 50), 2),
            "recall_p95_ms_at_1000": round(percentile(self.small_ms, 95), 2),
            "load_average": list(self.load),
        }


class Speech:
    """Sentences by Zipf's law: half of them function words, the rest by rank."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - made-up text, no secret
        letters = "abcdefghijklmnoprstuvwyz"
        self._words = ["".join(self._random.choices(letters, k=7)) for _ in range(_VOCABULARY)]
        self._weights = np.cumsum(1.0 / np.arange(20, _VOCABULARY + 20)).tolist()

    def sentence(self, words: int) -> str:
        """So many content words, each with a function word."""
        content = self._random.choices(self._words, cum_weights=self._weights, k=words)
        return " ".join(
            f"{word} {self._random.choice(('the', 'and', 'to', 'you', 'of'))}" for word in content
        )


def measure_scale(
    vectors: int, embedder: Embedder, *, chroma: bool, small: int = SMALL, seed: int = 0
) -> ScaleFigures:
    """A trail of `vectors` Steps, one of `small`, and Chroma if it is wanted."""
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        _, few, _ = _measure_trail(Path(folder) / "small", small, embedder, seed)
        open_s, large, size = _measure_trail(Path(folder) / "large", vectors, embedder, seed)
    compared = _measure_chroma(vectors, embedder, seed) if chroma else []
    load = (round(before, 2), round(os.getloadavg()[0], 2))
    return ScaleFigures(vectors, large, few, compared, open_s, size / vectors, load)


def print_table(figures: ScaleFigures) -> None:
    """The document in lines."""
    for name, value in figures.document().items():
        typer.echo(f"{name:24} {value}")


def _measure_trail(folder: Path, steps: int, embedder: Embedder, seed: int) -> tuple[float, list[float], int]:
    """Seconds from opening to the first answer, milliseconds of every later one, bytes on disk."""
    folder.mkdir()
    key = DataKey.generate()
    _fill(folder / "vault.db", key, steps, embedder, seed)
    started = time.perf_counter()
    vault = Vault.open(folder / "vault.db", key, [SCHEMA])
    try:
        trail = _trail(vault, embedder)
        trail.load()
        speech = Speech(seed + 1)
        trail.search(speech.sentence(6), NEAREST)
        open_s = time.perf_counter() - started
        spans = [_timed(trail, speech.sentence(6), SPEAKERS[at % 2]) for at in range(QUESTIONS)]
    finally:
        vault.close()
    return open_s, spans, sum(file.stat().st_size for file in folder.iterdir())


def _timed(trail: Trail, question: str, speaker: str) -> float:
    started = time.perf_counter()
    trail.search(question, NEAREST, speaker=speaker)
    return (time.perf_counter() - started) * 1000


def _fill(path: Path, key: DataKey, steps: int, embedder: Embedder, seed: int) -> None:
    speech, drawn = Speech(seed), _vectors(steps, embedder.dimension, seed)
    vault = Vault.open(path, key, [SCHEMA])
    try:
        clock = ManualClock(datetime(2020, 1, 1, tzinfo=UTC))
        trail = _trail(vault, embedder, clock)
        for start in range(0, steps, STEPS_AN_EPISODE):
            clock.advance(timedelta(hours=5))
            with vault.unit() as unit:
                loop = trail.open_loop("benchmark", "benchmark", "fill")
                for at in range(start, min(start + STEPS_AN_EPISODE, steps)):
                    kind = (StepKind.UTTERANCE, StepKind.ANSWER)[at % 2]
                    step = trail.record(loop, kind, speech.sentence(_WORDS), SPEAKERS[at % 2], unit=unit)
                    vault.vectors.put(unit, trail.space, step.id, drawn[at])
                unit.commit()
        # As the next process would: it finds every vector there, and keeps the word index.
        again = _trail(vault, embedder)
        again.load()
        again.catch_up()
    finally:
        vault.close()


def _trail(vault: Vault, embedder: Embedder, clock: ManualClock | None = None) -> Trail:
    clock = clock or ManualClock(datetime(2040, 1, 1, tzinfo=UTC))
    return Trail(vault, embedder, clock, EventBus(), companion="companion", person="person")


def _vectors(count: int, dimension: int, seed: int) -> NDArray[np.float32]:
    drawn = np.random.default_rng(seed).standard_normal((count, dimension), np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)


def _measure_chroma(vectors: int, embedder: Embedder, seed: int) -> list[float]:
    """Milliseconds of every question to a collection in memory, made with Chroma's own defaults."""
    import chromadb  # noqa: PLC0415 - two seconds and 50 MB that only this benchmark pays
    from chromadb.config import Settings  # noqa: PLC0415 - see above

    client = chromadb.EphemeralClient(Settings(anonymized_telemetry=False))
    collection = client.create_collection(f"scale-{seed}-{vectors}", embedding_function=None)
    drawn = _vectors(vectors, embedder.dimension, seed)
    for start in range(0, vectors, _CHROMA_BATCH):
        part = range(start, min(start + _CHROMA_BATCH, vectors))
        collection.add(
            [f"s{at}" for at in part],
            embeddings=drawn[start : start + _CHROMA_BATCH],
            metadatas=[{"speaker": SPEAKERS[at % 2]} for at in part],
        )
    speech, spans = Speech(seed + 1), []
    for at in range(QUESTIONS):
        question = embedder.embed([speech.sentence(6)])
        started = time.perf_counter()
        collection.query(query_embeddings=question, n_results=NEAREST, where={"speaker": SPEAKERS[at % 2]})
        spans.append((time.perf_counter() - started) * 1000)
    client.delete_collection(collection.name)
    return spans
