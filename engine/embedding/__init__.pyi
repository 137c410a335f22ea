from .errors import (
    DimensionError,
    EmbedderClosedError,
    EmbeddingError,
    ModelDamagedError,
    ModelMissingError,
)
from .onnx import OnnxEmbedder
from .port import Embedder, Vectors
from .recent import RecentQueries
from .sentences import SentenceTransformerEmbedder

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
