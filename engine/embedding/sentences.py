"""Sentence models in the sentence-transformers format, run in the worker process with torch."""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from engine.embedding.port import (
    DimensionError,
    EmbedderClosedError,
    EmbeddingError,
    ModelDamagedError,
    ModelMissingError,
    Vectors,
    readable,
)
from engine.process import TaskFailedError, Worker, WorkerError

Shape = TypeVar("Shape", list[Any], dict[str, Any])

TASK = "embed_sentences"
LIBRARY = "sentence_transformers"
FAULTS: dict[str, type[EmbeddingError]] = {
    "ModelDamagedError": ModelDamagedError,
    "ModelMissingError": ModelMissingError,
}


class SentenceTransformerEmbedder:
    """An `Embedder` over a folder with `modules.json` and safetensors.

    `dimension` cuts vectors to their first numbers and brings them to length 1 again; models trained for it
    (Matryoshka) lose little. The space is `space` (the folder's name without one), with `@dimension` behind
    it where vectors are cut. The worker is the caller's, unless the embedder `owns_worker`: closing the embedder leaves
    it, and its memory comes back when the worker goes idle. Made without loading torch and without starting the worker.

    Raises ModelMissingError, ModelDamagedError, EmbeddingError where torch or its library is not installed, and
    DimensionError for more numbers than the model gives.
    """

    def __init__(
        self,
        folder: Path,
        worker: Worker,
        *,
        space: str | None = None,
        dimension: int | None = None,
        owns_worker: bool = False,
    ) -> None:
        if find_spec(LIBRARY) is None:
            raise EmbeddingError("This sentence model needs PyTorch, which this installation does not have.")
        own = own_dimension(folder)
        if dimension is not None and not 0 < dimension <= own:
            raise DimensionError(f"The sentence model gives {own} numbers, so {dimension} cannot be had.")
        self._folder = folder
        self._worker = worker
        self._owns_worker = owns_worker
        self._closed = False
        self.dimension = dimension or own
        name = space or folder.name
        self.space = name if self.dimension == own else f"{name}@{self.dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self._closed:
            raise EmbedderClosedError("The sentence model was released.")
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        request = {
            "folder": str(self._folder),
            "dimension": self.dimension,
            "texts": [readable(text) for text in texts],
        }
        try:
            _, payload = self._worker.ask(TASK, request)
        except TaskFailedError as error:
            raise FAULTS.get(error.code, EmbeddingError)(error.message) from error
        except WorkerError as error:
            raise EmbeddingError(error.message) from error
        return np.frombuffer(payload, np.float32).reshape(len(texts), self.dimension).copy()

    def close(self) -> None:
        self._closed = True
        if self._owns_worker:
            self._worker.close()


def own_dimension(folder: Path) -> int:
    """Numbers in a vector of the model in `folder`, read from its description alone."""
    dimension = 0
    for module in _described(folder / "modules.json", list):
        kind = str(module.get("type", "")).rpartition(".")[2]
        if kind in {"Pooling", "Dense"}:
            config = _described(folder / str(module.get("path", "")) / "config.json", dict)
            key = "out_features" if kind == "Dense" else "word_embedding_dimension"
            dimension = int(config.get(key, config.get("embedding_dimension", 0)))
    if dimension <= 0:
        raise ModelDamagedError("The sentence model does not tell how long its vectors are.")
    return dimension


def _described(path: Path, shape: type[Shape]) -> Shape:
    """A JSON file of the model."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelMissingError(f"The sentence model lacks its file {path.name}.") from error
    except ValueError as error:
        raise ModelDamagedError(f"The sentence model's file {path.name} cannot be read.") from error
    if not isinstance(content, shape):
        raise ModelDamagedError(f"The sentence model's file {path.name} is of another kind.")
    return content
