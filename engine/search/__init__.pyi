from .chroma import ChromaCollections, ChromaIndex
from .collections import Ageing, Collection
from .documents import Candidates, DocumentIndex
from .errors import ChromaMissingError, SearchError
from .exact import ExactIndex
from .fusion import fuse, relevance, z_scores
from .lexicon.index import LexicalIndex, Packed
from .lexicon.phrases import begins_with_phrase, ends_with_phrase, holds_phrase
from .lexicon.sentences import clauses, sentences
from .lexicon.words import stems, stop_words
from .planning import Intent, Planner, QueryPlan, Times, TimeWindow
from .port import Mask, Scores, VectorIndex
from .records import Document, Ranked

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
    "Times",
    "VectorIndex",
    "begins_with_phrase",
    "clauses",
    "ends_with_phrase",
    "fuse",
    "holds_phrase",
    "relevance",
    "sentences",
    "stems",
    "stop_words",
    "z_scores",
]
