"""What is open between companion and person ([E] §5, §6.4, §7, §8.1): goals, what is carried from one time together to
the next, corrections that never decay, the one thing to do differently, and how to meet again.

`Intent` is the front. Other rooms never import it: the composition registers what it adds to a turn.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
