"""Reconstruction: what stands before the model is put together anew for each turn ([A] §6, [C] §3).

`reconstruct` draws on the rooms of memory and gives a `Context`; nothing here knows of a prompt's form.
"""

import lazy_loader

# The window draws a context before any room is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
