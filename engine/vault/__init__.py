"""The encrypted store: rows, documents, vectors and a cache, and the keys that open it.

It speaks of nothing but bytes, rows and keys; what they mean is for the rooms above, each of which hands its
`Schema` to `Vault.open` and keeps its SQL in its own `store.py`.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
