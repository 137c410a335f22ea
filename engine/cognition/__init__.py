"""What the companion believes of the world and of working with the person ([E] §6, §8.2–8.4, §10).

`Cognition` is the front. All of it is the companion's own inference: it cites what was said, done or read, is told as
such, and goes when that is withdrawn. Other rooms never import it: the composition registers what it adds to a turn.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
