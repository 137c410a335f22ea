from .choosing import CentredEmbedder, TwoSpaces, in_space
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
    "CentredEmbedder",
    "DimensionError",
    "Embedder",
    "EmbedderClosedError",
    "EmbeddingError",
    "ModelDamagedError",
    "ModelMissingError",
    "OnnxEmbedder",
    "SentenceTransformerEmbedder",
    "TwoSpaces",
    "Vectors",
    "in_space",
    "vector_of",
    "vectors_of",
]
