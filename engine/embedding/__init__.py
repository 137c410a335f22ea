"""Text to vectors: a port with two adapters.

`OnnxEmbedder` serves without torch (`models.md`, "sentences, ONNX"); `SentenceTransformerEmbedder` runs any model in
the sentence-transformers format in the worker process.
"""

from engine.embedding.errors import (
    DimensionError,
    EmbedderClosedError,
    EmbeddingError,
    ModelDamagedError,
    ModelMissingError,
)
from engine.embedding.onnx import OnnxEmbedder
from engine.embedding.port import Embedder, Vectors
from engine.embedding.recent import RecentQueries
from engine.embedding.sentences import SentenceTransformerEmbedder

__all__ = [
    "DimensionError",
    "Embedder",
    "EmbedderClosedError",
    "EmbeddingError",
    "ModelDamagedError",
    "ModelMissingError",
    "OnnxEmbedder",
    "RecentQueries",
    "SentenceTransformerEmbedder",
    "Vectors",
]
