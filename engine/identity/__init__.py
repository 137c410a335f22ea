"""Who the companion is: directives that the person writes, components that emerge from notes, growth by votes, its
manner, and the compass that it wakes with ([A] §9, [C] §5, [P] §4.4).

`Identity` is the front. Other rooms never import it: the composition registers what it adds to a turn.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
