"""What it meant: nodes and links, kept once, found again, ageing by rule, and withdrawn with what they rest on.

`Memory` is the front. A claim about the person is no node: it is a fact of the person room.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
