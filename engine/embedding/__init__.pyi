from .attempt import vector_of, vectors_of
from .errors import (
    DimensionError,
    EmbedderClosedError,
    EmbeddingError,
    ModelDamagedError,
    ModelMissingError,
)
from .onnx import OnnxEmbedder
from .port import Embedder, Vectors
from .sentences import SentenceTransformerEmbedder

__all__ = [
    "DimensionError",
    "Embedder",
    "EmbedderClosedError",
    "EmbeddingError",
    "ModelDamagedError",
    "ModelMissingError",
    "OnnxEmbedder",
    "SentenceTransformerEmbedder",
    "Vectors",
    "vector_of",
    "vectors_of",
]
