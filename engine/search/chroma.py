"""Chroma as a vector index: named collections in memory, nothing on the network, nothing on disk but what is handed on.

Importing this module is cheap; Chroma itself (two seconds, 50 MB) is loaded with the first `ChromaCollections`.
"""

import importlib.util
import uuid
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from engine.search.exact import Rows
from engine.search.port import ChromaMissingError, Mask, Matrix, Scores

if TYPE_CHECKING:
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.models.Collection import Collection as ChromaCollection
    from chromadb.config import Settings

# Twice Chroma's defaults: the graph then found every neighbour of 1,800 random questions.
GRAPH: "CreateHNSWConfiguration" = {"space": "cosine", "ef_construction": 200, "ef_search": 200}
BATCH = 5000  # Chroma takes at most 5,461 vectors at once


class ChromaCollections:
    """A private database of collections; `close` forgets them all.

    Raises ChromaMissingError where the package is not installed.
    """

    def __init__(self) -> None:
        try:
            import chromadb  # noqa: PLC0415 - two seconds and 50 MB that only its users pay
        except ImportError as error:
            raise ChromaMissingError("Chroma is not installed.") from error
        self._database = f"companion-{uuid.uuid4().hex}"
        self._admin = chromadb.AdminClient(_settings())
        self._admin.create_database(self._database)
        self._client = chromadb.EphemeralClient(_settings(), database=self._database)
        self._open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def index(self, name: str, dimension: int) -> "ChromaIndex":
        """The index over the collection `name`, empty at first. Raises ValueError for one that is there."""
        if name in self.names:
            raise ValueError(f"there is a collection {name} already")
        made = self._client.create_collection(name, configuration={"hnsw": GRAPH}, embedding_function=None)
        return ChromaIndex(made, dimension)

    @property
    def names(self) -> list[str]:
        """The collections that are here."""
        return sorted(each.name for each in self._client.list_collections())

    def drop(self, name: str) -> None:
        """Forget a collection."""
        self._client.delete_collection(name)

    def close(self) -> None:
        """Forget everything. Idempotent."""
        if self._open:
            self._open = False
            for name in self.names:
                self.drop(name)
            self._admin.delete_database(self._database)


class ChromaIndex:
    """A `VectorIndex` over one collection; its nearest are those that the graph finds."""

    def __init__(self, collection: "ChromaCollection", dimension: int) -> None:
        self._collection = collection
        self._dimension = dimension
        self._rows = Rows()

    @property
    def ids(self) -> Sequence[str | None]:
        return self._rows.ids

    def add(self, ids: Sequence[str], vectors: Matrix) -> NDArray[np.int32]:
        if vectors.shape != (len(ids), self._dimension):
            raise ValueError(f"{len(ids)} ids of dimension {self._dimension} with vectors {vectors.shape}")
        for start, part in zip(range(0, len(ids), BATCH), _batches(ids), strict=True):
            self._collection.upsert(part, embeddings=vectors[start : start + BATCH])
        return np.array([self._rows.take(each) for each in ids], np.int32)

    def remove(self, ids: Sequence[str]) -> None:
        known = [each for each in ids if self._rows.drop(each) is not None]
        for part in _batches(known):
            self._collection.delete(part)

    def search(self, query: Matrix, k: int, allowed: Mask | None = None) -> list[tuple[str, float]]:
        among = None if allowed is None else self._among(allowed)
        return self._nearest(query, min(k, len(self) if among is None else len(among)), among)

    def scores(self, query: Matrix) -> Scores:
        scores = np.full(len(self.ids), np.nan, np.float32)
        for each, cosine in self._nearest(query, len(self), None):
            scores[self._rows.row_of(each)] = cosine
        self._complete(scores, query)
        return scores

    def __len__(self) -> int:
        return len(self._rows)

    def _among(self, allowed: Mask) -> list[str] | None:
        """The allowed ids; None where that is all of them, as a filter costs Chroma much."""
        among = [each for each, may in zip(self.ids, allowed, strict=True) if may and each is not None]
        return None if len(among) == len(self) else among

    def _nearest(self, query: Matrix, k: int, among: list[str] | None) -> list[tuple[str, float]]:
        if k < 1:
            return []
        found = self._collection.query(
            query_embeddings=query[None], n_results=k, ids=among, include=["distances"]
        )
        distances = found["distances"] or [[]]
        return [(each, 1.0 - far) for each, far in zip(found["ids"][0], distances[0], strict=True)]

    def _complete(self, scores: Scores, query: Matrix) -> None:
        """Compare with what the graph did not reach: every vector has a score."""
        missed = [
            each for each, score in zip(self.ids, scores, strict=True) if each is not None and np.isnan(score)
        ]
        for part in _batches(missed):
            found = self._collection.get(part, include=["embeddings"])
            for each, vector in zip(found["ids"], found["embeddings"], strict=True):  # type: ignore[arg-type]  # they were asked for
                scores[self._rows.row_of(each)] = np.asarray(vector, np.float32) @ query


def has_chroma() -> bool:
    """Whether Chroma is installed; it is not loaded."""
    return importlib.util.find_spec("chromadb") is not None


def write_chroma(
    folder: Path, name: str, rows: Sequence[tuple[str, str, dict[str, str | int | float]]], vectors: Matrix
) -> None:
    """A collection of a database of its own in `folder`, in the clear, for another program to open.

    Each row is an id, a text and what is kept of it; `vectors` (N × dimension) are theirs. Raises ChromaMissingError.
    """
    try:
        import chromadb  # noqa: PLC0415 - two seconds and 50 MB that only its users pay
    except ImportError as error:
        raise ChromaMissingError("Chroma is not installed.") from error
    client = chromadb.PersistentClient(str(folder), settings=_settings(kept_in=folder))
    with closing(client):  # type: ignore[type-var] # what it makes can be closed; its types say less
        made = client.create_collection(name, configuration={"hnsw": GRAPH}, embedding_function=None)
        for start in range(0, len(rows), BATCH):
            part = rows[start : start + BATCH]
            made.add(
                ids=[one for one, _, _ in part],
                documents=[text for _, text, _ in part],
                embeddings=np.asarray(vectors[start : start + BATCH], np.float32),
                metadatas=[kept for _, _, kept in part],
            )


def _batches(ids: Sequence[str]) -> list[list[str]]:
    return [list(ids[start : start + BATCH]) for start in range(0, len(ids), BATCH)]


def _settings(kept_in: Path | None = None) -> "Settings":
    """Said in full: Chroma would take what is left open from the environment and from a `.env` file."""
    from chromadb.config import Settings  # noqa: PLC0415 - loads Chroma

    return Settings(
        _env_file=None,
        anonymized_telemetry=False,
        chroma_api_impl="chromadb.api.rust.RustBindingsAPI",
        chroma_otel_collection_endpoint="",
        is_persistent=kept_in is not None,
        persist_directory=str(kept_in or ""),
    )
