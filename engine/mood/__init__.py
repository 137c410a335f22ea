"""How the companion feels: a point that moves, cools and has names, imprints that last, and modes ([E] §3).

`Mood` is the front. The room is optional: nobody imports it, the application registers what it adds to a turn. It
colours recall and tone and changes no fact.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
