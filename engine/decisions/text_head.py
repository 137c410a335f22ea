"""A classifier of short texts: a softmax over a sentence vector and the words beside it.

A sentence vector says what a text is about and much less how it is meant; single words and pairs of them say that.
Of these only a digest is kept, never a text. English, as the starter's sentence model is: `engine.tongues` tells.
"""

import io
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

VECTOR_SCALE = 2.0
"""How much a sentence vector weighs beside the words, both of length 1."""

Matrix = NDArray[np.float32]
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class TextHead:
    """Shares of `labels`: softmax(2 · vector · `of_vector` + words · `of_words` + `bias`).

    `words` is a row of length 1 over the known n-grams, (1 + ln count) · `rarity` each; `digests` ascend.
    """

    labels: tuple[str, ...]
    space: str
    of_vector: Matrix
    bias: Matrix
    digests: NDArray[np.uint32]
    rarity: Matrix
    of_words: Matrix

    def shares(self, texts: Sequence[str], vectors: Matrix) -> Matrix:
        """A row of shares, adding up to 1, for each text and its vector (shape: texts × dimension)."""
        told = np.stack([self._told(text) for text in texts])
        scores = VECTOR_SCALE * (vectors @ self.of_vector) + told + self.bias
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)

    def dump(self) -> bytes:
        """For `load_text_head`, in half precision."""
        into = io.BytesIO()
        halves = {name: getattr(self, name).astype(np.float16) for name in _HALVES}
        given = {"labels": np.array(self.labels), "space": np.array(self.space), "digests": self.digests}
        np.savez_compressed(into, allow_pickle=False, **given, **halves)
        return into.getvalue()

    def _told(self, text: str) -> Matrix:
        places, weights = word_row(text, self.digests, self.rarity)
        return np.asarray(weights @ self.of_words[places].astype(np.float32), np.float32)


_HALVES = ("of_vector", "bias", "rarity", "of_words")


def word_row(text: str, digests: NDArray[np.uint32], rarity: Matrix) -> tuple[NDArray[np.intp], Matrix]:
    """Which of the known n-grams stand in `text`, and how much each of them weighs: a row of length 1, or empty."""
    counts = Counter(ngram_digests(text))
    found = np.array(sorted(counts), np.uint32)
    places = np.minimum(np.searchsorted(digests, found), len(digests) - 1)
    known = digests[places] == found
    times = np.array([counts[int(one)] for one in found[known]], np.float32)
    weights = (1 + np.log(times)) * rarity[places[known]].astype(np.float32)
    length = float(np.linalg.norm(weights)) or 1.0
    return places[known], np.asarray(weights / length, np.float32)


def ngram_digests(text: str) -> Iterable[int]:
    """A number of 32 bits for each word, sign and pair of neighbours, in any case, and for how the text begins.

    In a script that is not ours, perhaps one without spaces, each pair of letters counts too.
    """
    tokens = _TOKEN.findall(text.casefold().replace("’", "'"))
    pairs = [f"{one} {other}" for one, other in pairwise(tokens)]
    letters = [pair for token in tokens if not token.isascii() for pair in map("".join, pairwise(token))]
    begins = [f"^{one}" for one in (*tokens[:1], *pairs[:1])]
    return (zlib.crc32(one.encode("utf-8", "replace")) for one in (*tokens, *pairs, *letters, *begins))


@cache
def load_text_head(name: str) -> TextHead:
    """The head `name` as shipped in `resources/decisions/heads`."""
    source = resources.files("resources") / "decisions" / "heads" / f"{name}.npz"
    with np.load(io.BytesIO(source.read_bytes()), allow_pickle=False) as kept:
        given = {one: kept[one] for one in _HALVES}
        # The words' weights stay halves: a text needs some dozen of their rows.
        wide = {one: value.astype(np.float32) for one, value in given.items() if one != "of_words"}
        return TextHead(
            tuple(map(str, kept["labels"])),
            str(kept["space"]),
            digests=kept["digests"],
            of_words=given["of_words"],
            **wide,
        )
