"""Where does Chroma's graph overtake plain comparison? `python tasks.py bench index_crossover [SIZE …]`

Synthetic vectors of 384 numbers in clusters, as sentences lie. Both indices answer the same questions: the ten
nearest of all, the ten nearest under the same filter that allows three rows in ten, and the score of every row, which
the fusion of recall needs. Exactness counts how many of the true ten nearest are found. Run it with
OPENBLAS_NUM_THREADS=1 on a busy machine: threads that wait for each other hide what is measured.
"""

import json
import statistics
import sys
import time
from dataclasses import asdict, dataclass

import numpy as np
import psutil

from engine.search import ChromaCollections, ExactIndex, VectorIndex
from engine.search.port import Mask, Matrix

DIMENSION = 384
SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 40
NEAREST = 10
COMPLETE = 10
ALLOWED = 0.3
SPREAD = 1.2  # of a sentence about its cluster, against the length 1 of the cluster's centre


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; milliseconds, but for the building in seconds."""

    index: str
    vectors: int
    build_s: float
    resident_mb: float
    p50_ms: float
    p95_ms: float
    filtered_p50_ms: float
    filtered_p95_ms: float
    complete_p50_ms: float
    complete_p95_ms: float
    exactness: float


def clustered(count: int, centres: Matrix, draw: np.random.Generator) -> Matrix:
    """`count` vectors of length 1 about randomly chosen centres."""
    chosen = centres[draw.integers(len(centres), size=count)]
    noise = draw.standard_normal((count, DIMENSION), dtype=np.float32) * (SPREAD / DIMENSION**0.5)
    vectors = chosen + noise
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def timed(index: VectorIndex, questions: Matrix, allowed: Mask | None) -> tuple[list[float], list[set[str]]]:
    """Milliseconds and answers of every question."""
    spent, answers = [], []
    for question in questions:
        began = time.perf_counter()
        found = index.search(question, NEAREST, allowed)
        spent.append(1000 * (time.perf_counter() - began))
        answers.append({each for each, _ in found})
    return spent, answers


def timed_scores(index: VectorIndex, questions: Matrix) -> list[float]:
    """Milliseconds for the score of every row."""
    spent = []
    for question in questions:
        began = time.perf_counter()
        index.scores(question)
        spent.append(1000 * (time.perf_counter() - began))
    return spent


def measure(
    name: str, index: VectorIndex, vectors: Matrix, questions: Matrix, truth: list[set[str]] | None
) -> tuple[Row, list[set[str]]]:
    """Build `index`, ask it everything; the answers without and with the filter, in this order."""
    before, began = psutil.Process().memory_info().rss, time.perf_counter()
    index.add([f"v{n}" for n in range(len(vectors))], vectors)
    build_s = time.perf_counter() - began
    grown = (psutil.Process().memory_info().rss - before) / 1e6
    allowed = np.random.default_rng(3).random(len(index.ids)) < ALLOWED
    timed(index, questions[:3], None)
    plain, answers = timed(index, questions, None)
    filtered, among = timed(index, questions, allowed)
    answers += among
    hits = [len(found & true) / NEAREST for found, true in zip(answers, truth or answers, strict=True)]
    row = Row(
        name,
        len(vectors),
        build_s,
        grown,
        *spread(plain),
        *spread(filtered),
        *spread(timed_scores(index, questions[:COMPLETE])),
        statistics.fmean(hits),
    )
    return row, answers


def spread(values: list[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    return float(np.percentile(values, 50)), float(np.percentile(values, 95))


def run(size: int) -> list[Row]:
    """Both indices at one size."""
    draw = np.random.default_rng(size)
    centres = clustered(200, np.zeros((1, DIMENSION), np.float32), draw)
    vectors = clustered(size, centres, draw)
    questions = clustered(QUESTIONS, centres, draw)
    exact, truth = measure("exact", ExactIndex(DIMENSION), vectors.copy(), questions, None)
    with ChromaCollections() as collections:
        chroma, _ = measure("chroma", collections.index("crossover", DIMENSION), vectors, questions, truth)
    return [exact, chroma]


def main(sizes: list[int]) -> None:
    """Print a line as soon as it is known, and all of it as JSON at the end."""
    print("index     vectors  build s    MB | p50 ms    p95 | filtered    p95 | complete     p95 | exactness")
    rows = []
    for size in sizes:
        for row in run(size):
            rows.append(asdict(row))
            print(
                f"{row.index:7} {row.vectors:9,} {row.build_s:8.2f} {row.resident_mb:5.0f} | "
                f"{row.p50_ms:6.2f} {row.p95_ms:6.2f} | {row.filtered_p50_ms:8.2f} {row.filtered_p95_ms:6.2f} | "
                f"{row.complete_p50_ms:8.2f} {row.complete_p95_ms:7.2f} | {row.exactness:9.3f}",
                flush=True,
            )
    print(json.dumps(rows))


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or list(SIZES))
