"""Finding again: vectors, words, and one ranking made of both.

`DocumentIndex` is what other rooms hold: one order of documents under an exact vector index and a BM25 word
index, ranked by normalised scores. Everything here is derived data in memory; its source is elsewhere. `ExactIndex`
is the vector index; `ChromaCollections` gives others under the same contract, one a named collection.
"""

from engine.search.chroma import ChromaCollections, ChromaIndex
from engine.search.collections import Ageing, Collection
from engine.search.documents import Candidates, DocumentIndex
from engine.search.errors import ChromaMissingError, SearchError
from engine.search.exact import ExactIndex
from engine.search.fusion import fuse, relevance, z_scores
from engine.search.lexicon.index import LexicalIndex, Packed
from engine.search.lexicon.words import stems, stop_words
from engine.search.planning import Intent, Planner, QueryPlan, TimeWindow
from engine.search.port import Mask, Scores, VectorIndex
from engine.search.records import Document, Ranked

__all__ = [
    "Ageing",
    "Candidates",
    "ChromaCollections",
    "ChromaIndex",
    "ChromaMissingError",
    "Collection",
    "Document",
    "DocumentIndex",
    "ExactIndex",
    "Intent",
    "LexicalIndex",
    "Mask",
    "Packed",
    "Planner",
    "QueryPlan",
    "Ranked",
    "Scores",
    "SearchError",
    "TimeWindow",
    "VectorIndex",
    "fuse",
    "relevance",
    "stems",
    "stop_words",
    "z_scores",
]
