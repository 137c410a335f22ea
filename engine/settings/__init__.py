"""The settings tree: every number of the mind with its type, default, bounds, words and source.

What a document gives is the default here; a number of our own is marked `ours` and may be changed with evidence.
A module a room; other rooms read their branch; nothing in the engine repeats a value that stands here.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
