from .onnx import OnnxEmbedder
from .port import (
    DimensionError,
    Embedder,
    EmbedderClosedError,
    EmbeddingError,
    ModelDamagedError,
    ModelMissingError,
    Vectors,
    vector_of,
    vectors_of,
)
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
