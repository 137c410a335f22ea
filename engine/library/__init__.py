"""What was read: documents captured by the hash of their content, found again as excerpts, weighed by their use.

Everything that comes out of here is data: prompts show it `quoted`, which names its source and cannot be closed or
spoken out of by the text. Nothing in this room writes anything about the person ([A] §8).
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
