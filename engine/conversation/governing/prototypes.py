"""How people ask for a change, learnt from prototypes: a linear reading of sentence vectors, fitted once and kept.

Each sentence is read whole and by its first words: what is asked stands at the front, what it is asked about follows.
"""

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.decisions import Kept
from engine.embedding import Embedder
from engine.stopping import Stop, never

CLASSES = ("remember", "correct", "forget", "doubt", "tell", "tell_all", "none")
REPEATS, VERB_REPEATS = 2, 4
"""How often a line with a gap is said, each time of something else or by another verb."""

HEAD_WORDS, HEAD_SIGNS = 4, 8
MARKS_FROM, MARKS_WEIGH = 2, 2.0
"""In how many prototypes a mark stands at least, and how much all of a sentence count beside a vector of length 1."""

_WORD = re.compile(r"[\w']+|\|")
_THAT = re.compile(r"([\w']+),? (?:that|dass|que) \{")
_GAP = re.compile(r"\{\w+\}")
_RIDGE, _ROUNDS, _BATCH = 0.1, 250, 32
_STRIDES = {"fact": 5, "thing": 3, "keep": 7, "drop": 4, "world": 3, "de": 3, "fr": 3, "es": 5, "zh": 5}
VERBS = ("keep", "drop")
_STRIDES |= {"wrong": 1, "right": 1}
"""The gaps, and how far on in its words each new sentence goes."""


Matrix = NDArray[np.float64]


class FitStoppedError(Exception):
    """There was something better to do than fitting."""


class Prototypes:
    """Tells what sentences seem to ask for. Callable from any thread.

    Weights for the starter's sentence model are shipped; for another they are fitted when first asked, or by `fit`.
    """

    def __init__(self, embedder: Embedder, kept: Kept | None = None) -> None:
        self._embedder, self._kept = embedder, kept
        self._weights: Matrix | None = None

    def fit(self, should_stop: Stop = never) -> bool:
        """Make ready; False where it was stopped. Raises EmbeddingError."""
        if self._weights is None:
            try:
                self._weights = self._shipped()
                if self._weights is None:
                    self._weights = self._remembered()
                if self._weights is None:
                    self._weights = self.fitted(should_stop)
            except FitStoppedError:
                return False
        return True

    def shares(self, sentences: Sequence[str]) -> Matrix:
        """Shares of `CLASSES`, a row a sentence. Raises EmbeddingError."""
        self.fit()
        if self._weights is None:
            raise FitStoppedError
        return _softmax(_with_one(self._read(sentences)) @ self._weights)

    def fitted(self, should_stop: Stop = never) -> Matrix:
        """Weights fitted now, and kept where there is a place for it. Raises EmbeddingError, FitStoppedError."""
        texts, labels = zip(*_filled(), strict=True)
        rows = []
        for start in range(0, len(texts), _BATCH):
            if should_stop():
                raise FitStoppedError
            rows.append(self._read(texts[start : start + _BATCH]))
        weights = fit_classes(np.concatenate(rows), np.array(labels))
        if self._kept is not None:
            self._kept.put(self._key, weights.astype(np.float32).tobytes())
        return weights

    def _shipped(self) -> Matrix | None:
        source = resources.files("resources") / "governing" / weights_name(self._embedder.space)
        return self._as_weights(source.read_bytes()) if source.is_file() else None

    def _remembered(self) -> Matrix | None:
        return self._as_weights(None if self._kept is None else self._kept.get(self._key))

    def _as_weights(self, blob: bytes | None) -> Matrix | None:
        shape = (2 * self._embedder.dimension + len(_vocabulary()) + 1, len(CLASSES))
        if blob is None or len(blob) != 4 * shape[0] * shape[1]:
            return None
        return np.frombuffer(blob, np.float32).reshape(shape).astype(np.float64)

    def _read(self, sentences: Sequence[str]) -> Matrix:
        heads = [head(sentence) for sentence in sentences]
        vectors = self._embedder.embed([*sentences, *heads]).astype(np.float64)
        return np.hstack([vectors[: len(sentences)], vectors[len(sentences) :], marks(sentences)])

    @property
    def _key(self) -> str:
        return f"governing/{self._embedder.space}/{_digest()}"


def marks(sentences: Sequence[str]) -> Matrix:
    """Which small words and pairs of words of the prototypes' own asking stand in each sentence, as a unit row."""
    places = _vocabulary()
    rows = np.zeros((len(sentences), len(places)))
    for row, sentence in zip(rows, sentences, strict=True):
        row[[places[one] for one in _said(sentence) if one in places]] = 1.0
    weighed: Matrix = MARKS_WEIGH * rows / np.sqrt(np.maximum(rows.sum(axis=1, keepdims=True), 1.0))
    return weighed


