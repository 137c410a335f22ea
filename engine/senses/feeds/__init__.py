"""Feeds: what others publish, read because the person asked for it, kept for thirty days ([E] §2.2, `elara_briefing`).

Everything that comes out of here is data: nothing in this room writes anything about the person, and a prompt shows it
quoted. `Feeds` is the front; `fetching` goes out, `task` reads what came in a process of its own.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
