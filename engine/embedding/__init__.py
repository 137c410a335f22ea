"""Text to vectors: a port, and the adapter that serves it without torch (`models.md`, "sentences, ONNX")."""

from engine.embedding.errors import EmbedderClosedError, EmbeddingError, ModelDamagedError, ModelMissingError
from engine.embedding.onnx import OnnxEmbedder
from engine.embedding.port import Embedder, Vectors

__all__ = [
    "Embedder",
    "EmbedderClosedError",
    "EmbeddingError",
    "ModelDamagedError",
    "ModelMissingError",
    "OnnxEmbedder",
    "Vectors",
]
