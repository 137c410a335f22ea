from .chroma import ChromaCollections, ChromaIndex, has_chroma, write_chroma
from .collections import Ageing, Collection
from .documents import Candidates, DocumentIndex
from .exact import ExactIndex
from .fusion import fuse, relevance, z_scores
from .lexicon.index import LexicalIndex, Packed
from .lexicon.sentences import clauses, sentences
from .lexicon.words import function_stems, function_words, holds_phrase, stems, stop_words
from .planning import Intent, Planner, QueryPlan, TimeWindow, has_grammar
from .port import ChromaMissingError, Document, Mask, Ranked, Scores, SearchError, VectorIndex

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
    "clauses",
    "function_stems",
    "function_words",
    "fuse",
    "has_chroma",
    "has_grammar",
    "holds_phrase",
    "relevance",
    "sentences",
    "stems",
    "stop_words",
    "write_chroma",
    "z_scores",
]
