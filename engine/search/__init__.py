"""Finding again: vectors, words, and one ranking made of both.

`DocumentIndex` is what other rooms hold: one order of documents under an exact vector index and a BM25 word
index, ranked by normalised scores. Everything here is derived data in memory; its source is elsewhere. `ExactIndex`
is the vector index; `ChromaCollections` gives others under the same contract, one a named collection.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
