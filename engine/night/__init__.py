"""What the companion does alone: one queue of jobs, the brain run, consolidation, and the morning brief.

`Night` is the front ([E] §4.5, §9). What is found is stored and shown with its sources and is never read back by the
night itself; what a run changes elsewhere carries the run, and is undone run by run. Other rooms never import it.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