def weights_name(space: str) -> str:
    """The shipped weights' file: of one sentence model and of these prototypes, float32, features by classes."""
    return f"weights-{space}-{_digest()[:16]}.f32"


@cache
def before_statements() -> frozenset[str]:
    """The words after which "that" begins a statement: those before it in the prototypes of remembering.

    "Remember that…", "make a note that…"; not "Remember the book that…", which tells of a book.
    """
    lines = (said.casefold() for line in _table()["remember"] for said in _with_verbs(line))
    return frozenset(found[1] for line in lines for found in _THAT.finditer(line))


def head(sentence: str) -> str:
    """The first words, or signs where a script has no spaces."""
    words = sentence.split()
    return " ".join(words[:HEAD_WORDS]) if len(words) > 1 else sentence[:HEAD_SIGNS]


def fit_classes(rows: Matrix, labels: NDArray[np.int_]) -> Matrix:
    """Weights (features + 1, classes) of a multinomial logistic reading with a ridge, rare classes counting more.

    Nesterov's gradient steps of a fixed length: the same rows give the same weights.
    """
    inputs, wanted = _with_one(rows), np.eye(len(CLASSES))[labels]
    counts = np.maximum(wanted.sum(axis=0), 1)
    weight = np.sqrt(len(labels) / (len(CLASSES) * counts))[labels][:, None]
    steepest = 0.5 * float(np.linalg.norm(inputs * np.sqrt(weight), 2) ** 2) + _RIDGE
    ridge = np.full((inputs.shape[1], 1), _RIDGE)
    ridge[-1] = 0
    present = ahead = np.zeros((inputs.shape[1], len(CLASSES)))
    for number in range(1, _ROUNDS + 1):
        slope = inputs.T @ ((_softmax(inputs @ ahead) - wanted) * weight) + ridge * ahead
        before, present = present, ahead - slope / steepest
        ahead = present + (number - 1) / (number + 2) * (present - before)
    return present


def _filled() -> Iterator[tuple[str, int]]:
    """Every prototype with its class, gaps filled in turn."""
    table = _table()
    said = 0
    for label, name in enumerate(CLASSES):
        for line in table[name]:
            for _ in range(_repeats(line)):
                said += 1
                gaps = {gap: table[gap][said * _STRIDES[gap] % len(table[gap])] for gap in _STRIDES}
                text = line.format(**gaps)
                yield text[:1].upper() + text[1:], label


def _repeats(line: str) -> int:
    if any(f"{{{gap}}}" in line for gap in VERBS):
        return VERB_REPEATS
    return REPEATS if "{" in line else 1


@cache
def _source() -> bytes:
    return (resources.files("resources") / "governing" / "prototypes.toml").read_bytes()


@cache
def _table() -> dict[str, list[str]]:
    return tomllib.loads(_source().decode("utf-8"))


@cache
def _vocabulary() -> dict[str, int]:
    """What stands in several prototypes outside of their gaps, with its place among the marks."""
    lines = {said for name in CLASSES for line in _table()[name] for said in _with_verbs(line)}
    counts = Counter(mark for line in lines for mark in set(_said(_GAP.sub(" | ", line))))
    return {
        mark: place for place, mark in enumerate(sorted(one for one in counts if counts[one] >= MARKS_FROM))
    }


def _with_verbs(line: str) -> Iterator[str]:
    """The line by each verb that it may be said with, its other gaps left open."""
    gap = next((gap for gap in VERBS if f"{{{gap}}}" in line), "")
    for verb in _table()[gap] if gap else [""]:
        said = line.replace(f"{{{gap}}}", verb) if gap else line
        yield said[:1].upper() + said[1:]


def _said(sentence: str) -> list[str]:
    """Words, pairs of words and the first word of a sentence; pairs of signs where a script has no spaces."""
    words = _WORD.findall(sentence.casefold().replace("’", "'"))
    pairs = [" ".join(pair) for pair in pairwise(words)]
    signs = [pair for word in words if not word.isascii() for pair in map("".join, pairwise(word))]
    return [*words, *pairs, *signs, *(f"^{word}" for word in words[:1])]


@cache
def _digest() -> str:
    heads, marks_of = (HEAD_WORDS, HEAD_SIGNS), (MARKS_FROM, MARKS_WEIGH)
    shape = f"{REPEATS} {VERB_REPEATS} {heads} {_RIDGE} {_ROUNDS} {marks_of} {CLASSES}"
    return hashlib.sha256(_source() + shape.encode()).hexdigest()


def _with_one(rows: Matrix) -> Matrix:
    return np.hstack([rows, np.ones((len(rows), 1))])


def _softmax(scores: Matrix) -> Matrix:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Matrix = raised / raised.sum(axis=1, keepdims=True)
    return shares
