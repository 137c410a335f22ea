"""Sentence models over onnxruntime, without torch: all-MiniLM-L6-v2 (int8) takes about 3 ms a query on one core."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from engine.embedding.port import (
    EmbedderClosedError,
    EmbeddingError,
    ModelDamagedError,
    ModelMissingError,
    Vectors,
    readable,
)

SPACE = "minilm-l6-v2"
MAX_TOKENS = 256  # what MiniLM was trained to read; the rest of a text is cut, of others too
BATCH = 32
REMEMBERED = 256  # texts whose vector is kept: a query is often asked again while it is being typed
_NEEDED = {"input_ids", "attention_mask"}
_INPUTS = _NEEDED | {"token_type_ids"}


class OnnxEmbedder:
    """An `Embedder` over a folder that holds `model.onnx` and `tokenizer.json`.

    Mean pooling over the attention mask, then length 1. `prefix` stands before each text, for models that were trained
    so. `threads` bounds the cores one call may use. Raises ModelMissingError or ModelDamagedError when made.
    """

    def __init__(self, folder: Path, *, space: str = SPACE, prefix: str = "", threads: int = 1) -> None:
        self.space, self._prefix = space, prefix
        self._lock = threading.Lock()
        self._remembered: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._tokenizer = _load_tokenizer(_existing(folder / "tokenizer.json"))
        self._session: Any = _load_session(_existing(folder / "model.onnx"), threads)
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self.dimension = _dimension(self._session)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """An array (len(texts), dimension) of float32 rows of length 1; a lone surrogate counts as `?`."""
        asked = [readable(text) for text in texts]
        with self._lock:
            if self._session is None:
                raise EmbedderClosedError("The sentence model was released.")
            fresh = [text for text in dict.fromkeys(asked) if text not in self._remembered]
            found = dict(zip(fresh, self._compute(fresh), strict=True))
            vectors = [found[text] if text in found else self._recall(text) for text in asked]
            self._remember(found)
        return np.stack(vectors) if vectors else np.empty((0, self.dimension), np.float32)

    def close(self) -> None:
        with self._lock:
            self._session = None
            self._remembered.clear()

    def _recall(self, text: str) -> NDArray[np.float32]:
        self._remembered.move_to_end(text)
        return self._remembered[text]

    def _remember(self, found: dict[str, NDArray[np.float32]]) -> None:
        self._remembered.update(found)
        while len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)

    def _compute(self, texts: list[str]) -> Vectors:
        encodings: list[Encoding] = self._tokenizer.encode_batch([self._prefix + text for text in texts])
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for rows in _batches_by_length([len(encoding.ids) for encoding in encodings]):
            vectors[rows] = self._run([encodings[row] for row in rows])
        return vectors

    def _run(self, encodings: list[Encoding]) -> Vectors:
        ids, mask = _padded(encodings)
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        given = {name: feeds[name] for name in self._inputs}
        try:
            hidden = self._session.run(None, given)[0]
        except Exception as error:
            # onnxruntime raises bare classes of its own C extension, without a common base to name here.
            raise EmbeddingError("The sentence model failed to read a text.") from error
        return _pooled(hidden, mask)


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise ModelMissingError(f"The sentence model lacks its file {path.name}.")
    return path


def _load_tokenizer(path: Path) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:
        # The Rust binding raises plain Exception for everything it cannot parse.
        raise ModelDamagedError(f"The sentence model's file {path.name} cannot be read.") from error
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.no_padding()
    return tokenizer


def _load_session(path: Path, threads: int) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # A spinning worker would take a core from the language model between two calls.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        # As in `_run`: no common base class.
        raise ModelDamagedError(f"The sentence model's file {path.name} cannot be read.") from error
    if not _NEEDED <= {entry.name for entry in session.get_inputs()} <= _INPUTS or _dimension(session) < 1:
        raise ModelDamagedError(f"The file {path.name} is not the sentence model that belongs here.")
    return session


def _dimension(session: Any) -> int:
    """Numbers in a token's vector: the first output is (texts, tokens, numbers). 0 where it is another."""
    shape = session.get_outputs()[0].shape
    return shape[2] if len(shape) == 3 and isinstance(shape[2], int) else 0


def _batches_by_length(lengths: list[int]) -> Iterator[list[int]]:
    """Rows in batches of like length, so that little is spent on padding."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH]


def _padded(encodings: list[Encoding]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    shape = (len(encodings), max(len(encoding.ids) for encoding in encodings))
    ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for row, encoding in enumerate(encodings):
        ids[row, : len(encoding.ids)] = encoding.ids
        mask[row, : len(encoding.ids)] = 1
    return ids, mask


def _pooled(hidden: NDArray[np.float32], mask: NDArray[np.int64]) -> Vectors:
    weights = mask[:, :, None].astype(np.float32)
    means = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), np.float32)
