"""What happened: every word is a Step, written before anything else happens, and found again.

`Trail` is the front: Episodes that open and close by rule, Loops with their owners, durable Steps, search.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
